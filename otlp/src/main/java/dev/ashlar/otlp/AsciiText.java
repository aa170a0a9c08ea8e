// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import java.util.Arrays;

/// Text of few chars, if they are all ASCII.
///
/// Each call of `String.charAt` tests coder and bounds of its own, so the chars are copied to an
/// array. From there they are stored eight at a time, up to seven more than there are.
final class AsciiText {
  /// Most chars this is good for.
  static final int MAX_LENGTH = 128;

  private static final int STEP = Long.BYTES;

  /// What may be stored behind the text.
  static final int EXCESS = STEP - 1;

  /// No char of it is more than ASCII between two calls.
  private final char[] chars = new char[MAX_LENGTH];

  /// Stores `text`, of `count` chars, from `target[at]` on, with room for [#EXCESS] more bytes.
  ///
  /// @return whether it is ASCII; otherwise anything may be there
  boolean put(String text, int count, byte[] target, int at) {
    char[] chars = this.chars;
    text.getChars(0, count, chars, 0);
    int bits = 0;
    for (int i = 0; i < count; i += STEP) {
      int a = chars[i];
      int b = chars[i + 1];
      int c = chars[i + 2];
      int d = chars[i + 3];
      int e = chars[i + 4];
      int f = chars[i + 5];
      int g = chars[i + 6];
      int h = chars[i + 7];
      long low = (a | b << 8 | c << 16 | d << 24) & 0xFFFF_FFFFL;
      long high = e | f << 8 | g << 16 | h << 24;
      FieldRun.LONG.set(target, at + i, low | high << 32);
      bits |= a | b | c | d | e | f | g | h;
    }
    if (bits < 0x80) {
      return true;
    }
    Arrays.fill(chars, '\0');
    return false;
  }
}
