// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedBytes;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.annotation.Unit;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.MemoryKind;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Components that are more than one primitive: the limits of their values, and what cursors,
/// columns and files have of them.
@Timeout(60)
final class ComponentTypesTest {
  enum Side {
    BUY,
    SELL
  }

  record Leg(int quantity, @OrNull @Nullable LocalDate settled) {}

  @SuppressWarnings("ArrayRecordComponent") // Which is the point.
  record Order(
      LocalDate day,
      LocalTime time,
      @Unit(ChronoUnit.SECONDS) LocalDateTime local,
      @Unit(ChronoUnit.NANOS) Instant at,
      Duration took,
      @Decimal(precision = 5, scale = 2) BigDecimal price,
      @Decimal(precision = 38, scale = 0) BigDecimal total,
      UUID id,
      @FixedBytes(3) byte[] hash,
      @FixedUtf8(4) String code,
      Leg leg,
      Optional<Leg> hedge,
      Optional<Side> side,
      @OrNull @Nullable Long limit) {}

  interface OrderCursor extends Cursor {
    LocalDate day();

    int getDay();

    OrderCursor day(LocalDate value);

    void setDay(int value);

    Instant at();

    long getAt();

    BigDecimal total();

    OrderCursor total(BigDecimal value);

    String code();

    OrderCursor code(String value);

    byte[] hash();

    Leg leg();

    OrderCursor leg(Leg value);

    int legQuantity();

    OrderCursor legQuantity(int value);

    @Nullable LocalDate legSettled();

    boolean legSettledIsPresent();

    Optional<Leg> hedge();

    OrderCursor hedge(Optional<Leg> value);

    boolean hedgeIsPresent();

    int hedgeQuantity();

    Optional<Side> side();

    @Nullable Long limit();

    OrderCursor limit(@Nullable Long value);

    long getLimit();
  }

