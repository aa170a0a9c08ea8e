// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Translates the AT&T syntax of x86, which is the default of disassembler libraries, to Intel's.
/// In Intel's syntax the destination comes first, `8(%rsi,%rcx,4)` is `[rsi+rcx*4+0x8]`, and the
/// size is with the operand.
final class AttSyntax {
  private static final Set<String> SUFFIXED =
      Set.of(
          "mov", "cmp", "add", "sub", "test", "and", "or", "xor", "inc", "dec", "lea", "jmp",
          "call", "ret", "push", "pop", "imul", "shl", "shr", "sar", "neg", "not", "cmpxchg",
          "xadd", "xchg", "idiv", "div", "mul", "adc", "sbb", "movabs", "leave");
  private static final Map<Character, String> SIZES =
      Map.of('b', "BYTE PTR ", 'w', "WORD PTR ", 'l', "DWORD PTR ", 'q', "QWORD PTR ");

  record Translated(String mnemonic, String operands) {}

  private AttSyntax() {}

  /// {@return whether the operand's size is part of the name, as in `movl`}
  static boolean hasSuffix(String mnemonic) {
    int last = mnemonic.length() - 1;
    return last > 1
        && SIZES.containsKey(mnemonic.charAt(last))
        && SUFFIXED.contains(mnemonic.substring(0, last))
        && !SUFFIXED.contains(mnemonic);
  }

  static Translated translate(String mnemonic, String operands) {
    boolean suffixed = hasSuffix(mnemonic);
    int last = mnemonic.length() - 1;
    String size = suffixed ? SIZES.getOrDefault(mnemonic.charAt(last), "") : "";
    List<String> translated = new ArrayList<>();
    for (String operand : split(operands)) {
      translated.add(operand(operand, size));
    }
    Collections.reverse(translated);
    String name = suffixed ? mnemonic.substring(0, last) : mnemonic;
    return new Translated(
        name.equals("movabs") ? "movabs" : extended(name), String.join(",", translated));
  }

  private static String extended(String name) {
    return switch (name) {
      case "movzbl", "movzbq", "movzwl", "movzwq", "movzb", "movzw" -> "movzx";
      case "movsbl", "movsbq", "movswl", "movswq", "movsb", "movsw" -> "movsx";
      case "movslq", "movsxd" -> "movsxd";
      case "cltq" -> "cdqe";
      case "cltd" -> "cdq";
      case "cqto" -> "cqo";
      default -> name;
    };
  }

  /// {@return the operands between commas that are not in parentheses}
  static List<String> split(String operands) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < operands.length(); i++) {
      char c = operands.charAt(i);
      if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (c == ')' || c == ']' || c == '}') {
        depth--;
      } else if (c == ',' && depth <= 0) {
        parts.add(operands.substring(from, i).strip());
        from = i + 1;
      }
    }
    String rest = operands.substring(from).strip();
    if (!rest.isEmpty() || !parts.isEmpty()) {
      parts.add(rest);
    }
    return parts;
  }

  private static String operand(String operand, String size) {
    String text = operand.startsWith("*") ? operand.substring(1) : operand;
    if (text.startsWith("$")) {
      return text.substring(1);
    }
    int open = text.lastIndexOf('(');
    if (open < 0 || !text.endsWith(")")) {
      return text.replace("%", "");
    }
    List<String> parts = split(text.substring(open + 1, text.length() - 1).replace("%", ""));
    StringBuilder memory = new StringBuilder(size).append('[');
    memory.append(parts.isEmpty() ? "" : parts.get(0));
    if (parts.size() > 1) {
      memory.append(parts.get(0).isEmpty() ? "" : "+").append(parts.get(1));
      memory.append(parts.size() > 2 ? "*" + parts.get(2) : "");
    }
    String displacement = text.substring(0, open).replace("%", "");
    if (!displacement.isEmpty() && !displacement.equals("0x0")) {
      memory.append(displacement.startsWith("-") ? "" : "+").append(displacement);
    }
    return memory.append(']').toString();
  }
}
