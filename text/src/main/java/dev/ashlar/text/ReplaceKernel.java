// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static dev.ashlar.text.Utf8Bytes.LONG;
import static dev.ashlar.text.Utf8Bytes.NOT_ASCII;

/// Replaces each occurrence of one char by another, a word at a time. There is no branch on a char:
/// it would be mispredicted wherever the char is neither rare nor regular.
///
/// The last word is replaced as a whole too, so the array must have room for a whole word.
final class ReplaceKernel {
  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
  private static final long EACH_CHAR = 0x0001_0001_0001_0001L;
  private static final long SIGN = 0x8000_8000_8000_8000L;

  private ReplaceKernel() {}

  /// In `bytes[0, length)`, which are ASCII, as are both chars.
  static void inAscii(byte[] bytes, int length, char target, char replacement) {
    long targets = target * EACH_BYTE;
    int difference = target ^ replacement;
    for (int i = 0; i < length; i += 8) {
      long x = (long) LONG.get(bytes, i);
      // The sign of each byte that is the target: adding carries into it from any bit that differs.
      long found = ~((x ^ targets) + ~NOT_ASCII) & NOT_ASCII;
      LONG.set(bytes, i, x ^ (found >>> 7) * difference);
    }
  }

  /// In `units[0, 2 * count)`, which are chars as little-endian bytes.
  static void inChars(byte[] units, int count, char target, char replacement) {
    long targets = target * EACH_CHAR;
    long difference = target ^ replacement;
    for (int i = 0; i < count << 1; i += 8) {
      long x = (long) LONG.get(units, i);
      long unlike = x ^ targets;
      long found = ~(((unlike & ~SIGN) + ~SIGN) | unlike) & SIGN;
      LONG.set(units, i, x ^ (found >>> 15) * difference);
    }
  }
}
