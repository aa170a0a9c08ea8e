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

/// x86-64, as HotSpot uses it: `r15` is the thread, `rsp` the frame.
final class X86 implements Isa {
  private static final Set<String> UNSIGNED =
      Set.of("jb", "jae", "ja", "jbe", "jc", "jnc", "jnb", "jnbe", "jna", "jnae");
  private static final Set<String> READ_ONLY =
      Set.of(
          "cmp test push bt nop vptest ptest ucomiss ucomisd comiss comisd vucomiss vucomisd vcomiss vcomisd hlt ud2 vzeroupper"
              .split(" ", -1));

  /// Their operands include registers that the text does not name.
  private static final Set<String> IMPLICIT =
      Set.of("mul", "div", "idiv", "cdq", "cqo", "cdqe", "cwde", "mulx", "cpuid", "rdtsc");

  private static final Pattern SCALAR_ARITHMETIC =
      Pattern.compile("v?(add|sub|mul|div|max|min|sqrt)s[sd]|vfn?m(add|sub)\\d+s[sd]");

  private static final Pattern REGISTER =
      Pattern.compile(
          "[re]?(?:ax|bx|cx|dx|si|di|bp|sp)|[abcd][lh]|(?:si|di|bp|sp)l|r\\d{1,2}[dwb]?");
  private static final Pattern VECTOR_REGISTER = Pattern.compile("[xyz]mm(\\d{1,2})");
  private static final Pattern PACKED_ARITHMETIC =
      Pattern.compile(
          "v?p(?:add|sub|mull|mulh|mulu|muld|madd|and|or|xor|min|max|cmpeq|cmpgt|cmp|sll|srl|sra|abs"
              + "|blend|avg|sad|shuf|tern|popcnt|gather|rol|ror|mov[sz]x)\\w*"
              + "|v?(?:add|sub|mul|div|sqrt|min|max|cmp)p[sd]"
              + "|vfn?m(?:add|sub)(?:132|213|231)p[sd]|vgather\\w+|vround(?:scale)?p[sd]"
              + "|v?cvt(?:dq2p[sd]|t?p[sd]2dq|ps2pd|pd2ps|qq2pd|t?pd2qq)");
  private static final Pattern PACKED_MOVE =
      Pattern.compile("v?mov(?:dqu|dqa|ups|upd|aps|apd)(?:8|16|32|64)?");

  private static final Pattern SCALAR_CONVERSION = Pattern.compile("v?cvtdq2p[sd]");

  /// Instructions that, with 128 bits, may also be an absolute value, a negation or a maximum of
  /// scalars.
  private static final Pattern WIDE_LOGIC =
      Pattern.compile(
          "v?(?:and|or|xor|andn|blendv|cmp)p[sd]|v?pblendv\\w*|v?p(?:and|andn|or|xor)[dq]?");

  private static final Pattern THREAD = Pattern.compile("\\[r15(?:\\+(0x\\p{XDigit}+|\\d+))?\\]");

  private static String operandSize(String operand) {
    return operand.substring(0, Math.max(0, operand.indexOf(' ')));
  }

  private static boolean isMemory(String operand) {
    return operand.indexOf('[') >= 0;
  }

  /// {@return the name of the whole register, as `rax` for `al`; null if it is none}
  private static @Nullable String register(String operand) {
    if (!REGISTER.matcher(operand).matches()) {
      return null;
    }
    if (Character.isDigit(operand.charAt(operand.length() - 1))
        || (operand.charAt(0) == 'r'
            && operand.length() > 2
            && Character.isDigit(operand.charAt(1)))) {
      return operand.replaceAll("[dwb]$", "");
    }
    String stem = operand.replaceAll("^[re](?=..)", "").replaceAll("^(si|di|bp|sp)l$", "$1");
    return stem.length() == 2 && (stem.charAt(1) == 'l' || stem.charAt(1) == 'h')
        ? "r" + stem.charAt(0) + "x"
        : "r" + stem;
  }

  @Override
  public @Nullable String place(String operand) {
    Matcher vector = VECTOR_REGISTER.matcher(operand);
    if (vector.matches()) {
      return "xmm" + vector.group(1);
    }
    int slot = operand.indexOf("[rsp");
    return slot >= 0 ? operand.substring(slot) : register(operand);
  }

  /// {@return a constant of 32 bits with its sign}
  private static long word(long constant) {
    int word = (int) constant;
    return word;
  }