  interface AtomicDay extends Cursor {
    int getAndAddDay(int days);
  }

  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);
  private static final LocalDate DAY = LocalDate.of(2026, 11, 23);
  private static final BigDecimal TOTAL =
      new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE));
  private static final int ROWS = 12;
  private static final int ROW = 7;

  private static final Order ORDER =
      new Order(
          DAY,
          LocalTime.MAX.truncatedTo(ChronoUnit.MICROS),
          LocalDateTime.of(1, 2, 3, 4, 5),
          Instant.ofEpochSecond(0, Long.MIN_VALUE),
          Duration.of(Long.MIN_VALUE, ChronoUnit.MICROS),
          new BigDecimal("-999.99"),
          TOTAL.negate(),
          new UUID(1L << 63, 2),
          new byte[] {-1, 0, 1},
          "\ud83d\ude00",
          new Leg(3, null),
          Optional.of(new Leg(4, DAY)),
          Optional.of(Side.SELL),
          Long.MIN_VALUE);

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds();
  }

  private static void requireOrder(Order found, Order expected) throws Exception {
    assertThat(RandomValues.comparable(found)).isEqualTo(RandomValues.comparable(expected));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aNewRowIsZero(TableFixture.Kind kind) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      requireOrder(
          kind.make(fixture, ORDERS, ROWS).get(ROW),
          new Order(
              LocalDate.EPOCH,
              LocalTime.MIDNIGHT,
              LocalDate.EPOCH.atStartOfDay(),
              Instant.EPOCH,
              Duration.ZERO,
              new BigDecimal("0.00"),
              BigDecimal.ZERO,
              new UUID(0, 0),
              new byte[3],
              "",
              new Leg(0, null),
              Optional.empty(),
              Optional.empty(),
              null));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aCursorReachesComponentsAndWhatTheyAreStoredAs(TableFixture.Kind kind) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      Table<Order> table = kind.make(fixture, ORDERS, ROWS);
      table.set(ROW, ORDER);
      OrderCursor cursor = table.cursor(OrderCursor.class);
      cursor.moveTo(ROW);
      assertThat(cursor.day()).isEqualTo(DAY);
      assertThat(cursor.getDay()).isEqualTo((int) DAY.toEpochDay());
      assertThat(cursor.at()).isEqualTo(ORDER.at());
      assertThat(cursor.getAt()).isEqualTo(Long.MIN_VALUE);
      assertThat(cursor.total()).isEqualTo(TOTAL.negate());
      assertThat(cursor.code()).isEqualTo("\ud83d\ude00");
      assertThat(cursor.hash()).containsExactly(-1, 0, 1);
      assertThat(cursor.leg()).isEqualTo(ORDER.leg());
      assertThat(cursor.legQuantity()).isEqualTo(3);
      assertThat(cursor.legSettledIsPresent()).isFalse();
      assertThat(cursor.legSettled()).isNull();
      assertThat(cursor.hedge()).isEqualTo(ORDER.hedge());
      assertThat(cursor.hedgeIsPresent()).isTrue();
      assertThat(cursor.hedgeQuantity()).isEqualTo(4);
      assertThat(cursor.side()).contains(Side.SELL);
      assertThat(cursor.limit()).isEqualTo(Long.MIN_VALUE);
      assertThat(cursor.getLimit()).isEqualTo(Long.MIN_VALUE);

      Leg leg = new Leg(-1, DAY);
      cursor.day(LocalDate.MIN.withYear(-1)).total(TOTAL).code("").leg(leg).hedge(Optional.empty());
      cursor.limit(null).setDay(1);
      assertThat(cursor.day()).isEqualTo(LocalDate.of(1970, 1, 2));
      assertThat(cursor.leg()).isEqualTo(leg);
      assertThat(cursor.legQuantity(9).legQuantity()).isEqualTo(9);
      assertThat(cursor.hedgeQuantity()).as("an absent value has zeros").isZero();
      requireOrder(
          table.get(ROW),
          new Order(
              LocalDate.of(1970, 1, 2),
              ORDER.time(),
              ORDER.local(),
              ORDER.at(),
              ORDER.took(),
              ORDER.price(),
              TOTAL,
              ORDER.id(),
              ORDER.hash(),
              "",
              new Leg(9, DAY),
              Optional.empty(),
              ORDER.side(),
              null));
      for (int row : new int[] {ROW - 1, ROW + 1}) {
        cursor.moveTo(row);
        assertThat(cursor.code()).as("the rows beside are untouched").isEmpty();
        assertThat(cursor.total()).isEqualTo(BigDecimal.ZERO);
      }
      if (!kind.isRows()) {
        AtomicDay atomic = table.cursor(AtomicDay.class);
        atomic.moveTo(ROW);
        assertThat(atomic.getAndAddDay(2)).isEqualTo(1);
        assertThat(table.get(ROW).day()).isEqualTo(LocalDate.of(1970, 1, 4));
      }
    }
  }

  private record Misfit(UnaryOperator<Order> change, List<String> words) {
    Misfit(UnaryOperator<Order> change, String... words) {
      this(change, List.of(words));
    }
  }

  private static Order with(Order of, LocalDate day, LocalTime time, Instant at, BigDecimal price) {
    return new Order(
        day, time, of.local, at, of.took, price, of.total, of.id, of.hash, of.code, of.leg,
        of.hedge, of.side, of.limit);
  }

  private static Order with(Order of, BigDecimal total, byte[] hash, String code, Duration took) {
    return new Order(
        of.day, of.time, of.local, of.at, took, of.price, total, of.id, hash, code, of.leg,
        of.hedge, of.side, of.limit);
  }

  private static List<Misfit> misfits() {
    LocalDate late = LocalDate.of(5_881_580, 7, 12);
    LocalTime fine = LocalTime.of(1, 2, 3, 4);
    Instant farAway = Instant.ofEpochSecond(0, Long.MAX_VALUE).plusNanos(1);
    return List.of(
        new Misfit(
            o -> with(o, late, o.time, o.at, o.price), "day", late.toString(), "5881580-07-11"),
        new Misfit(o -> with(o, o.day, fine, o.at, o.price), "time", fine.toString(), "MICROS"),
        new Misfit(
            o -> with(o, o.day, o.time, farAway, o.price),
            "at",
            farAway.toString(),
            "NANOS",
            "2262"),
        new Misfit(
            o -> with(o, o.day, o.time, o.at, new BigDecimal("1000")),
            "price",
            "1000",
            "precision = 5, scale = 2",
            "3 digits before"),
        new Misfit(
            o -> with(o, o.day, o.time, o.at, new BigDecimal("0.001")),
            "price",
            "0.001",
            "precision = 5, scale = 2",
            "2 digits behind"),
        new Misfit(
            o -> with(o, o.day, o.time, o.at, new BigDecimal("1E-1000000000")), "price", "behind"),
        new Misfit(
            o -> with(o, o.day, o.time, o.at, new BigDecimal("1E+1000000000")), "price", "before"),
        new Misfit(
            o -> with(o, TOTAL.add(BigDecimal.ONE), o.hash, o.code, o.took), "total", "38", "0"),
        new Misfit(
            o -> with(o, o.total, new byte[2], o.code, o.took),
            "hash",
            "2 bytes",
            "@FixedBytes has 3"),
        new Misfit(
            o -> with(o, o.total, o.hash, "12345", o.took),
            "code",
            "\"12345\"",
            "5 bytes",
            "@FixedUtf8 has 4"),
        new Misfit(o -> with(o, o.total, o.hash, "\u00e4\u00e4a", o.took), "code", "5 bytes"),
        new Misfit(o -> with(o, o.total, o.hash, "a\0", o.took), "code", "character 1 is 0"),
        new Misfit(o -> with(o, o.total, o.hash, "\ud83d", o.took), "code", "unpaired surrogate"),
        new Misfit(
            o -> with(o, o.total, o.hash, o.code, Duration.ofSeconds(Long.MAX_VALUE)),
            "took",
            "MICROS"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whatDoesNotFitIsNamedAndNothingIsWritten(TableFixture.Kind kind) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      Table<Order> table = kind.make(fixture, ORDERS, ROWS);
      table.set(ROW, ORDER);
      Order other = table.get(0);
      for (Misfit misfit : misfits()) {
        Order bad = misfit.change().apply(other);
        String prefix = Order.class.getName() + "." + misfit.words().getFirst() + " cannot be ";
        assertThatIllegalArgumentException()
            .isThrownBy(() -> table.set(ROW, bad))
            .withMessageStartingWith(prefix)
            .satisfies(thrown -> assertThat(thrown.getMessage()).contains(misfit.words()));
        assertThatIllegalArgumentException().isThrownBy(() -> table.append(bad));
        assertThatIllegalArgumentException().isThrownBy(() -> table.fill(bad));
      }
      OrderCursor cursor = table.cursor(OrderCursor.class);
      cursor.moveTo(ROW);
      assertThatIllegalArgumentException().isThrownBy(() -> cursor.code("12345"));
      assertThatIllegalArgumentException().isThrownBy(() -> cursor.total(new BigDecimal("0.5")));
      assertThatNullPointerException()
          .isThrownBy(() -> cursor.day(Nulls.ofType()))
          .withMessageContaining("Order.day is null")
          .withMessageContaining("@OrNull");
      assertThatNullPointerException()
          .isThrownBy(() -> cursor.hedge(Nulls.ofType()))
          .withMessageContaining("Order.hedge is null");
      requireOrder(table.get(ROW), ORDER);
      assertThat(table.size()).isEqualTo(ROWS);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRowThatIsNotThereIsNamed(TableFixture.Kind kind) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      Table<Order> table = kind.make(fixture, ORDERS, ROWS);
      OrderCursor cursor = table.cursor(OrderCursor.class);
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(cursor::code)
          .withMessageStartingWith("There is no row -1 in ");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> table.get(ROWS))
          .withMessageStartingWith("There is no row 12 in ");
    }
  }

  /// Somebody else wrote the memory.
  @ParameterizedTest
  @MethodSource("kinds")
  void whatIsNoValueIsNamedWhenItIsRead(TableFixture.Kind kind) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      Table<Order> table = kind.make(fixture, ORDERS, ROWS);
      for (String name : List.of("time", "price")) {
        long[] before = {Duration.ofDays(1).toNanos() / 1_000, 100_000};
        poke(table, name, before[name.equals("time") ? 0 : 1]);
        assertThatIllegalStateException()
            .isThrownBy(() -> table.get(ROW))
            .withMessageStartingWith(Order.class.getName() + "." + name + " has ")
            .withMessageContaining(
                " in " + (kind.isMapped() ? table.storage().path() + ", which" : "memory"));
        poke(table, name, 0);
      }
      requireOrder(table.get(ROW), table.get(0));
    }
  }

  private static void poke(Table<Order> table, String name, long value) {
    Chunk chunk = Table.chunk(table, ROW);
    int row = (int) (ROW - chunk.first);
    int index = ORDERS.schema().field(name).index();
    if (chunk.kind == MemoryKind.HEAP_COLUMNS) {
      ((long[]) chunk.arrays[index])[row] = value;
    } else {
      chunk.memory.set(ValueLayout.JAVA_LONG_UNALIGNED, chunk.offset(index, row), value);
    }
  }

  @Test
  void columnsHaveWhatIsStored() {
    Table<Order> table = ORDERS.columns().heap(ROWS);
    table.set(ROW, ORDER);
    assertThat(table.column("day").getInt(ROW)).isEqualTo((int) DAY.toEpochDay());
    assertThat(table.column("leg.quantity").getInt(ROW)).isEqualTo(3);
    assertThat(table.column("leg.settled.isPresent").getBoolean(ROW)).isFalse();
    assertThat(table.column("hedge.settled.isPresent").getBoolean(ROW)).isTrue();
    assertThat(table.column("side").getOrdinal(ROW)).isEqualTo(1);
    assertThat(table.column("limit").getLong(ROW)).isEqualTo(Long.MIN_VALUE);
    Column codes = table.column("code");
    assertThat(codes.type()).isEqualTo(String.class);
    assertThat(codes.asReadOnlySegment().byteSize()).isEqualTo(4 * ROWS);
    assertThat(codes.asReadOnlySegment().asSlice(4 * ROW).getString(0)).isEqualTo("\ud83d\ude00");
    assertThat(table.column("id").asReadOnlySegment().get(ValueLayout.JAVA_BYTE, 16 * ROW))
        .as("the first byte of RFC 9562")
        .isEqualTo((byte) 0x80);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codes.getByte(0))
        .withMessageContaining("Order.code is java.lang.String, not byte: use asSegment()");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.column("leg"))
        .withMessageContaining("leg.quantity");
  }

  @Test
  void aFileHasTheTypesByWordsAndKeepsTheRows(@TempDir Path folder) throws Exception {
    assertThat(ORDERS.schema().text())
        .isEqualTo(
            """
            day date
            time time micros
            local datetime seconds
            at instant nanos
            took duration micros
            price decimal 5 2
            total decimal 38 0
            id uuid
            hash bytes 3
            code utf8 4
            leg.quantity int
            leg.settled optional date
            hedge optional record
            hedge.quantity int
            hedge.settled optional date
            side optional enum BUY,SELL
            limit optional long
            """);
    Path path = folder.resolve("orders");
    for (TableLayout<Order> layout :
        List.of(ORDERS.rows(), ORDERS.alignedRows(), ORDERS.columns())) {
      try (MappedTable<Order> table = layout.create(path, 0)) {
        for (int i = 0; i < 10_000; i++) {
          table.append(ORDER);
        }
        table.commit();
      }
      try (MappedTable<Order> table = layout.open(path, TableOption.VERIFY)) {
        assertThat(table.size()).isEqualTo(10_000);
        requireOrder(table.get(0), ORDER);
        requireOrder(table.get(9_999), ORDER);
      }
      java.nio.file.Files.delete(path);
    }
  }

  record Shorter(@FixedUtf8(3) String code) {}

  record Longer(@FixedUtf8(4) String code) {}

  @Test
  void aFileOfAnotherLengthIsRefused(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("codes");
    TableType.of(MethodHandles.lookup(), Shorter.class).rows().create(path, 1).close();
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), Longer.class).rows().open(path))
        .withMessageContaining("code is utf8 4, and utf8 3 in the file");
  }
}
