// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static dev.ashlar.text.Utf8Bytes.SHORT;

/// Writes integers in decimal, two digits at a time from a table.
final class DecimalDigits {
  /// The last power of ten, negated, that a `long` has.
  private static final long LEAST_POWER = -1_000_000_000_000_000_000L;

  private static final short[] PAIRS = new short[100];

  static {
    for (int i = 0; i < PAIRS.length; i++) {
      PAIRS[i] = (short) (('0' + i / 10) | ('0' + i % 10) << 8);
    }
  }

  private DecimalDigits() {}

  /// {@return how many bytes `value` takes, its sign included}
  static int length(long value) {
    // Negative numbers reach one further than positive ones.
    int length = value < 0 ? 2 : 1;
    long negative = value < 0 ? value : -value;
    for (long bound = -10; negative <= bound; bound *= 10) {
      length++;
      if (bound == LEAST_POWER) {
        break;
      }
    }
    return length;
  }

  /// Writes `value`, which takes `length` bytes, to `target[offset, …)`.
  static void put(long value, int length, byte[] target, int offset) {
    int start = offset;
    long rest = -value;
    if (value < 0) {
      target[start++] = '-';
      rest = value;
    }
    int at = offset + length;
    while (rest <= -100) {
      long hundreds = rest / 100;
      at -= 2;
      SHORT.set(target, at, PAIRS[(int) (hundreds * 100 - rest)]);
      rest = hundreds;
    }
    if (rest <= -10) {
      SHORT.set(target, start, PAIRS[(int) -rest]);
    } else {
      target[start] = (byte) ('0' - rest);
    }
  }
}
