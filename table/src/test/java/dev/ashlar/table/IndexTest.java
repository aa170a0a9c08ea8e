// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.Seeded;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What an index refuses, what it costs, and several threads.
@ExtendWith(Seeded.class)
@Timeout(120)
final class IndexTest {
  enum Side {
    BUY,
    SELL
  }

  record Trade(
      long id, Side side, LocalDate day, double price, UUID key, @FixedUtf8(4) String name) {
    static Trade of(long id) {
      return new Trade(id, Side.SELL, LocalDate.EPOCH, 1, new UUID(0, id), "");
    }
  }

  interface Reading extends Cursor {
    long id();

    long getIdVolatile();

    void price(double price);
  }

  interface Writing extends Cursor {
    void id(long id);
  }

  interface Adding extends Cursor {
    long getAndAddId(long delta);
  }

  interface Dating extends Cursor {
    void day(LocalDate day);
  }

  private static final TableType<Trade> TRADES = TableType.of(MethodHandles.lookup(), Trade.class);

  @TempDir Path folder;

  private static Table<Trade> table(int rows) {
    Table<Trade> table = TRADES.columns().heap(0);
    for (int i = 0; i < rows; i++) {
      table.append(Trade.of(i * 7L));
    }
    return table;
  }

  @Test
  void otherFieldsAreRefusedWithTheReason() {
    Table<Trade> table = table(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.index("price"))
        .withMessageContaining("Trade.price cannot have an index")
        .withMessageContaining("-0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.index("key"))
        .withMessageContaining("a UUID is not stored as one integer");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.index("name"))
        .withMessageContaining("a String is not");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.index("nothing"))
        .withMessageContaining("no component nothing");
  }

  @Test
  void whatCouldWriteTheFieldIsRefused() {
    Table<Trade> table = table(3);
    Column before = table.column("id");
    table.cursor(Reading.class);
    Index ids = table.index("id");
    assertThat(table.index("id")).isSameAs(ids);
    for (Class<? extends Cursor> type :
        List.<Class<? extends Cursor>>of(Writing.class, Adding.class)) {
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> table.cursor(type))
          .withMessageContaining("index of id")
          .withMessageContaining("set whole rows");
    }
    table.cursor(Reading.class).moveTo(0);
    table.cursor(Dating.class).moveTo(0);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> before.setLong(0, 9));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> table.column("id").asSegment())
        .withMessageContaining("a segment");
    assertThat(table.column("id").asReadOnlySegment().byteSize()).isEqualTo(24);
    assertThat(before.getLong(1)).isEqualTo(7);

    ids.drop();
    table.cursor(Writing.class).next();
    assertThatIllegalStateException()
        .isThrownBy(() -> ids.find(0))
        .withMessageContaining("dropped");
    assertThatIllegalStateException()
        .isThrownBy(() -> table.index("id"))
        .withMessageContaining("make the index")
        .withMessageContaining("before them");
    assertThatIllegalStateException().isThrownBy(() -> table.index("day"));
  }

  @Test
  void aUniqueIndexIsNotMadeOfRowsThatAreNot() {
    Table<Trade> table = table(5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.uniqueIndex("side"))
        .withMessageContaining("Trade.side is 1 in row 0");
    Index sides = table.index("side");
    assertThat(sides.keyOf(Side.SELL)).isEqualTo(1);
    assertThat(sides.find(0)).isEqualTo(-1);
    assertThat(sides.rows(Side.SELL)).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(sides.rows(Side.BUY)).isEmpty();
    assertThatIllegalStateException()
        .isThrownBy(() -> table.uniqueIndex("side"))
        .withMessageContaining("not unique");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sides.keyOf("SELL"))
        .withMessageContaining("Trade.side has no value SELL");
    assertThat(table.index("day").keyOf(LocalDate.ofEpochDay(-3))).isEqualTo(-3);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> sides.next(5))
        .withMessageContaining("There is no row 5");
  }

  @Test
  void aClosedTableHasNoIndex() throws Exception {
    MappedTable<Trade> table = TRADES.columns().create(folder.resolve("closed"), 0);
    table.append(Trade.of(7));
    Index ids = table.index("id");
    table.close();
    assertThatIllegalStateException().isThrownBy(() -> ids.find(7)).withMessageContaining("closed");
    assertThatIllegalStateException().isThrownBy(() -> ids.next(0)).withMessageContaining("closed");
    assertThatIllegalStateException()
        .isThrownBy(() -> table.index("id"))
        .withMessageContaining("closed");
    table.close();
  }

  @Test
  void keysThatHaveMuchInCommonAreSpread() {
    for (int shift = 0; shift < 56; shift += 5) {
      Table<Trade> table = TRADES.columns().heap(0);
      Index ids = table.uniqueIndex("id");
      int rows = Math.min(2_000, (int) Math.min(1L << (63 - shift), 2_000));
      for (long i = 0; i < rows; i++) {
        table.append(Trade.of(i << shift));
      }
      for (long i = 0; i < rows; i++) {
        assertThat(ids.find(i << shift)).isEqualTo(i);
      }
      assertThat(ids.find(-1)).isEqualTo(-1);
    }
  }

  /// An accessor that changes its table, and another thread, find the table of one row taken.
  record Nesting(long id, @OrNull @Nullable Long other) {
    static final AtomicReference<@Nullable Runnable> INSIDE = new AtomicReference<>();

    @Override
    public @Nullable Long other() {
      Runnable inside = INSIDE.getAndSet(null);
      if (inside != null) {
        inside.run();
      }
      return other;
    }
  }

  @Test
  void anAccessorMayWriteToTheTable() {
    Table<Nesting> table = TableType.of(MethodHandles.lookup(), Nesting.class).columns().heap(3);
    Index ids = table.index("id");
    Nesting.INSIDE.set(() -> table.set(1, new Nesting(8, 80L)));
    table.set(0, new Nesting(9, 90L));
    assertThat(table.get(0)).isEqualTo(new Nesting(9, 90L));
    assertThat(table.get(1)).isEqualTo(new Nesting(8, 80L));
    assertThat(ids.find(9)).isEqualTo(0);
    assertThat(ids.find(8)).isEqualTo(1);
    assertThat(ids.find(0)).isEqualTo(2);
  }

  @Test
  void aKeyTakesAtMost20BytesAndNothingIsLeftForTheCollector() {
    record Id(long id) {}
    Table<Id> table = TableType.of(MethodHandles.lookup(), Id.class).columns().heap(0);
    Index unique = table.uniqueIndex("id");
    Index index = table.index("id").isUnique() ? unique : table.index("id");
    for (long id = 0; id < 300_000; id++) {
      table.append(new Id(id * 3));
      if (id > 1_000) {
        assertThat(unique.byteSize()).isLessThanOrEqualTo(20 * id);
      }
    }
    assertThat(index).isSameAs(unique);
    long[] sum = {0};
    Garbage.assertAtMost(
        1_000,
        () -> {
          sum[0] = 0;
          for (long id = 0; id < 300_000; id++) {
            sum[0] += unique.find(id * 3) + unique.find(id * 3 + 1) + 1;
          }
        });
    assertThat(sum[0]).isEqualTo(299_999L * 150_000);
  }

  @Test
  void aKeyOfManyRowsTakesAtMost20Bytes() {
    record Id(long id) {}
    Table<Id> table = TableType.of(MethodHandles.lookup(), Id.class).columns().heap(0);
    Index ids = table.index("id");
    for (long id = 0; id < 300_000; id++) {
      table.append(new Id(id));
      if (id > 1_000) {
        assertThat(ids.byteSize()).isLessThanOrEqualTo(20 * id);
      }
    }
  }

  @Test
  void equalKeysOfManyRowsAppendedAtOnceTakeNoSlots() {
    Table<Trade> table = TRADES.columns().heap(0);
    Index sides = table.index("side");
    Table<Trade> all = TRADES.columns().heap(300_000);
    table.appendAll(all);
    assertThat(sides.keys()).isEqualTo(1);
    // 2 * 4 bytes a row, with room for a quarter more.
    assertThat(sides.byteSize()).isLessThanOrEqualTo(10L * 300_000 + 1_000);
  }

  record Loan(long id, @OrNull @Nullable Integer client) {}

  private static final TableType<Loan> LOANS = TableType.of(MethodHandles.lookup(), Loan.class);

  @Test
  void aRowWithoutAKeyHasNoNextRow() {
    Table<Loan> table = LOANS.columns().heap(0);
    Index clients = table.index("client");
    for (int i = 0; i < 6; i++) {
      table.append(new Loan(i, 7));
    }
    table.set(2, new Loan(2, null));
    assertThat(clients.next(2)).isEqualTo(-1);
    assertThat(clients.next(1)).isEqualTo(3);
  }

  @Test
  void allRowsOfAUniqueIndexMayBeWithoutAKey() {
    Table<Loan> table = LOANS.columns().heap(3);
    Index clients = table.uniqueIndex("client");
    table.set(1, new Loan(1, 7));
    assertThatIllegalArgumentException().isThrownBy(() -> table.fill(new Loan(1, 8)));
    table.fill(new Loan(1, null));
    assertThat(clients.keys()).isZero();
    assertThat(table.get(1)).isEqualTo(new Loan(1, null));
  }

  @Test
  void aValueThatTheFieldCannotHaveHasNoKey() {
    Index clients = LOANS.columns().heap(0).index("client");
    assertThat(clients.keyOf(-7)).isEqualTo(-7);
    assertThat(clients.keyOf(7L)).isEqualTo(7);
    for (Object value :
        List.of(1L << 31, new BigDecimal("7.9"), BigInteger.ONE.shiftLeft(64), 7.0, '7')) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> clients.keyOf(value))
          .withMessageContaining("Loan.client has no value " + value);
    }
    assertThat(LOANS.columns().heap(0).index("id").keyOf(1L << 31)).isEqualTo(1L << 31);
  }

  /// Rows are appended and get other keys, and the keys that stay are always found.
  @Test
  void threadsThatLookUpFindWhatStays(RandomGenerator random) throws Exception {
    Table<Trade> table = table(1_000);
    Index ids = table.uniqueIndex("id");
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread writer =
        new Thread(() -> {
          try {
            for (int i = 0; i < 60_000; i++) {
              table.set(500 + i % 500, Trade.of(1_000_000L + i));
              table.append(Trade.of(-1L - i));
            }
          } catch (Throwable failed) {
            failure.set(failed);
          }
        });
    writer.start();
    long found = 0;
    while (writer.isAlive()) {
      int row = random.nextInt(500);
      assertThat(ids.find(row * 7L)).isEqualTo(row);
      long appended = ids.find(-1L - random.nextInt(60_000));
      if (appended >= 0) {
        assertThat(table.get(appended).id()).isNegative();
      }
      long last = table.sizeAcquire() - 1;
      if (last >= 2_000) {
        assertThat(ids.find(-1L - (last - 1_001))).isEqualTo(last - 1);
        found++;
      }
    }
    writer.join();
    assertThat(failure.get()).isNull();
    assertThat(found).isPositive();
    assertThat(ids.keys()).isEqualTo(61_000);
  }
}