  @Override
  public Flow flow(Instruction instruction) {
    String name = instruction.mnemonic();
    if (instruction.isBad() || name.equals("hlt") || name.equals("ud2") || name.equals("int3")) {
      return Flow.STOP;
    }
    if (name.endsWith("jmp")) {
      return Flow.JUMP;
    }
    if (name.startsWith("j")) {
      return Flow.BRANCH;
    }
    if (name.endsWith("call")) {
      return Flow.CALL;
    }
    return name.startsWith("ret") || name.endsWith(" ret") ? Flow.RETURN : Flow.NEXT;
  }

  @Override
  public long target(Instruction instruction) {
    return flow(instruction) == Flow.NEXT ? -1 : Hex.address(instruction.operands());
  }

  @Override
  public boolean isUnsigned(Instruction branch) {
    return UNSIGNED.contains(branch.mnemonic());
  }

  @Override
  public boolean isCompare(Instruction instruction) {
    return instruction.mnemonic().equals("cmp") || instruction.mnemonic().equals("test");
  }

  @Override
  public String requestRegister() {
    return "esi";
  }

  @Override
  public Effect effect(Instruction instruction) {
    String name = instruction.mnemonic();
    List<String> operands = operands(instruction);
    if (flow(instruction) == Flow.CALL) {
      return Effect.ANY;
    }
    if (READ_ONLY.contains(name) || isNop(instruction) || flow(instruction) != Flow.NEXT) {
      return Effect.NONE;
    }
    if (IMPLICIT.contains(name)
        || name.startsWith("rep")
        || (name.equals("imul") && operands.size() == 1)) {
      return Effect.ANY;
    }
    if (name.contains("xchg") || name.contains("xadd")) {
      return Effect.ANY;
    }
    String first = place(operand(operands, 0));
    if (first == null) {
      return Effect.NONE;
    }
    String second = operand(operands, 1);
    String source = place(second);
    Long constant = constant(second);
    return switch (name) {
      case "mov", "movsxd", "movd", "movq", "vmovd", "vmovq" -> Effect.adds(first, source, 0);
      case "inc" -> Effect.adds(first, first, 1);
      case "dec" -> Effect.adds(first, first, -1);
      case "add" ->
          constant == null ? Effect.writes(first) : Effect.adds(first, first, word(constant));
      case "sub" ->
          constant == null ? Effect.writes(first) : Effect.adds(first, first, -word(constant));
      case "lea" -> leaEffect(first, second);
      default -> Effect.writes(first);
    };
  }

  private static Effect leaEffect(String register, String memory) {
    Matcher simple = Pattern.compile("\\[(\\w+)([+-](?:0x)?\\p{XDigit}+)\\]").matcher(memory);
    if (!simple.find()) {
      return Effect.writes(register);
    }
    String base = register(simple.group(1));
    String displacement = simple.group(2);
    Long offset = constant(displacement.startsWith("+") ? displacement.substring(1) : displacement);
    return base == null || offset == null
        ? Effect.writes(register)
        : Effect.adds(register, base, word(offset));
  }

  @Override
  public int vectorBits(Instruction instruction) {
    String name = instruction.mnemonic();
    String text = instruction.operands();
    int bits =
        text.contains("zmm") ? 512 : text.contains("ymm") ? 256 : text.contains("xmm") ? 128 : 0;
    if (bits == 0) {
      return 0;
    }
    List<String> operands = operands(instruction);
    if (PACKED_MOVE.matcher(name).matches()) {
      // Between registers it may carry a scalar, and to the frame it is a spill.
      return touchesMemory(instruction) && !text.contains("[rsp") ? bits : 0;
    }
    if (WIDE_LOGIC.matcher(name).matches()) {
      // So C2 makes the absolute value or the maximum of one number.
      return bits > 128 || (touchesMemory(instruction) && name.contains("pxor")) ? bits : 0;
    }
    if (!PACKED_ARITHMETIC.matcher(name).matches()) {
      return 0;
    }
    // HotSpot converts one int so (UseXmmI2D, UseXmmI2F).
    if (bits == 128 && SCALAR_CONVERSION.matcher(name).matches() && !touchesMemory(instruction)) {
      return 0;
    }
    // A register combined with itself is zeroed.
    boolean zeroes = name.contains("xor") && operand(operands, 0).equals(operand(operands, 1));
    return zeroes ? 0 : bits;
  }

