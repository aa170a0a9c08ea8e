// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.ashlar.arrow.internal.cdata.Foreign;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// The range of a DuckDB type: the numbers that mean the same in a table and in an array of Arrow.
///
/// In DuckDB the greatest number of a date or timestamp is `infinity`, and its negative is
/// `-infinity`. In a table these are ordinary times. A time that DuckDB cannot print invalidates
/// its database. When DuckDB converts to Arrow, it multiplies the microseconds of intervals without
/// a check for overflow. It takes the highest bit of `UHUGEINT` for a sign.
public enum DuckDbRange {
  DATE(Integer.BYTES, 0, 1L - Integer.MAX_VALUE, Integer.MAX_VALUE - 1L),
  TIMESTAMP_S(Long.BYTES, 0, -Long.MAX_VALUE / 1_000_000, Long.MAX_VALUE / 1_000_000),
  TIMESTAMP_MS(Long.BYTES, 0, -Long.MAX_VALUE / 1_000, Long.MAX_VALUE / 1_000),
  /// Begins at 290309-12-22 (BC).
  TIMESTAMP(Long.BYTES, 0, -9_223_372_022_400_000_000L, Long.MAX_VALUE - 1),
  TIMESTAMP_NS(Long.BYTES, 0, 1 - Long.MAX_VALUE, Long.MAX_VALUE - 1),
  /// The microseconds, which follow months and days.
  INTERVAL(2 * Long.BYTES, Long.BYTES, -Long.MAX_VALUE / 1_000, Long.MAX_VALUE / 1_000),
  /// The upper half of the number.
  UHUGEINT(2 * Long.BYTES, Long.BYTES, 0, Long.MAX_VALUE);

  private final int stride;
  private final int offset;
  private final long least;
  private final long greatest;

  /// @param stride the bytes from one value to the next; numbers of 4 bytes are `int`s
  /// @param offset the offset of a number in its value
  DuckDbRange(int stride, int offset, long least, long greatest) {
    this.stride = stride;
    this.offset = offset;
    this.least = least;
    this.greatest = greatest;
  }

  /// Returns the range of a type, or null if all its numbers mean the same.
  ///
  /// @param type the number of the type in `duckdb_type`
  public static @Nullable DuckDbRange of(int type) {
    return switch (type) {
      case 12, 31 -> TIMESTAMP;
      case 13 -> DATE;
      case 15 -> INTERVAL;
      case 20 -> TIMESTAMP_S;
      case 21 -> TIMESTAMP_MS;
      case 22, 42 -> TIMESTAMP_NS;
      case 32 -> UHUGEINT;
      default -> null;
    };
  }

  /// Returns the first row whose number is out of range, or -1 if there is none.
  ///
  /// @param values the address of the first row's value
  /// @param isPresent whether a row has a value
  public int find(long values, int rows, IntPredicate isPresent) {
    MemorySegment numbers = Foreign.segment(values, (long) rows * stride);
    if (areInside(numbers, rows)) {
      return -1;
    }
    for (int row = 0; row < rows; row++) {
      long number = number(numbers, row);
      if ((number < least || number > greatest) && isPresent.test(row)) {
        return row;
      }
    }
    return -1;
  }

  /// Returns whether all numbers are known to be inside. The loops are vectorized: what is added to
  /// a number outside, or subtracted from it, changes its sign.
  private boolean areInside(MemorySegment numbers, int rows) {
    if (this == DATE) {
      int above = (int) (Integer.MAX_VALUE - greatest);
      int below = (int) (least - Integer.MIN_VALUE);
      int signs = 0;
      for (int row = 0; row < rows; row++) {
        int number = numbers.getAtIndex(JAVA_INT_UNALIGNED, row);
        signs |= (~number & (number + above)) | (number & ~(number - below));
      }
      return signs >= 0;
    }
    if (stride != Long.BYTES) {
      return false;
    }
    long above = Long.MAX_VALUE - greatest;
    long below = least - Long.MIN_VALUE;
    long signs = 0;
    for (int row = 0; row < rows; row++) {
      long number = numbers.getAtIndex(JAVA_LONG_UNALIGNED, row);
      signs |= (~number & (number + above)) | (number & ~(number - below));
    }
    return signs >= 0;
  }

  long number(long values, int row) {
    return number(Foreign.segment(values, (row + 1L) * stride), row);
  }

  private long number(MemorySegment numbers, int row) {
    return this == DATE
        ? numbers.getAtIndex(JAVA_INT_UNALIGNED, row)
        : numbers.get(JAVA_LONG_UNALIGNED, (long) row * stride + offset);
  }

  /// Returns a message about a value out of range, with the remedy.
  ///
  /// @param name the name of the column in SQL
  public String refusal(long values, int row, String name) {
    long number = number(values, row);
    return switch (this) {
      case INTERVAL ->
          "an interval of %d microseconds, and Arrow has %d at most: use epoch_us(%s) in the query"
              .formatted(number, greatest, name);
      case UHUGEINT ->
          "at least %s, which is too much for a table: cast %s to varchar in the query"
              .formatted(new BigInteger(Long.toUnsignedString(number)).shiftLeft(Long.SIZE), name);
      default ->
          "%sinfinity, which no table has: use case when isfinite(%s) then %2$s end, which is null, in the query"
              .formatted(number < 0 ? "-" : "", name);
    };
  }
}
