// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import static dev.ashlar.jit.internal.machine.Isa.constant;
import static dev.ashlar.jit.internal.machine.Isa.operand;
import static dev.ashlar.jit.internal.machine.Isa.operands;

import dev.ashlar.jit.machine.Instruction;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// AArch64, as HotSpot uses it: `x28` is the thread, `sp` the frame.
final class Aarch64 implements Isa {
  private static final Set<String> UNSIGNED = Set.of("hs", "cs", "lo", "cc", "hi", "ls");
  private static final Set<String> COMPARES =
      Set.of("cmp", "cmn", "tst", "subs", "adds", "ands", "cbz", "cbnz", "tbz", "tbnz", "ccmp");
  private static final Pattern SCALAR_ARITHMETIC =
      Pattern.compile("f(add|sub|mul|nmul|div|max|min|maxnm|minnm|sqrt|n?m(add|sub))");
  private static final Pattern REGISTER = Pattern.compile("[wx](\\d{1,2}|zr)");
  private static final Pattern ARRANGEMENT = Pattern.compile("\\bv\\d+\\.(\\d+)([bhsdq])\\b");
  private static final Pattern SCALABLE = Pattern.compile("\\bz\\d+\\.[bhsd]\\b");
  private static final Pattern QUAD = Pattern.compile("\\bq\\d+\\b");
  private static final Pattern THREAD = Pattern.compile("\\[x28(?:, ?#(0x\\p{XDigit}+|\\d+))?\\]$");

  @Override
  public @Nullable String place(String operand) {
    return register(operand);
  }

  private static @Nullable String register(String operand) {
    return REGISTER.matcher(operand).matches() && !operand.endsWith("zr")
        ? "x" + operand.substring(1)
        : null;
  }

  @Override
  public Flow flow(Instruction instruction) {
    String name = instruction.mnemonic();
    if (instruction.isBad()) {
      return Flow.STOP;
    }
    return switch (name) {
      case "b", "br" -> Flow.JUMP;
      case "bl", "blr" -> Flow.CALL;
      case "ret" -> Flow.RETURN;
      case "cbz", "cbnz", "tbz", "tbnz" -> Flow.BRANCH;
      case "brk", "hlt", "udf" -> Flow.STOP;
      default -> name.startsWith("b.") ? Flow.BRANCH : Flow.NEXT;
    };
  }

  @Override
  public long target(Instruction instruction) {
    if (flow(instruction) == Flow.NEXT) {
      return -1;
    }
    List<String> operands = operands(instruction);
    String last = operand(operands, operands.size() - 1);
    return Hex.address(last.startsWith("#") ? last.substring(1) : last);
  }

  @Override
  public boolean isUnsigned(Instruction branch) {
    return branch.mnemonic().startsWith("b.") && UNSIGNED.contains(branch.mnemonic().substring(2));
  }

  @Override
  public boolean isCompare(Instruction instruction) {
    return COMPARES.contains(instruction.mnemonic());
  }

  @Override
  public String requestRegister() {
    return "w1";
  }

  @Override
  public Effect effect(Instruction instruction) {
    String name = instruction.mnemonic();
    List<String> operands = operands(instruction);
    if (flow(instruction) == Flow.CALL
        || instruction.operands().contains("]!")
        || instruction.operands().contains("],")) {
      return Effect.ANY;
    }
    if (flow(instruction) != Flow.NEXT
        || name.startsWith("st")
        || name.startsWith("cmp")
        || name.startsWith("cmn")
        || name.startsWith("tst")) {
      return Effect.NONE;
    }
    String first = register(operand(operands, 0));
    String source = register(operand(operands, 1));
    if (name.startsWith("ldp")
        || name.startsWith("ldaxp")
        || name.startsWith("cas")
        || name.startsWith("swp")
        || name.startsWith("ldadd")) {
      return Effect.ANY;
    }
    if (first == null) {
      return Effect.NONE;
    }
    Long constant = operands.size() == 3 ? constant(operand(operands, 2)) : null;
    Long offset =
        switch (name) {
          case "mov", "sxtw" -> Long.valueOf(0);
          case "add" -> constant;
          case "sub" -> constant == null ? null : -constant;
          default -> null;
        };
    return source == null || offset == null
        ? Effect.writes(first)
        : Effect.adds(first, source, offset);
  }

