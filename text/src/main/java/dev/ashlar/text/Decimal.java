package dev.ashlar.text;

import static dev.ashlar.text.Utf8Bytes.SHORT;

/// Decimal digits of integers, two at a time from a table.
final class Decimal {
  /// Bytes that [#put] may write: a sign and nineteen digits.
  static final int MAX_LENGTH = 20;

  private static final short[] PAIRS = new short[100];

  static {
    for (int i = 0; i < PAIRS.length; i++) {
      PAIRS[i] = (short) (('0' + i / 10) | ('0' + i % 10) << 8);
    }
  }

  private Decimal() {}

  /// Writes `value` to `target[offset, …)` and returns the end.
  static int put(long value, byte[] target, int offset) {
    int start = offset;
    long rest = value;
    if (value < 0) {
      target[start++] = '-';
    } else {
      // Negative numbers reach one further than positive ones.
      rest = -value;
    }
    int end = start + digits(rest);
    int at = end;
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
    return end;
  }

  private static int digits(long negative) {
    int count = 1;
    for (long bound = -10; negative <= bound; bound *= 10) {
      count++;
      if (count == 19) {
        break;
      }
    }
    return count;
  }
}
