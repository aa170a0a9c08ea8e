// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.log;

/// Finds the descriptor at the end of a method's text. The names before it may have any characters
/// but `.`, `;`, `[` and `/` (JVMS 4.2.2), parentheses and blanks included.
public final class MethodDescriptor {
  private MethodDescriptor() {}

  /// {@return the index of the descriptor that ends `text`; -1 if there is none}
  public static int start(String text) {
    int at = text.indexOf('(');
    while (at >= 0 && !isDescriptor(text, at)) {
      at = text.indexOf('(', at + 1);
    }
    return at;
  }

  private static boolean isDescriptor(String text, int from) {
    int at = from + 1;
    while (at > 0 && at < text.length() && text.charAt(at) != ')') {
      at = typeEnd(text, at);
    }
    if (at <= 0 || at + 1 >= text.length()) {
      return false;
    }
    int result = at + 1;
    return text.charAt(result) == 'V'
        ? result + 1 == text.length()
        : typeEnd(text, result) == text.length();
  }

  /// {@return the index after the type at `from`; -1 if there is none}
  private static int typeEnd(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) == '[') {
      at++;
    }
    if (at == text.length()) {
      return -1;
    }
    if (text.charAt(at) == 'L') {
      return text.indexOf(';', at) + 1;
    }
    return "BCDFIJSZ".indexOf(text.charAt(at)) < 0 ? -1 : at + 1;
  }
}
