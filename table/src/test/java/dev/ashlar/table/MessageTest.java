// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A message names the record, the field, the value and what to do instead.
final class MessageTest {
  enum Side {
    BUY,
    SELL
  }

  record Trade(long id, int price, @Nullable Side side) {}

  interface Trades extends Cursor {
    long id();

    int price();

    Trades side(@Nullable Side side);
  }

  interface AtomicTrades extends Cursor {
    long getAndAddId(long delta);

    void setSideVolatile(@Nullable Side side);
  }

  interface IntId extends Cursor {
    int id();
  }

  interface TwoIds extends Cursor {
    void setIdVolatile(long first, long second);
  }

  interface OneSide extends Cursor {
    boolean compareAndSetSide(Side side);
  }

  interface Volume extends Cursor {
    long volume();
  }

  private static final TableType<Trade> TRADES = TableType.of(MethodHandles.lookup(), Trade.class);
  private static final String NAME = Trade.class.getName();
  private static final int ROWS = 10;
  private static TableFixture fixture = fixture();

  private static TableFixture fixture() {
    try {
      return new TableFixture();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  @BeforeAll
  static void open() {
    fixture = fixture();
  }

  @AfterAll
  static void close() throws IOException {
    fixture.close();
  }

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRecordThatIsNull(TableFixture.Kind kind) {
    Table<Trade> table = kind.make(fixture, TRADES, ROWS);
    Table<Trade> empty = kind.make(fixture, TRADES, 0);
    Trade none = Nulls.ofType();
    List<ThrowingCallable> writes =
        List.of(
            () -> table.set(3, none),
            () -> table.append(none),
            () -> table.fill(none),
            () -> empty.fill(none));
    for (ThrowingCallable write : writes) {
      assertThatNullPointerException()
          .isThrownBy(write)
          .withMessage("null is no " + NAME + ": a row of a table has a value of each component");
    }
    assertThat(table.size()).isEqualTo(ROWS);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aComponentThatIsNull(TableFixture.Kind kind) {
    Table<Trade> table = kind.make(fixture, TRADES, ROWS);
    Trade trade = new Trade(1, 2, null);
    Trades cursor = (Trades) table.cursor(Trades.class).moveTo(3);
    List<ThrowingCallable> writes =
        List.of(
            () -> table.set(3, trade),
            () -> table.append(trade),
            () -> table.fill(trade),
            () -> cursor.side(null));
    for (ThrowingCallable write : writes) {
      assertNullSide(write);
    }
    if (!kind.isRows()) {
      AtomicTrades atomics = (AtomicTrades) table.cursor(AtomicTrades.class).moveTo(3);
      assertNullSide(() -> atomics.setSideVolatile(null));
    }
    assertThat(table.get(3)).isEqualTo(new Trade(0, 0, Side.BUY));
  }

  private static void assertNullSide(ThrowingCallable write) {
    assertThatNullPointerException()
        .isThrownBy(write)
        .withMessage(
            "%s.side is null, and a table stores one of the constants of %s: add one for what is"
                + " missing, or annotate it with @OrNull",
            NAME, Side.class.getName());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRowThatIsNotThere(TableFixture.Kind kind) {
    Table<Trade> table = kind.make(fixture, TRADES, ROWS);
    Trade trade = new Trade(1, 2, Side.BUY);
    Trades cursor = table.cursor(Trades.class);
    for (long row : new long[] {-5, ROWS, 1L << 40}) {
      assertNoRow(() -> table.get(row), table, row, "");
      assertNoRow(() -> table.set(row, trade), table, row, "");
      assertNoRow(() -> cursor.moveTo(row), table, row, "");
    }
    String hint = ", and a cursor needs next() or moveTo(row) first";
    assertNoRow(cursor::id, table, -1, hint);
    assertNoRow(() -> cursor.side(Side.BUY), table, -1, hint);
    if (!kind.isRows()) {
      assertNoRow(() -> table.cursor(AtomicTrades.class).getAndAddId(1), table, -1, hint);
    }
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.copyTo(4, table, 0, 7))
        .withMessage("7 rows from row 4 on are not in " + table);
  }

  private static void assertNoRow(ThrowingCallable call, Table<?> table, long row, String hint) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(call)
        .withMessage("There is no row %d in %s; rows are numbered from 0%s", row, table, hint);
    assertThat(table).asString().contains(NAME, "10 rows");
  }

  @Test
  void aRecordsOwnExceptionIsPassedOn() {
    Table<Picky> table = PICKY.columns().heap(1);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.get(0))
        .withMessage("of the record");
  }

  record Picky(int value) {
    Picky {
      throw new IndexOutOfBoundsException("of the record");
    }
  }

  private static final TableType<Picky> PICKY = TableType.of(MethodHandles.lookup(), Picky.class);

  @Test
  void aCursorsMethodOfAnotherType() {
    assertRefused(IntId.class, ".id is long, so declare long id()");
    assertRefused(
        TwoIds.class,
        ".id is long, so declare void setIdVolatile(long value), or have it return TwoIds");
    assertRefused(OneSide.class, "declare boolean compareAndSetSide(Side expected, Side value)");
    assertRefused(Volume.class, "has no such component", "it has id, price, side");
  }

  private static void assertRefused(Class<? extends Cursor> cursor, String... words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TRADES.columns().heap(1).cursor(cursor))
        .withMessageContainingAll(words)
        .withMessageContainingAll(cursor.getDeclaredMethods()[0].getName() + "(", NAME);
  }

  @Test
  void aColumnOfAnotherType() {
    Table<Trade> table = TRADES.columns().heap(ROWS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.column("price").getLong(0))
        .withMessage(NAME + ".price is int, not long: use getInt or setInt");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.column("side").setInt(0, 1))
        .withMessage(
            "%s.side is %s, not int: use getOrdinal to read, and a cursor to write",
            NAME, Side.class.getName());
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.column("price").getInt(ROWS))
        .withMessage(
            "There is no row 10 in the 10 of column price int of %s; rows are numbered from 0",
            NAME);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.column("volume"))
        .withMessage(NAME + " has no component volume; it has id, price, side");
  }

  @Test
  void whatATableCannotDo() {
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> TRADES.rows().heap(10))
        .withMessage(
            NAME
                + ".rows() are not for the heap, where neighbors would share words and lose"
                + " updates: use alignedRows() or columns()");
  }

  @Test
  void aRecordOfTooManyFieldsNamesTheFirstOfThem() {
    List<RecordSchema.Field> fields =
        IntStream.rangeClosed(0, 1_000)
            .mapToObj(i -> new RecordSchema.Field("part%d.c%d".formatted(i / 200, i), "int"))
            .toList();
    assertThat(new RecordSchema("Wide", fields.subList(0, 1_000)).type().fields()).hasSize(1_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecordSchema("Wide", fields).type())
        .withMessageEndingWith(
            "Wide has more than 1000 fields, with those of the records inside: part5.c1000 is one too"
                + " many. Keep some of them in a second table with the same row numbers");
  }
}
