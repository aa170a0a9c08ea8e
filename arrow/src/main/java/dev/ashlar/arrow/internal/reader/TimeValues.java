// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.reader;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Map;

/// Times and durations of an [array][CArray], converted to the unit of a component. Plain integers
/// are in the component's unit already.
final class TimeValues {
  private static final Map<Character, Long> NANOS =
      Map.of('s', 1_000_000_000L, 'm', 1_000_000L, 'u', 1_000L, 'n', 1L);
  private static final long DAY = 86_400 * 1_000_000_000L;

  /// DuckDB's interval: months, days, nanoseconds.
  private static final String INTERVAL = "tin";

  private final ColumnFormat component;
  private final String format;
  private final long array;
  private final long end;
  private final long unit;
  private final long nanos;
  private final IntegerValues counts;

  TimeValues(ColumnFormat component, String format, long array, long end) {
    this.component = component;
    this.format = format;
    this.array = array;
    this.end = end;
    this.counts = new IntegerValues(format, array, end);
    this.unit = nanos(component.format());
    this.nanos = IntegerValues.isCount(format) ? unit : format.equals(INTERVAL) ? 1 : nanos(format);
  }

  private static long nanos(String format) {
    return NANOS.getOrDefault(format.charAt(2), 0L);
  }

  static boolean fit(String format, ColumnFormat component) {
    if (IntegerValues.isCount(format)) {
      return true;
    }
    return switch (component.kind()) {
      case "time" -> format.matches("tt[smun]");
      case "datetime" -> format.matches("ts[smun]:");
      case "instant" -> format.matches("ts[smun]:.*");
      default -> format.matches("tD[smun]") || format.equals(INTERVAL);
    };
  }

  long get(long index) {
    BigInteger value = format.equals(INTERVAL) ? interval(index) : counts.big(index);
    BigInteger[] units =
        value.multiply(BigInteger.valueOf(nanos)).divideAndRemainder(BigInteger.valueOf(unit));
    boolean isTime = component.kind().equals("time");
    BigInteger most = BigInteger.valueOf(DAY / unit);
    boolean outside =
        isTime
            ? units[0].signum() < 0 || units[0].compareTo(most) >= 0
            : units[0].bitLength() >= Long.SIZE;
    if (outside) {
      throw new UnfitValueException(
          units[0] + " " + component.words().get(1), "is not in the range of " + component.kind());
    }
    // Of a value out of range, truncating it would not help.
    if (units[1].signum() != 0) {
      throw new UnfitValueException(
          value.multiply(BigInteger.valueOf(nanos)) + " ns",
          "is no whole number of %s: truncate it in the query".formatted(component.words().get(1)));
    }
    return units[0].longValue();
  }

  private BigInteger interval(long index) {
    MemorySegment values = Foreign.segment(CArray.buffer(array, 1), end * 16);
    int months = values.getAtIndex(JAVA_INT_UNALIGNED, 4 * index);
    if (months != 0) {
      throw new UnfitValueException(
          "an interval with %d months".formatted(months), "has no fixed duration");
    }
    return BigInteger.valueOf(values.getAtIndex(JAVA_INT_UNALIGNED, 4 * index + 1))
        .multiply(BigInteger.valueOf(DAY))
        .add(BigInteger.valueOf(values.getAtIndex(JAVA_LONG_UNALIGNED, 2 * index + 1)));
  }
}
