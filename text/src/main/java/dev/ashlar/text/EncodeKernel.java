// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static dev.ashlar.text.Utf8Bytes.CHAR;
import static dev.ashlar.text.Utf8Bytes.INT;
import static dev.ashlar.text.Utf8Bytes.LONG;
import static dev.ashlar.text.Utf8Bytes.four;
import static dev.ashlar.text.Utf8Bytes.fourTwos;
import static dev.ashlar.text.Utf8Bytes.isPair;
import static dev.ashlar.text.Utf8Bytes.isSurrogate;
import static dev.ashlar.text.Utf8Bytes.three;
import static dev.ashlar.text.Utf8Bytes.two;
import static dev.ashlar.text.Utf8Bytes.twoThrees;

/// Encodes UTF-16 to UTF-8 from one scratch array to another, for text that is not all ASCII.
///
/// Text of one script is packed several chars at a time inside a long. Text that alternates between
/// lengths goes through tables instead of branches, because a branch on the length of each char is
/// mispredicted too often.
///
/// The chars come twice: as an array, and as the little-endian bytes of the same array, so that
/// four can be loaded at once. The output needs [#SLACK] bytes behind the last one; they are
/// overwritten.
final class EncodeKernel {
  /// Bytes behind the output that stores of whole words may touch.
  static final int SLACK = 8;

  /// Most chars of changing script that are taken one by one before looking for a run again.
  private static final int MAX_STRIDE = 128;

  private static final long HIGH_FIVE = 0xF800_F800_F800_F800L;
  private static final long SURROGATE = 0xD800_D800_D800_D800L;
  private static final long SIGN = 0x8000_8000_8000_8000L;
  private static final long LOWEST_THREE = 0x0800_0800_0800_0800L;
  private static final long OVER_ASCII = 0x0780_0780_0780_0780L;
  private static final long OVER_ASCII_TO_SIGN = 0x7F80_7F80_7F80_7F80L;

  /// For each char below U+0800: its bytes from bit 8 up, eight times their number below. The low
  /// six bits of a sum of entries are a shift distance.
  private static final int[] ONE_OR_TWO = new int[0x800];

  /// For each 64 chars of the basic plane, what turns the three-byte form into the right one. Bits
  /// 0-7 are the shift, bits 8-15 the size, bits 16-23 the correction. Negative for surrogates.
  private static final int[] SHAPE = new int[0x1_0000 >> 6];

  static {
    for (int c = 0; c < ONE_OR_TWO.length; c++) {
      ONE_OR_TWO[c] = c < 0x80 ? c << 8 | 8 : two(c) << 8 | 16;
    }
    for (int i = 0; i < SHAPE.length; i++) {
      int c = i << 6;
      if (c < 0x80) {
        SHAPE[i] = 16 | 1 << 8 | (0x80 | c) << 16;
      } else if (c < 0x800) {
        SHAPE[i] = 8 | 2 << 8 | 0x40 << 16;
      } else {
        SHAPE[i] = isSurrogate(c) ? Integer.MIN_VALUE : 3 << 8;
      }
    }
  }

  private EncodeKernel() {}

  /// {@return the bytes of a char below U+0800 from bit 8 up, eight times their number below}
  static int oneOrTwo(int c) {
    return ONE_OR_TWO[c & 0x7FF];
  }

  /// {@return the data of a char for [#word] and [#size]; negative for a surrogate}
  static int shape(int c) {
    return SHAPE[c >>> 6];
  }

  /// {@return the bytes of a char of this shape, and zero or others behind them}
  static int word(int c, int shape) {
    return three(c) >>> shape ^ shape >>> 16;
  }

  /// {@return the number of bytes of a char of this shape}
  static int size(int shape) {
    return shape >>> 8 & 0xFF;
  }

