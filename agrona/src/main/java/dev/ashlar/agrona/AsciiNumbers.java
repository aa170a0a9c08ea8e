// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.agrona;

import dev.ashlar.memory.Bytes;
import org.agrona.AsciiNumberFormatException;

/// Decimal numbers as ASCII digits.
final class AsciiNumbers {
  private AsciiNumbers() {}

  /// {@return the number whose digits are at `index`, with a minus sign in front if `signed`}
  ///
  /// @param most the greatest number there may be; the least is `-most - 1`
  /// @throws IndexOutOfBoundsException if the range is not inside the bytes
  /// @throws AsciiNumberFormatException if there is anything but digits, too large a number, or
  ///   more digits than those of `most`, be they zeros in front
  static long parse(Bytes bytes, int index, int length, boolean signed, long most) {
    Bytes text = bytes.asSlice(index, length);
    if (length == 0) {
      throw new AsciiNumberFormatException("no digits at index " + index);
    }
    boolean isNegative = signed && length > 1 && text.getByte(0) == '-';
    if (length - (isNegative ? 1 : 0) > digitCount(most)) {
      throw new AsciiNumberFormatException("too large: " + Strings.ascii(bytes, index, length));
    }
    // Negative numbers reach further than positive ones.
    long least = isNegative ? -most - 1 : -most;
    long negated = 0;
    for (int i = isNegative ? 1 : 0; i < length; i++) {
      int digit = text.getByte(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new AsciiNumberFormatException(
            "not a number: " + Strings.ascii(bytes, index, length));
      }
      if (negated < (least + digit) / 10) {
        throw new AsciiNumberFormatException("too large: " + Strings.ascii(bytes, index, length));
      }
      negated = negated * 10 - digit;
    }
    return isNegative ? negated : -negated;
  }

  /// Writes a number from `index` on.
  ///
  /// @return the number of bytes
  static int put(Bytes bytes, int index, long value) {
    boolean isNegative = value < 0;
    int length = digitCount(value) + (isNegative ? 1 : 0);
    checkRange(bytes, index, length);
    putDigits(bytes, index + length - digitCount(value), index + length, value);
    if (isNegative) {
      bytes.setByte(index, (byte) '-');
    }
    return length;
  }

  /// Writes the digits of a number so that they end before `end`, with zeros in front.
  ///
  /// @return what of the number did not fit; zero if all did
  static long putDigits(Bytes bytes, int begin, int end, long value) {
    long rest = value;
    for (int i = end - 1; i >= begin; i--) {
      bytes.setByte(i, (byte) ('0' + Math.abs(rest % 10)));
      rest /= 10;
    }
    return rest;
  }

  /// Agrona throws the same for an `int`; for a `long` it writes what is no number.
  ///
  /// @throws IndexOutOfBoundsException if `value` is negative
  static long requireNatural(long value) {
    if (value < 0) {
      throw new IndexOutOfBoundsException(
          "%d is negative: only putIntAscii and putLongAscii write a sign".formatted(value));
    }
    return value;
  }

  static int digitCount(long value) {
    int count = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      count++;
    }
    return count;
  }

  /// Throws before anything is written.
  private static void checkRange(Bytes bytes, int index, int length) {
    bytes.asSlice(index, length);
  }
}
