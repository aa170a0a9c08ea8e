// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ashlar.table.annotation.FixedBytes;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.index.KeyHash;
import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.Seeded;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        .isThrownBy(() -> table.index("name", "price"))
        .withMessageContaining("Trade.price cannot have an index");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.index("name", "name"))
        .withMessageContaining("name+name has a component twice");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.index("nothing"))
        .withMessageContaining("no component nothing");
  }

  @Test
  void whatIsNoKeyIsRefusedWithTheRemedy() {
    Table<Trade> table = table(1);
    Index names = table.index("name");
    Index days = table.index("name", "day");
    Index keys = table.index("key");
    for (Runnable call :
        List.<Runnable>of(
            () -> names.find(7), () -> names.find("a", "b"), () -> names.keyOf("a"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(call::run)
          .withMessageContaining("index of name in " + Trade.class.getName())
          .withMessageContaining("its keys are (String name), which find and rows take");
    }
    for (Runnable call :
        List.<Runnable>of(() -> days.find("a"), () -> days.rows(), () -> days.find(7))) {
      assertThatIllegalArgumentException()
          .isThrownBy(call::run)
          .withMessageContaining("its keys are (String name, LocalDate day)");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> days.find("a", 7))
        .withMessageContaining("Trade.day has no value 7 of java.lang.Integer");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keys.find("a"))
        .withMessageContaining("Trade.key has no value a");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keys.find(new byte[16], 0, 16))
        .withMessageContaining("was given bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.index("id").find("a", "b"))
        .withMessageContaining("its keys are (long id)");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> names.find(new byte[3], 2, 2));
    assertThatNullPointerException()
        .isThrownBy(() -> days.find("a", Nulls.<Object>ofType()))
        .withMessageContaining("A row without a value has no key");
    assertThat(names.find("a text that is too long")).isEqualTo(-1);
    assertThat(names.find("\uD800")).isEqualTo(-1);
    assertThat(names.find("")).isZero();
    assertThat(days).hasToString("index of name+day in " + table);
  }

  @SuppressWarnings("ArrayRecordComponent") // Tables store them.
  record Hashed(@FixedBytes(3) byte[] hash, String name) {}

  @Test
  void bytesAreKeys() {
    Table<Hashed> table = TableType.of(MethodHandles.lookup(), Hashed.class).columns().heap(0);
    Index hashes = table.uniqueIndex("hash");
    table.append(new Hashed(new byte[] {1, 2, 3}, "a"));
    table.append(new Hashed(new byte[] {1, 2, 0}, "a"));
    assertThat(hashes.find(new byte[] {1, 2, 3})).isZero();
    assertThat(hashes.find(new byte[] {0, 1, 2, 0}, 1, 3)).isEqualTo(1);
    assertThat(hashes.contains(new byte[] {1, 2})).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.append(new Hashed(new byte[] {1, 2, 3}, "b")))
        .withMessageContaining("Hashed.hash is 010203 in row 0");
    Index names = table.index("name");
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(
            () -> table.chunks().getFirst().setText("name", 0, MemorySegment.ofArray(new byte[0])))
        .withMessageContaining("index of name")
        .withMessageContaining("setText");
    names.drop();
    table.chunks().getFirst().setText("name", 0, MemorySegment.ofArray(new byte[0]));
  }

  /// As Python 3.11 says with PYTHONHASHSEED=0, which is SipHash-1-3 with a key of zeros.
  @Test
  void hashesAreThoseOfAnotherImplementation() {
    KeyHash hashes = new KeyHash(0, 0, Long.SIZE);
    KeyBytes key = new KeyBytes();
    for (long[] each :
        new long[][] {
          {0x0706050403020100L, 0xead411e67ebe2eeaL}, {0x0f0e0d0c0b0a0908L, 0x8972188433a5c5b7L}
        }) {
      key.addOrCompare(littleEndian(each[0]));
      key.end();
      assertThat(littleEndian(hashes.hash(key))).isEqualTo(littleEndian(each[1]));
    }
    Map<String, Long> texts =
        Map.of(
            "", 0xcc2247b79ac48af0L,
            "a", 0x196d3a21fb28a625L,
            "abc", 0x78fa4f1a9bf0affcL,
            "Grace Hopper", 0xfc5e25bf6c464c96L,
            "longer than twelve bytes", 0x722a945035acfbc4L);
    texts.forEach((text, hash) -> {
      key.begin();
      key.add(text);
      key.end();
      assertThat(hashes.hash(key)).as(text).isEqualTo(hash);
    });
  }

  private static long littleEndian(long word) {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? word : Long.reverseBytes(word);
  }

  record Customer(String name, @FixedUtf8(12) String code, UUID key, int number) {
    static Customer of(int number) {
      return new Customer("customer number " + number, "c" + number, new UUID(0, number), number);
    }
  }

  private static final TableType<Customer> CUSTOMERS =
      TableType.of(MethodHandles.lookup(), Customer.class);

  @Test
  void aTextTakesAtMost14BytesAndNothingIsLeftForTheCollector() throws Exception {
    Path file = folder.resolve("customers");
    int rows = 100_000;
    try (MappedTable<Customer> mapped = CUSTOMERS.rows().create(file, 0)) {
      for (Table<Customer> table : List.of(CUSTOMERS.columns().heap(0), mapped)) {
        Index names = table.index("name");
        Index codes = table.uniqueIndex("code");
        Index keys = table.uniqueIndex("key");
        Customer[] customers = new Customer[rows];
        Text[] texts = new Text[rows];
        byte[][] bytes = new byte[rows][];
        for (int i = 0; i < rows; i++) {
          customers[i] = Customer.of(i);
          texts[i] = TableType.text(customers[i].name());
          bytes[i] = customers[i].name().getBytes(UTF_8);
          table.append(customers[i]);
          if (i > 1_000) {
            assertThat(names.byteSize()).isLessThanOrEqualTo(14L * i);
          }
        }
        long[] sum = {0};
        Garbage.assertAtMost(
            1_000,
            () -> {
              sum[0] = 0;
              for (int i = 0; i < rows; i++) {
                sum[0] += names.find(customers[i].name());
                sum[0] += names.find(texts[i]);
                sum[0] += names.find(bytes[i], 0, bytes[i].length);
                sum[0] += codes.find(customers[i].code());
                sum[0] += keys.find(customers[i].key());
                sum[0] += codes.find(customers[i].name()) + 1;
              }
            });
        assertThat(sum[0]).isEqualTo(5L * rows * (rows - 1) / 2);
      }
    }
  }

  /// Hashes have 32 bits: two of some hundred thousand keys are equal.
  @Test
  void textsOfEqualHashesAreFound() {
    Table<Customer> table = CUSTOMERS.columns().heap(0);
    Index names = table.uniqueIndex("name");
    int rows = 400_000;
    for (int i = 0; i < rows; i++) {
      table.append(Customer.of(i));
    }
    for (int i = 0; i < rows; i++) {
      if (names.find(table.get(i).name()) != i) {
        throw new AssertionError(i);
      }
    }
    assertThat(names.keys()).isEqualTo(rows);
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

  /// A name moves from row to row, and there is always a row that keeps it.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void threadsThatLookUpFindTextsThatStay(boolean mapped, RandomGenerator random) throws Exception {
    try (MappedTable<Customer> file = CUSTOMERS.rows().create(folder.resolve("names"), 0)) {
      Table<Customer> table = mapped ? file : CUSTOMERS.columns().heap(0);
      for (int i = 0; i < 1_000; i++) {
        table.append(Customer.of(i));
      }
      Index names = table.index("name");
      Index numbers = table.index("number", "name");
      String often = "a name that many customers have";
      for (int i = 0; i < 10; i++) {
        table.set(i, new Customer(often, "", new UUID(0, 0), 7));
      }
      AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
      Thread writer =
          new Thread(() -> {
            try {
              for (int i = 0; i < 40_000; i++) {
                table.set(i % 10, new Customer("another name " + i % 100, "", new UUID(0, i), i));
                table.set(i % 10, new Customer(often, "", new UUID(0, i), 7));
                table.set(500 + i % 500, Customer.of(500 + i % 500));
                table.append(Customer.of(-1 - i));
              }
            } catch (Throwable failed) {
              failure.set(failed);
            }
          });
      writer.start();
      while (writer.isAlive()) {
        int row = 10 + random.nextInt(990);
        assertThat(names.find("customer number " + row)).isEqualTo(row);
        assertThat(numbers.find(row, "customer number " + row)).isEqualTo(row);
        assertThat(names.find(often)).isBetween(0L, 9L);
        assertThat(numbers.find(7, often)).isBetween(0L, 9L);
        long last = table.sizeAcquire() - 1;
        if (last >= 1_000) {
          assertThat(names.find("customer number " + (999 - last))).isEqualTo(last);
        }
      }
      writer.join();
      assertThat(failure.get()).isNull();
      assertThat(names.rows(often)).hasSize(10);
      assertThat(names.keys()).isEqualTo(990 + 1 + 40_000);
    }
  }
}
