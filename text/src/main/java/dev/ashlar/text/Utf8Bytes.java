// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import dev.ashlar.memory.internal.LittleEndian;
import java.lang.invoke.VarHandle;

/// The byte layout of UTF-8 (RFC 3629), in little-endian words:
///
/// ```
/// char or code point   bits                    bytes in memory order
/// U+0000..U+007F       0xxxxxxx                0xxxxxxx
/// U+0080..U+07FF       yyyyyxxxxxx             110yyyyy 10xxxxxx
/// U+0800..U+FFFF       zzzzyyyyyyxxxxxx        1110zzzz 10yyyyyy 10xxxxxx
/// U+10000..U+10FFFF    wwwzzzzzzyyyyyyxxxxxx   11110www 10zzzzzz 10yyyyyy 10xxxxxx
/// ```
final class Utf8Bytes {
  static final VarHandle SHORT = LittleEndian.SHORT;
  static final VarHandle CHAR = LittleEndian.CHAR;
  static final VarHandle INT = LittleEndian.INT;
  static final VarHandle LONG = LittleEndian.LONG;

  /// The sign bit of each byte of a long: set in what is not ASCII.
  static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  /// Most bytes that one char of a String becomes. A surrogate pair has two chars and four bytes.
  static final int MAX_BYTES_PER_CHAR = 3;

  private Utf8Bytes() {}

  static int two(int c) {
    return c >> 6 | (c & 0x3F) << 8 | 0x80C0;
  }

  static int three(int c) {
    return c >> 12 | (c << 2 & 0x3F00) | (c << 16 & 0x3F_0000) | 0x80_80E0;
  }

  static int four(int codePoint) {
    return codePoint >> 18
        | (codePoint >> 4 & 0x3F00)
        | (codePoint << 10 & 0x3F_0000)
        | (codePoint << 24 & 0x3F00_0000)
        | 0x8080_80F0;
  }

  /// {@return the bytes of a code point, which is no surrogate}
  static int word(int codePoint) {
    if (codePoint < 0x80) {
      return codePoint;
    }
    if (codePoint < 0x800) {
      return two(codePoint);
    }
    return codePoint < 0x1_0000 ? three(codePoint) : four(codePoint);
  }

  /// {@return how many bytes a code point, which is no surrogate, has}
  static int size(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x1_0000 ? 3 : 4;
  }

  /// Four two-byte chars in the lanes of `x` become their eight bytes.
  static long fourTwos(long x) {
    return (x >>> 6 & 0x001F_001F_001F_001FL)
        | (x & 0x003F_003F_003F_003FL) << 8
        | 0x80C0_80C0_80C0_80C0L;
  }

  /// Two three-byte chars become their six bytes.
  static long twoThrees(int pair) {
    long v = (pair & 0xFFFF) | (long) (pair >>> 16) << 24;
    return (v >> 12 & 0x00_000F_0000_0FL)
        | (v << 2 & 0x00_3F00_003F_00L)
        | (v << 16 & 0x3F_0000_3F00_00L)
        | 0x80_80E0_8080_E0L;
  }

  /// {@return whether a char, or a code point, is a surrogate}
  static boolean isSurrogate(int c) {
    return c >>> 11 == 0xD800 >>> 11;
  }

  /// {@return whether all of `codePoints[from, to)` are between 0 and `max`}
  static boolean noneAbove(int max, int[] codePoints, int from, int to) {
    // The sign says it. Without a branch, several are looked at in one instruction.
    int signs = 0;
    for (int i = from; i < to; i++) {
      signs |= codePoints[i] | (max - codePoints[i]);
    }
    return signs >= 0;
  }

  static boolean isPair(int high, int low) {
    return (high & 0xFC00) == 0xD800 && (low & 0xFC00) == 0xDC00;
  }

  static boolean isContinuation(int b) {
    return (b & 0xC0) == 0x80;
  }
}
