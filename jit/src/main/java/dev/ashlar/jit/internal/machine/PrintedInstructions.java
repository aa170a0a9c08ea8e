// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.jit.machine.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Instructions that a disassembler library of the JVM printed: addresses and text, no lengths.
public final class PrintedInstructions {
  private static final List<String> PREFIXES =
      List.of("lock", "rep", "repz", "repe", "repnz", "repne", "data16", "bnd", "notrack");

  private record Line(long address, String text) {}

  private final List<Line> lines = new ArrayList<>();

  void add(long address, String text) {
    String instruction = text.strip();
    if (!instruction.isEmpty()) {
      lines.add(new Line(address, instruction));
    }
  }

  /// @param end of the code, -1 if it is not known
  List<Instruction> finish(long end) {
    List<Instruction> instructions = new ArrayList<>(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      long next = i + 1 < lines.size() ? lines.get(i + 1).address : end;
      // Torn lines come in any order.
      long length = next - line.address;
      instructions.add(
          parse(line.address, length > 0 && length <= 16 ? (int) length : 1, line.text));
    }
    return instructions;
  }

  /// {@return an instruction as a disassembler writes it, in Intel's order of operands}
  public static Instruction parse(long address, int length, String text) {
    int from = 0;
    int space = firstSpace(text, 0);
    while (PREFIXES.contains(text.substring(from, space).toLowerCase(Locale.ROOT))
        && space < text.length()) {
      from = skipSpaces(text, space);
      space = firstSpace(text, from);
    }
    String prefix = text.substring(0, from);
    String name = text.substring(from, space).toLowerCase(Locale.ROOT);
    String operands = text.substring(space).strip();
    if (operands.indexOf('%') >= 0 || operands.startsWith("$") || AttSyntax.hasSuffix(name)) {
      AttSyntax.Translated translated = AttSyntax.translate(name, operands);
      name = translated.mnemonic();
      operands = translated.operands();
    }
    String mnemonic = (prefix.toLowerCase(Locale.ROOT) + name).replaceAll("\\s+", " ");
    return new Instruction(address, length, mnemonic, operands);
  }

  /// {@return whether it is a prefix without the instruction that it belongs to}
  static boolean isPrefix(Instruction instruction) {
    return instruction.operands().isEmpty() && PREFIXES.contains(instruction.mnemonic());
  }

  private static int firstSpace(String text, int from) {
    int at = from;
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static int skipSpaces(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  Architecture architecture() {
    for (Line line : lines) {
      String name = line.text.substring(0, firstSpace(line.text, 0)).toLowerCase(Locale.ROOT);
      if (name.equals("adrp") || name.equals("stp") || name.equals("ldp") || name.equals("ldr")) {
        return Architecture.AARCH64;
      }
      if (name.startsWith("push") || name.startsWith("mov") || name.startsWith("call")) {
        return Architecture.X86_64;
      }
    }
    return Architecture.UNKNOWN;
  }
}
