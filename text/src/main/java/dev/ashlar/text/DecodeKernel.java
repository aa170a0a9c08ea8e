// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static dev.ashlar.text.Utf8Bytes.LONG;
import static dev.ashlar.text.Utf8Bytes.NOT_ASCII;
import static dev.ashlar.text.Utf8Bytes.isContinuation;
import static dev.ashlar.text.Utf8Bytes.isSurrogate;

/// Reads UTF-8 from an array: tests whether it is ASCII, tests whether it is well-formed (Unicode
/// 16, table 3-7), and decodes it.
final class DecodeKernel {
  private DecodeKernel() {}

  /// {@return the index of the first byte of `bytes[from, to)` that is not ASCII, or `to`}
  static int asciiEnd(byte[] bytes, int from, int to) {
    int i = from;
    for (; i <= to - 32; i += 32) {
      long any =
          (long) LONG.get(bytes, i)
              | (long) LONG.get(bytes, i + 8)
              | (long) LONG.get(bytes, i + 16)
              | (long) LONG.get(bytes, i + 24);
      if ((any & NOT_ASCII) != 0) {
        break;
      }
    }
    for (; i <= to - 8; i += 8) {
      long found = (long) LONG.get(bytes, i) & NOT_ASCII;
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /// {@return the index of the first malformed sequence of `bytes[from, to)`, or -1}
  static int firstMalformed(byte[] bytes, int from, int to) {
    int i = asciiEnd(bytes, from, to);
    while (i < to) {
      int codePoint = codePointAt(bytes, i, to);
      if (codePoint < 0) {
        return i;
      }
      i += codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4;
      if (i < to && bytes[i] >= 0) {
        i = asciiEnd(bytes, i, to);
      }
    }
    return -1;
  }

  /// Decodes `bytes[from, to)` to `out[0, …)`, which has room for `to - from` chars.
  ///
  /// @return the number of chars, or the complement of the index of the first malformed sequence
  static int decode(byte[] bytes, int from, int to, char[] out) {
    int i = from;
    int end = 0;
    while (i < to) {
      int ascii = asciiEnd(bytes, i, to);
      while (i < ascii) {
        out[end++] = (char) bytes[i++];
      }
      while (i < to && bytes[i] < 0) {
        int codePoint = codePointAt(bytes, i, to);
        if (codePoint < 0) {
          return ~i;
        }
        if (codePoint < 0x1_0000) {
          out[end++] = (char) codePoint;
          i += codePoint < 0x800 ? 2 : 3;
        } else {
          out[end++] = Character.highSurrogate(codePoint);
          out[end++] = Character.lowSurrogate(codePoint);
          i += 4;
        }
      }
    }
    return end;
  }

  /// {@return the code point whose sequence begins at `i` with a byte that is not ASCII, or -1 when
  /// there is none}
  private static int codePointAt(byte[] bytes, int i, int to) {
    int lead = bytes[i] & 0xFF;
    if (lead < 0xE0) {
      return lead >= 0xC2 && to - i >= 2 && isContinuation(bytes[i + 1])
          ? (lead & 0x1F) << 6 | (bytes[i + 1] & 0x3F)
          : -1;
    }
    return lead < 0xF0 ? three(bytes, i, to, lead) : four(bytes, i, to, lead);
  }

  private static int three(byte[] bytes, int i, int to, int lead) {
    if (to - i < 3 || !isContinuation(bytes[i + 1]) || !isContinuation(bytes[i + 2])) {
      return -1;
    }
    int codePoint = (lead & 0xF) << 12 | (bytes[i + 1] & 0x3F) << 6 | (bytes[i + 2] & 0x3F);
    return codePoint < 0x800 || isSurrogate(codePoint) ? -1 : codePoint;
  }

  private static int four(byte[] bytes, int i, int to, int lead) {
    if (lead > 0xF4
        || to - i < 4
        || !isContinuation(bytes[i + 1])
        || !isContinuation(bytes[i + 2])
        || !isContinuation(bytes[i + 3])) {
      return -1;
    }
    int codePoint =
        (lead & 0x7) << 18
            | (bytes[i + 1] & 0x3F) << 12
            | (bytes[i + 2] & 0x3F) << 6
            | (bytes[i + 3] & 0x3F);
    return codePoint < 0x1_0000 || codePoint > Character.MAX_CODE_POINT ? -1 : codePoint;
  }
}
