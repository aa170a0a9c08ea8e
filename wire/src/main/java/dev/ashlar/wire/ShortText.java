// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.wire.internal.encoding.Wire;
import java.util.Arrays;

/// Text of few chars, if they are all ASCII.
///
/// A loop over so few chars costs a mispredicted branch, and so does a copy that tests each bit of
/// their number. Each call of `String.charAt` may call for the chars of another coder, and what was
/// read of the String before is read again behind it. So the chars are copied to an array, and from
/// there stored eight at a time, up to seven more than there are.
final class ShortText {
  /// Most chars this is good for.
  static final int MAX_LENGTH = 32;

  /// What may be stored behind the text.
  static final int EXCESS = Long.BYTES - 1;

  /// No char of it is more than ASCII between two calls.
  private final char[] chars = new char[MAX_LENGTH];

  /// Stores `text`, of `count` chars, from `target[at]` on, with room for [#EXCESS] more bytes.
  ///
  /// @return whether it is ASCII; otherwise anything may be there
  boolean put(String text, int count, byte[] target, int at) {
    char[] chars = this.chars;
    text.getChars(0, count, chars, 0);
    int bits = putEight(chars, 0, target, at);
    if (count > 8) {
      bits |= putEight(chars, 8, target, at + 8);
      if (count > 16) {
        bits |= putEight(chars, 16, target, at + 16);
        if (count > 24) {
          bits |= putEight(chars, 24, target, at + 24);
        }
      }
    }
    if (bits < 0x80) {
      return true;
    }
    Arrays.fill(chars, '\0');
    return false;
  }

  /// {@return the bits that any of the chars has}
  private static int putEight(char[] chars, int i, byte[] target, int at) {
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
    Wire.LONG.set(target, at, low | high << 32);
    return a | b | c | d | e | f | g | h;
  }
}