  /// Encodes `chars[from, to)` to `out[end, …)`.
  ///
  /// @param units the same chars as bytes, `chars[from]` first
  /// @return the end of the output, or the complement of the index of a lone surrogate when
  ///   `malformed` is [Malformed#REPORT]
  static int encode(
      char[] chars, byte[] units, int from, int to, byte[] out, int end, Malformed malformed) {
    int i = from;
    int stride = 8;
    while (i <= to - 8) {
      int unit = (i - from) << 1;
      long x = (long) LONG.get(units, unit);
      long y = (long) LONG.get(units, unit + 8);
      if (((x | y) & HIGH_FIVE) == 0) {
        if ((overAscii(x) & overAscii(y)) == SIGN) {
          LONG.set(out, end, fourTwos(x));
          LONG.set(out, end + 8, fourTwos(y));
          end += 16;
          i += 8;
        } else {
          long reached = oneOrTwo(chars, i, to, out, end);
          i = (int) (reached >>> 32);
          end = (int) reached;
        }
      } else if (allThree(x) && allThree(y)) {
        LONG.set(out, end, twoThrees((int) x));
        LONG.set(out, end + 6, twoThrees((int) (x >>> 32)));
        LONG.set(out, end + 12, twoThrees((int) y));
        LONG.set(out, end + 18, twoThrees((int) (y >>> 32)));
        end += 24;
        i += 8;
        stride = 8;
      } else {
        // The more often the script changes, the less often it pays to look for a run.
        int stop = Math.min(i + stride, to);
        stride = Math.min(stride << 1, MAX_STRIDE);
        long reached = any(chars, i, stop, to, out, end, malformed);
        if (reached < 0) {
          return (int) reached;
        }
        i = (int) (reached >>> 32);
        end = (int) reached;
      }
    }
    return (int) any(chars, i, to, to, out, end, malformed);
  }

  /// Chars below U+0800, four at a time, until another comes; where both ends are is packed as
  /// index << 32 | end.
  private static long oneOrTwo(char[] chars, int from, int to, byte[] out, int end) {
    int i = from;
    for (; i < to - 3; i += 4) {
      int a = chars[i];
      int b = chars[i + 1];
      int c = chars[i + 2];
      int d = chars[i + 3];
      if ((a | b | c | d) >= 0x800) {
        break;
      }
      int shift = ONE_OR_TWO[a & 0x7FF];
      long word = (long) shift >>> 8;
      int entry = ONE_OR_TWO[b & 0x7FF];
      word |= (long) (entry >>> 8) << shift;
      shift += entry;
      entry = ONE_OR_TWO[c & 0x7FF];
      word |= (long) (entry >>> 8) << shift;
      shift += entry;
      entry = ONE_OR_TWO[d & 0x7FF];
      word |= (long) (entry >>> 8) << shift;
      shift += entry;
      LONG.set(out, end, word);
      end += shift >>> 3 & 0xF;
    }
    return packed(i, end);
  }

  /// Any chars, one at a time, until `stop` is reached or, by the second half of a pair, passed.
  private static long any(
      char[] chars, int from, int stop, int to, byte[] out, int end, Malformed malformed) {
    int i = from;
    while (i < stop) {
      int c = chars[i];
      int shape = shape(c);
      if (shape >= 0) {
        INT.set(out, end, word(c, shape));
        end += size(shape);
        i++;
      } else {
        int next = i + 1 < to ? chars[i + 1] : 0;
        if (isPair(c, next)) {
          INT.set(out, end, four(Character.toCodePoint((char) c, (char) next)));
          end += 4;
          i += 2;
        } else if (malformed == Malformed.REPORT) {
          return ~i;
        } else {
          INT.set(out, end, malformed.replacement);
          end += malformed.replacementSize;
          i++;
        }
      }
    }
    return packed(i, end);
  }

  /// {@return the bytes that `chars` as little-endian bytes in `units[0, 2 * count)` become}
  ///
  /// Lone surrogates count as `replacementSize`.
  static int encodedLength(byte[] units, int count, int replacementSize) {
    int length = 0;
    int i = 0;
    while (i < count) {
      if (i <= count - 4) {
        long x = (long) LONG.get(units, i << 1);
        if (noneZero((x & HIGH_FIVE) ^ SURROGATE)) {
          long magnitude = x & ~SIGN;
          long two = ((magnitude + OVER_ASCII_TO_SIGN) | x) & SIGN;
          long three = ((magnitude + 0x7800_7800_7800_7800L) | x) & SIGN;
          length += 4 + Long.bitCount(two) + Long.bitCount(three);
          i += 4;
          continue;
        }
      }
      int c = (char) CHAR.get(units, i << 1);
      i++;
      if (!isSurrogate(c)) {
        length += size(shape(c));
      } else if (i < count && isPair(c, (char) CHAR.get(units, i << 1))) {
        length += 4;
        i++;
      } else {
        length += replacementSize;
      }
    }
    return length;
  }

  /// For lanes below U+0800: the sign of each that is not ASCII.
  private static long overAscii(long x) {
    return ((x & OVER_ASCII) + OVER_ASCII_TO_SIGN) & SIGN;
  }

  private static boolean allThree(long x) {
    long high = x & HIGH_FIVE;
    return noneZero(high) && noneZero(high ^ SURROGATE);
  }

  /// For lanes whose low eleven bits are zero: none is zero altogether.
  private static boolean noneZero(long high) {
    return ((high - LOWEST_THREE) & ~high & SIGN) == 0;
  }

  private static long packed(int index, int end) {
    return (long) index << 32 | end;
  }
}
