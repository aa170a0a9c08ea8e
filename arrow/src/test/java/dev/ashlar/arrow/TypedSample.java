// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedBytes;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.annotation.Unit;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A record with components that are more than a primitive.
record TypedSample(
    LocalDate day,
    @Unit(ChronoUnit.SECONDS) LocalTime second,
    LocalTime micro,
    @Unit(ChronoUnit.MILLIS) LocalDateTime milli,
    Instant instant,
    @Unit(ChronoUnit.NANOS) Instant precise,
    Duration took,
    @Unit(ChronoUnit.NANOS) Duration tookNanos,
    @Decimal(precision = 7, scale = 2) BigDecimal small,
    @Decimal(precision = 18, scale = 4) BigDecimal price,
    @Decimal(precision = 38, scale = 10) BigDecimal wide,
    UUID id,
    @FixedUtf8(12) String code,
    @OrNull @Nullable LocalDate due,
    Optional<Integer> count,
    @OrNull @FixedUtf8(5) @Nullable String note,
    @OrNull @Nullable Boolean flag,
    @OrNull @Nullable UUID parent,
    @OrNull Sample.@Nullable Side side,
    Leg leg,
    @OrNull @Nullable Leg other) {

  record Leg(
      long quantity, @OrNull @Decimal(precision = 12, scale = 3) @Nullable BigDecimal price) {}

  /// An array has its own identity, so it is apart.
  @SuppressWarnings("ArrayRecordComponent")
  record Hash(@FixedBytes(5) byte[] hash) {}

  static final TableType<TypedSample> TYPE =
      TableType.of(MethodHandles.lookup(), TypedSample.class);
  static final TableType<Hash> HASH = TableType.of(MethodHandles.lookup(), Hash.class);

  static TypedSample random(Random random) {
    Instant instant = Instant.EPOCH.plus(random.nextLong(-1L << 50, 1L << 50), ChronoUnit.MICROS);
    return new TypedSample(
        day(random),
        LocalTime.ofSecondOfDay(random.nextInt(86_400)),
        LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000L) * 1_000),
        LocalDateTime.ofInstant(instant, ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS),
        instant,
        instant.plusNanos(random.nextInt(1_000)),
        Duration.of(random.nextLong(-1L << 40, 1L << 40), ChronoUnit.MICROS),
        Duration.ofNanos(random.nextLong()),
        decimal(random, 23, 2),
        decimal(random, 59, 4),
        decimal(random, 120, 10),
        new UUID(random.nextLong(), random.nextLong()),
        "ä".repeat(random.nextInt(3)) + "x".repeat(random.nextInt(9)),
        random.nextBoolean() ? day(random) : null,
        random.nextBoolean() ? Optional.of(random.nextInt()) : Optional.empty(),
        random.nextBoolean() ? "x".repeat(random.nextInt(6)) : null,
        random.nextInt(3) == 0 ? null : Boolean.valueOf(random.nextBoolean()),
        random.nextBoolean() ? new UUID(random.nextLong(), random.nextLong()) : null,
        random.nextBoolean() ? Sample.Side.OTHER : null,
        leg(random),
        random.nextBoolean() ? leg(random) : null);
  }

  private static LocalDate day(Random random) {
    return LocalDate.ofEpochDay(random.nextInt(-100_000, 100_000));
  }

  private static BigDecimal decimal(Random random, int bits, int scale) {
    BigInteger unscaled = new BigInteger(bits, random);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
  }

  private static Leg leg(Random random) {
    return new Leg(random.nextLong(), random.nextBoolean() ? decimal(random, 39, 3) : null);
  }
}
