// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.Instruction;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An instruction set, as far as it is needed to recognize code. It reads an instruction's text, in
/// the syntax of Intel's or ARM's manuals.
interface Isa {
  /// The ways in which execution continues after an instruction.
  enum Flow {
    NEXT,
    BRANCH,
    JUMP,
    CALL,
    RETURN,
    STOP
  }

  /// The effect of an instruction on registers.
  ///
  /// @param registers the canonical names of the registers that it writes; null if they are unknown
  /// @param source if one register is written, the register whose value plus `offset` it gets; null
  ///   if it gets another value
  record Effect(@Nullable List<String> registers, @Nullable String source, long offset) {
    static final Effect NONE = new Effect(List.of(), null, 0);
    static final Effect ANY = new Effect(null, null, 0);

    static Effect writes(String... registers) {
      return new Effect(List.of(registers), null, 0);
    }

    static Effect adds(String register, @Nullable String source, long offset) {
      return new Effect(List.of(register), source, offset);
    }
  }

  Pattern CONSTANT = Pattern.compile("#?(-?)(0x\\p{XDigit}{1,16}|\\d{1,18})");

  static @Nullable Isa of(Architecture architecture) {
    return switch (architecture) {
      case X86_64 -> new X86();
      case AARCH64 -> new Aarch64();
      case UNKNOWN -> null;
    };
  }

  static List<String> operands(Instruction instruction) {
    return AttSyntax.split(instruction.operands());
  }

  /// {@return an operand; empty if there are fewer}
  static String operand(List<String> operands, int index) {
    return index < operands.size() ? operands.get(index) : "";
  }

  /// {@return a constant; null if the operand is none}
  static @Nullable Long constant(String operand) {
    Matcher constant = CONSTANT.matcher(operand);
    if (!constant.matches()) {
      return null;
    }
    String digits = constant.group(2);
    long value =
        digits.startsWith("0x")
            ? Long.parseUnsignedLong(digits.substring(2), 16)
            : Long.parseLong(digits);
    return constant.group(1).isEmpty() ? value : -value;
  }

  Flow flow(Instruction instruction);

  /// {@return where a branch, jump or call goes; -1 if that is not a constant}
  long target(Instruction instruction);

  /// {@return whether a branch depends on the order of unsigned numbers}
  boolean isUnsigned(Instruction branch);

  /// {@return whether it sets flags, or is a branch that compares}
  boolean isCompare(Instruction instruction);

  /// {@return a name for the place of a value: a register, or a slot of the frame; null if the
  /// operand is neither}
  @Nullable String place(String operand);

  default List<String> compared(Instruction instruction) {
    return operands(instruction).stream().map(this::place).filter(Objects::nonNull).toList();
  }

  String requestRegister();

  /// {@return the request that it passes to the uncommon trap; null if it passes none}
  default @Nullable Integer trapRequest(Instruction instruction) {
    List<String> operands = operands(instruction);
    if (!instruction.mnemonic().equals("mov") || !operand(operands, 0).equals(requestRegister())) {
      return null;
    }
    Long request = constant(operand(operands, 1));
    return request == null ? null : request.intValue();
  }

  Effect effect(Instruction instruction);

  /// {@return the width of the vectors that it works on; 0 if it works on none, or if it may also
  /// be a move or an operation on a scalar}
  int vectorBits(Instruction instruction);

  /// {@return whether it calculates with one floating-point number, or takes one element out of a
  /// vector} In a loop of vectors, it is what C2 did not vectorize.
  boolean isScalarPart(Instruction instruction);

  boolean isByteSwap(Instruction instruction);

  /// {@return whether it writes to the method's frame}
  boolean isSpill(Instruction instruction);

  /// {@return whether it reads from the method's frame}
  boolean isReload(Instruction instruction);

  boolean isNop(Instruction instruction);

  /// {@return whether it is an atomic compare-and-set or a part of one}
  boolean isCompareAndSet(Instruction instruction);

  default boolean touchesMemory(Instruction instruction) {
    return instruction.operands().indexOf('[') >= 0;
  }

  /// {@return the offset in an operand that matches `thread`, whose first group has it; -1 if it
  /// does not match}
  static long threadOffset(Pattern thread, String operand) {
    Matcher found = thread.matcher(operand);
    if (!found.find()) {
      return -1;
    }
    Long offset = found.group(1) == null ? Long.valueOf(0) : constant(found.group(1));
    return offset == null ? -1 : offset;
  }

  /// {@return offset from the thread's structure of the word that is read; -1 if none is}
  long threadLoad(Instruction instruction);

  /// {@return offset from the thread's structure of the word that is written; -1 if none is}
  long threadStore(Instruction instruction);

  /// {@return whether it fills memory with zeros}
  boolean isZeroing(Instruction instruction);

  /// {@return the register shifted right by nine, which is the index of a card; null if none is}
  @Nullable String cardIndex(Instruction instruction);

  /// {@return whether it stores a byte at an address that contains `register`}
  boolean storesByteAt(Instruction instruction, String register);

  /// {@return the vector register that it sets to zero; null if it sets none}
  @Nullable String zeroedVector(Instruction instruction);

  /// {@return whether it stores a vector register, by the name that [#zeroedVector] has for it}
  boolean storesVector(Instruction instruction, String register);

  /// {@return which of G1's tests begins with an instruction: `marking` before a reference is
  /// overwritten, `regions` behind a store between two regions; null if none does}
  @Nullable String gcBarrier(List<Instruction> instructions, int index);
}
