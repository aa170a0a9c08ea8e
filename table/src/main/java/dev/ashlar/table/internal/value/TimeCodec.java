// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/// Stores a time as a `long` that counts units.
///
/// @param field the record and the component, for messages
/// @param unit one of [#UNITS]
/// @param perSecond how many units a second has
public record TimeCodec(String field, Type type, ChronoUnit unit, long perSecond)
    implements Codec.OfLong {
  /// The units there are.
  public static final List<ChronoUnit> UNITS =
      List.of(ChronoUnit.SECONDS, ChronoUnit.MILLIS, ChronoUnit.MICROS, ChronoUnit.NANOS);

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /// The Java type of a time.
  public enum Type {
    /// Since midnight.
    TIME,
    /// Since 1970-01-01T00:00.
    DATETIME,
    /// Since 1970-01-01T00:00Z.
    INSTANT,
    /// Between two times.
    DURATION
  }

  public static TimeCodec of(String field, Type type, ChronoUnit unit) {
    return new TimeCodec(field, type, unit, NANOS_PER_SECOND / unit.getDuration().toNanos());
  }

  @Override
  public String text() {
    return type.name().toLowerCase(Locale.ROOT) + " " + unit.name().toLowerCase(Locale.ROOT);
  }

  @Override
  @SuppressWarnings({"JavaLocalTimeGetNano", "JavaLocalDateTimeGetNano"}) // Seconds are asked for.
  public long encode(Object value) {
    return switch (type) {
      case TIME -> {
        LocalTime time = (LocalTime) value;
        yield units(time.toSecondOfDay(), time.getNano(), value);
      }
      case DATETIME -> {
        LocalDateTime time = (LocalDateTime) value;
        yield units(time.toEpochSecond(ZoneOffset.UTC), time.getNano(), value);
      }
      case INSTANT -> {
        Instant time = (Instant) value;
        yield units(time.getEpochSecond(), time.getNano(), value);
      }
      case DURATION -> {
        Duration time = (Duration) value;
        yield units(time.getSeconds(), time.getNano(), value);
      }
    };
  }

  /// @param nanos from 0 on, and less than a second, also of times before 0
  private long units(long seconds, int nanos, Object value) {
    long nanosPerUnit = NANOS_PER_SECOND / perSecond;
    long units = nanos / nanosPerUnit;
    long stored;
    try {
      // Of a time before 0, the whole seconds alone may be out of range.
      stored =
          seconds < 0
              ? Math.addExact(Math.multiplyExact(seconds + 1, perSecond), units - perSecond)
              : Math.addExact(Math.multiplyExact(seconds, perSecond), units);
    } catch (ArithmeticException outside) {
      throw Codec.refused(
          field,
          value,
          "a long has %s %s %s: truncate it to a coarser @Unit; if it stands for no limit, use @OrNull and no value"
              .formatted(
                  unit.name(),
                  seconds < 0 ? "from" : "up to",
                  decode(seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE)));
    }
    // Of a value out of range, truncating it would not help.
    if (nanos % nanosPerUnit != 0) {
      throw Codec.refused(
          field,
          value,
          "it is stored in %s, and %d ns are no whole number of them: truncate it, or annotate the component with a finer @Unit"
              .formatted(unit.name(), nanos));
    }
    return stored;
  }

  @Override
  public Object decode(long stored) {
    long seconds = Math.floorDiv(stored, perSecond);
    int nanos = (int) (Math.floorMod(stored, perSecond) * (NANOS_PER_SECOND / perSecond));
    try {
      return switch (type) {
        case TIME -> LocalTime.ofSecondOfDay(seconds).withNano(nanos);
        case DATETIME -> LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
        case INSTANT -> Instant.ofEpochSecond(seconds, nanos);
        case DURATION -> Duration.ofSeconds(seconds, nanos);
      };
    } catch (DateTimeException outside) {
      throw Codec.noValue(field, stored, text());
    }
  }
}