  @Override
  public boolean isScalarPart(Instruction instruction) {
    String name = instruction.mnemonic();
    if (SCALAR_ARITHMETIC.matcher(name).matches()) {
      return true;
    }
    List<String> operands = operands(instruction);
    return (name.matches("v?mov[dq]") || name.matches("v?pextr[bwdq]"))
        && register(operand(operands, 0)) != null
        && operand(operands, 1).startsWith("xmm");
  }

  @Override
  public boolean isByteSwap(Instruction instruction) {
    return instruction.mnemonic().equals("bswap") || instruction.mnemonic().equals("movbe");
  }

  @Override
  public boolean isSpill(Instruction instruction) {
    String first = operand(operands(instruction), 0);
    // Below the frame it is the test that there is stack left.
    return first.contains("[rsp")
        && !first.contains("[rsp-")
        && !first.contains("[rsp+0xffffffff")
        && instruction.mnemonic().replaceFirst("^v", "").startsWith("mov");
  }

  @Override
  public boolean isReload(Instruction instruction) {
    return instruction.operands().contains("[rsp")
        && !instruction.mnemonic().equals("lea")
        && !isSpill(instruction)
        && !instruction.operands().contains("[rsp-")
        && !instruction.operands().contains("[rsp+0xffffffff");
  }

  @Override
  public boolean isNop(Instruction instruction) {
    String name = instruction.mnemonic();
    return name.endsWith("nop")
        || name.endsWith("nopw")
        || name.endsWith("nopl")
        || (name.endsWith("xchg") && instruction.operands().equals("ax,ax"));
  }

  @Override
  public boolean isCompareAndSet(Instruction instruction) {
    return instruction.mnemonic().startsWith("lock cmpxchg");
  }

  @Override
  public long threadLoad(Instruction instruction) {
    return threadOffset(instruction, 1);
  }

  @Override
  public long threadStore(Instruction instruction) {
    return instruction.mnemonic().equals("mov") ? threadOffset(instruction, 0) : -1;
  }

  private static long threadOffset(Instruction instruction, int index) {
    return Isa.threadOffset(THREAD, operand(operands(instruction), index));
  }

  @Override
  public boolean isZeroing(Instruction instruction) {
    return instruction.mnemonic().startsWith("rep stos");
  }

  @Override
  public @Nullable String cardIndex(Instruction instruction) {
    List<String> operands = operands(instruction);
    Long by = constant(operand(operands, 1));
    return instruction.mnemonic().equals("shr") && by != null && by == 9
        ? register(operand(operands, 0))
        : null;
  }

  @Override
  public boolean storesByteAt(Instruction instruction, String register) {
    List<String> operands = operands(instruction);
    String memory = operand(operands, 0);
    if (!instruction.mnemonic().equals("mov") || !isMemory(memory)) {
      return false;
    }
    String source = operand(operands, 1);
    boolean isByte =
        operandSize(memory).equalsIgnoreCase("byte")
            || (source.endsWith("b") && source.startsWith("r"))
            || source.matches("[abcd]l|(si|di|bp|sp)l");
    return isByte && memory.matches(".*\\b" + register + "\\b.*");
  }

  @Override
  public @Nullable String zeroedVector(Instruction instruction) {
    List<String> operands = operands(instruction);
    String first = operand(operands, 0);
    boolean zeroes =
        instruction.mnemonic().contains("xor")
            && first.contains("mm")
            && operands.stream().allMatch(first::equals);
    return zeroes ? place(first) : null;
  }

  @Override
  public boolean storesVector(Instruction instruction, String register) {
    List<String> operands = operands(instruction);
    return isMemory(operand(operands, 0)) && register.equals(place(operand(operands, 1)));
  }

  @Override
  public @Nullable String gcBarrier(List<Instruction> instructions, int index) {
    Instruction instruction = instructions.get(index);
    List<String> operands = operands(instruction);
    Long constant = constant(operand(operands, 1));
    if (constant == null || index + 2 >= instructions.size()) {
      return null;
    }
    if (instruction.mnemonic().equals("cmp")
        && operandSize(operand(operands, 0)).equalsIgnoreCase("byte")
        && threadOffset(instruction, 0) > 0
        && constant == 0) {
      return "marking";
    }
    // The number of a region's bits.
    boolean shifts = instruction.mnemonic().equals("shr") && constant >= 20 && constant <= 29;
    Instruction before = instructions.get(Math.max(0, index - 1));
    return shifts
            && before.mnemonic().equals("xor")
            && operand(operands(before), 0).equals(operand(operands, 0))
        ? "regions"
        : null;
  }
}
