// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.Instruction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What has to be known of an instruction set to recognize what code does. It goes by an
/// instruction's text, in the syntax of Intel's or ARM's manuals.
interface Isa {
  /// Where execution goes on.
  enum Flow {
    NEXT,
    BRANCH,
    JUMP,
    CALL,
    RETURN,
    STOP
  }

  /// What an instruction writes to registers.
  ///
  /// @param registers canonical names; null if it may be any
  /// @param source the register whose value plus `offset` the only register written gets; null if
  ///   that is not what it gets
  record Effect(@Nullable List<String> registers, @Nullable String source, long offset) {
    static final Effect NONE = new Effect(List.of(), null, 0);
    static final Effect ANY = new Effect(null, null, 0);

    static Effect writes(String... registers) {
      return new Effect(List.of(registers), null, 0);
    }

    static Effect adds(String register, String source, long offset) {
      return new Effect(List.of(register), source, offset);
    }
  }

  static @Nullable Isa of(Architecture architecture) {
    return switch (architecture) {
      case X86_64 -> new X86();
      case AARCH64 -> new Aarch64();
      case UNKNOWN -> null;
    };
  }

  Flow flow(Instruction instruction);

  /// {@return where a branch, jump or call goes; -1 if that is not a constant}
  long target(Instruction instruction);

  /// {@return whether a branch depends on the order of unsigned numbers}
  boolean isUnsigned(Instruction branch);

  /// {@return whether it sets flags, or is a branch that compares}
  boolean isCompare(Instruction instruction);

  /// {@return the registers that it compares, canonical}
  List<String> compared(Instruction instruction);

  /// {@return the request that it passes to the uncommon trap; null if it passes none}
  @Nullable Integer trapRequest(Instruction instruction);

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

  /// {@return whether it has a memory operand}
  boolean touchesMemory(Instruction instruction);

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