  @Override
  public int vectorBits(Instruction instruction) {
    String text = instruction.operands();
    if (text.contains("[sp")) {
      return 0;
    }
    Matcher arrangement = ARRANGEMENT.matcher(text);
    String name = instruction.mnemonic();
    if (name.startsWith("mov") || name.equals("dup") || name.startsWith("fmov")) {
      return 0;
    }
    if (arrangement.find()) {
      int lanes = Integer.parseInt(arrangement.group(1));
      int bits = "bhsdq".indexOf(arrangement.group(2));
      return lanes * (8 << bits);
    }
    boolean wide =
        SCALABLE.matcher(text).find() || (touchesMemory(instruction) && QUAD.matcher(text).find());
    // Scalable vectors have 128 bits at least.
    return wide ? 128 : 0;
  }

  @Override
  public boolean isScalarPart(Instruction instruction) {
    String name = instruction.mnemonic();
    String text = instruction.operands();
    return (SCALAR_ARITHMETIC.matcher(name).matches() && text.matches("[sd]\\d+,.*"))
        || (name.matches("[us]mov|[usf]?(add|max|min)v|f(max|min)(nm)?v|faddp")
            && text.matches("[bhsdwx]\\d+,.*"));
  }

  @Override
  public boolean isByteSwap(Instruction instruction) {
    return instruction.mnemonic().startsWith("rev");
  }

  @Override
  public boolean isSpill(Instruction instruction) {
    return instruction.mnemonic().startsWith("st") && instruction.operands().contains("[sp");
  }

  @Override
  public boolean isReload(Instruction instruction) {
    return instruction.mnemonic().startsWith("ld") && instruction.operands().contains("[sp");
  }

  @Override
  public boolean isNop(Instruction instruction) {
    return instruction.mnemonic().equals("nop");
  }

  @Override
  public boolean isCompareAndSet(Instruction instruction) {
    String name = instruction.mnemonic();
    return name.startsWith("cas") || name.startsWith("ldaxr") || name.startsWith("ldxr");
  }

  @Override
  public long threadLoad(Instruction instruction) {
    return instruction.mnemonic().startsWith("ldr") ? threadOffset(instruction) : -1;
  }

  @Override
  public long threadStore(Instruction instruction) {
    return instruction.mnemonic().startsWith("str") ? threadOffset(instruction) : -1;
  }

  private static long threadOffset(Instruction instruction) {
    return Isa.threadOffset(THREAD, instruction.operands());
  }

  @Override
  public boolean isZeroing(Instruction instruction) {
    return instruction.mnemonic().equals("dc") && instruction.operands().startsWith("zva");
  }

  @Override
  public @Nullable String cardIndex(Instruction instruction) {
    List<String> operands = operands(instruction);
    Long by = constant(operand(operands, 2));
    return instruction.mnemonic().equals("lsr") && by != null && by == 9
        ? register(operand(operands, 0))
        : null;
  }

  @Override
  public boolean storesByteAt(Instruction instruction, String register) {
    return instruction.mnemonic().equals("strb")
        && instruction.operands().matches(".*\\[.*\\b" + register + "\\b.*");
  }

  @Override
  public @Nullable String zeroedVector(Instruction instruction) {
    boolean zeroes =
        instruction.mnemonic().equals("movi") && instruction.operands().matches(".*#(0x)?0+");
    return zeroes ? operand(operands(instruction), 0).replaceAll("\\..*", "").substring(1) : null;
  }

  @Override
  public boolean storesVector(Instruction instruction, String register) {
    return instruction.mnemonic().startsWith("st")
        && instruction.operands().matches("[qv]" + register + "\\b.*");
  }

  @Override
  public @Nullable String gcBarrier(List<Instruction> instructions, int index) {
    Instruction instruction = instructions.get(index);
    if (instruction.mnemonic().equals("ldrb")
        && threadOffset(instruction) > 0
        && index + 1 < instructions.size()
        && instructions.get(index + 1).mnemonic().startsWith("cb")) {
      return "marking";
    }
    List<String> operands = operands(instruction);
    Long by = constant(operand(operands, 2));
    boolean shifts = instruction.mnemonic().equals("lsr") && by != null && by >= 20 && by <= 29;
    Instruction before = instructions.get(Math.max(0, index - 1));
    return shifts
            && before.mnemonic().equals("eor")
            && operand(operands(before), 0).equals(operand(operands, 1))
        ? "regions"
        : null;
  }
}
