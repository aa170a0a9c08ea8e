// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.annotation.OrZero;
import dev.ashlar.table.annotation.Was;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A file that was written with an earlier version of the record.
@Timeout(60)
final class SchemaChangeTest {
  enum OldSide {
    BUY,
    SELL
  }

  enum Side {
    BUY,
    SELL,
    HOLD
  }

  record OldLeg(int quantity) {}

  record Leg(@OrNull @Nullable LocalDate settled, long quantity) {}

  record Old(
      long id,
      byte count,
      char grade,
      float ratio,
      OldSide side,
      OldSide unused,
      @FixedUtf8(4) String code,
      @Decimal(precision = 5, scale = 2) BigDecimal price,
      LocalDate day,
      OldLeg leg,
      UUID unusedId) {}

  record Account(@FixedUtf8(8) String owner, Side side) {}

  record Trade(
      @Decimal(precision = 30, scale = 2) BigDecimal price,
      @OrZero Account account,
      Optional<Account> second,
      @FixedUtf8(9) String code,
      @OrZero Instant at,
      Leg leg,
      Side side,
      double ratio,
      int grade,
      long count,
      long id,
      @OrZero boolean flag,
      @OrNull @Nullable LocalDate day) {}

  interface TradeCursor extends Cursor {
    BigDecimal price();

    Account account();

    Optional<Account> second();

    long count();

    void count(long value);

    Side side();

    Instant at();

    Leg leg();

    @Nullable LocalDate day();

    void id(long value);
  }

  private static final TableType<Old> OLD = TableType.of(MethodHandles.lookup(), Old.class);
  private static final TableType<Trade> NEW = TableType.of(MethodHandles.lookup(), Trade.class);
  private static final int ROWS = 5_000;
  private static final LocalDate DAY = LocalDate.of(2026, 11, 23);

  private static <R extends Record> TableLayout<R> layout(TableType<R> type, String name) {
    return switch (name) {
      case "rows" -> type.rows();
      case "alignedRows" -> type.alignedRows();
      default -> type.columns();
    };
  }

  private static Old old(int i) {
    return new Old(
        i,
        (byte) -i,
        (char) (0xFFFF - i),
        i / 3f,
        OldSide.values()[i % 2],
        OldSide.SELL,
        "c" + i % 100,
        BigDecimal.valueOf(i, 2),
        DAY.plusDays(i),
        new OldLeg(-i),
        new UUID(i, i));
  }

  private static Trade expected(int i) {
    return new Trade(
        BigDecimal.valueOf(i, 2),
        new Account("", Side.BUY),
        Optional.empty(),
        "c" + i % 100,
        Instant.EPOCH,
        new Leg(null, -i),
        Side.values()[i % 2],
        (double) (i / 3f),
        0xFFFF - i,
        (byte) -i,
        i,
        false,
        DAY.plusDays(i));
  }

  private static Path written(Path folder, String layout) throws Exception {
    Path path = folder.resolve("trades");
    try (MappedTable<Old> table = layout(OLD, layout).create(path, 0)) {
      for (int i = 0; i < ROWS; i++) {
        table.append(old(i));
      }
      table.commit();
    }
    return path;
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "alignedRows", "columns"})
  void theComponentsAreFoundByTheirNames(String layout, @TempDir Path folder) throws Exception {
    Path path = written(folder, layout);
    Path copy = folder.resolve("copy");
    try (MappedTable<Trade> table = layout(NEW, layout).openReadOnly(path, TableOption.VERIFY)) {
      assertThat(table.size()).isEqualTo(ROWS);
      TradeCursor cursor = table.cursor(TradeCursor.class);
      for (int i = 0; i < ROWS; i++) {
        Trade trade = expected(i);
        assertThat(table.get(i)).isEqualTo(trade);
        cursor.moveTo(i);
        assertThat(cursor.price()).isEqualTo(trade.price());
        assertThat(cursor.account()).isEqualTo(trade.account());
        assertThat(cursor.second()).isEmpty();
        assertThat(cursor.count()).isEqualTo(trade.count());
        assertThat(cursor.side()).isEqualTo(trade.side());
        assertThat(cursor.at()).isEqualTo(Instant.EPOCH);
        assertThat(cursor.leg()).isEqualTo(trade.leg());
        assertThat(cursor.day()).isEqualTo(trade.day());
      }
      try (MappedTable<Trade> target = table.layout().create(copy, table.size())) {
        table.copyTo(0, target, 0, table.size());
        target.set(0, expected(1));
        target.commit();
      }
    }
    try (MappedTable<Trade> table = layout(NEW, layout).open(copy)) {
      assertThat(table.schemaChanges()).isEmpty();
      assertThat(table.get(0)).isEqualTo(expected(1));
      assertThat(table.get(ROWS - 1)).isEqualTo(expected(ROWS - 1));
    }
  }

  @Test
  void whatDiffersIsListed(@TempDir Path folder) throws Exception {
    try (MappedTable<Trade> table = NEW.columns().openReadOnly(written(folder, "columns"))) {
      assertThat(table.schemaChanges())
          .containsExactly(
              "price is decimal 30 2, and decimal 5 2 in the file",
              "account.owner is not in the file",
              "account.side is not in the file",
              "second is not in the file",
              "code is utf8 9, and utf8 4 in the file",
              "at is not in the file",
              "leg.settled is not in the file",
              "leg.quantity is long, and int in the file",
              "side is enum BUY,SELL,HOLD, and enum BUY,SELL in the file",
              "ratio is double, and float in the file",
              "grade is int, and char in the file",
              "count is long, and byte in the file",
              "flag is not in the file",
              "day is optional date, and date in the file",
              "unused is in the file only, and left out",
              "unusedId is in the file only, and left out");
    }
  }

  /// Whoever takes its memory for that of the record would read something else.
  @Test
  void itHasTheColumnsThatAreStoredAlike(@TempDir Path folder) throws Exception {
    try (MappedTable<Trade> table = NEW.columns().openReadOnly(written(folder, "columns"))) {
      assertThat(table.column("id").getLong(ROWS - 1)).isEqualTo(ROWS - 1);
      assertThat(table.column("side").getOrdinal(1)).isEqualTo(1);
      assertThat(table.column("day").getInt(0)).isEqualTo((int) DAY.toEpochDay());
      for (String name : List.of("count", "grade", "code", "price", "at", "day.isPresent")) {
        assertThatExceptionOfType(UnsupportedOperationException.class)
            .isThrownBy(() -> table.column(name))
            .withMessageContaining("has no column " + name);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "alignedRows", "columns"})
  void itIsNotWritten(String layout, @TempDir Path folder) throws Exception {
    Path path = written(folder, layout);
    byte[] before = Files.readAllBytes(path);
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> layout(NEW, layout).open(path))
        .withMessageContaining("flag is not in the file");
    try (MappedTable<Trade> table = layout(NEW, layout).openReadOnly(path)) {
      TradeCursor cursor = table.cursor(TradeCursor.class);
      cursor.moveTo(0);
      for (Runnable write :
          List.<Runnable>of(
              () -> table.set(0, expected(1)),
              () -> table.append(expected(1)),
              () -> table.fill(expected(1)),
              () -> cursor.count(1),
              () -> cursor.id(1))) {
        assertThatExceptionOfType(IllegalArgumentException.class)
            .isThrownBy(write::run)
            .withMessageContaining("read");
      }
      assertThat(table.get(0)).isEqualTo(expected(0));
      Table<Trade> made = table.layout().type().columns().heap(1);
      made.set(0, expected(1));
      assertThat(made.get(0)).isEqualTo(expected(1));
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  record Narrower(short id) {}

  record OtherScale(@Decimal(precision = 30, scale = 3) BigDecimal price) {}

  record FewerDigits(@Decimal(precision = 4, scale = 2) BigDecimal price) {}

  enum Reordered {
    SELL,
    BUY
  }

  record OtherOrder(Reordered side) {}

  record ShorterText(@FixedUtf8(3) String code) {}

  record NoRecord(int leg) {}

  record NowRecord(OldLeg id) {}

  record OtherType(Instant day) {}

  record TextForNumber(@FixedUtf8(3) String count, boolean grade) {}

  @Test
  void whatCannotBeReadIsRefusedFieldByField(@TempDir Path folder) throws Exception {
    Path path = written(folder, "rows");
    assertRefused(path, Narrower.class, "id is short, and long in the file");
    assertRefused(path, OtherScale.class, "price is decimal 30 3, and decimal 5 2 in the file");
    assertRefused(path, FewerDigits.class, "price is decimal 4 2, and decimal 5 2 in the file");
    assertRefused(path, OtherOrder.class, "side is enum SELL,BUY, and enum BUY,SELL in the file");
    assertRefused(path, ShorterText.class, "code is utf8 3, and utf8 4 in the file");
    assertRefused(path, NoRecord.class, "leg is a record in the file");
    assertRefused(path, NowRecord.class, "id is record, and long in the file");
    assertRefused(path, OtherType.class, "day is instant micros, and date in the file");
    assertRefused(
        path,
        TextForNumber.class,
        "count is utf8 3, and byte in the file; grade is boolean, and char in the file");
  }

  record MayBeAbsent(Optional<Long> id) {}

  record Always(long id) {}

  @Test
  void aValueThatMayBeAbsentNeedsAPlaceForThat(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("ids");
    TableType.of(MethodHandles.lookup(), MayBeAbsent.class).rows().create(path, 1).close();
    assertRefused(path, Always.class, "id may be absent in the file: annotate it with @OrNull");
  }

  record Point(int x, int y) {}

  record Before(long id, String name, Point point, int size) {}

  private static final TableType<Before> BEFORE =
      TableType.of(MethodHandles.lookup(), Before.class);

  private static Path before(Path folder) throws Exception {
    Path path = folder.resolve("before");
    try (MappedTable<Before> table = BEFORE.rows().create(path, 0)) {
      table.append(new Before(7, "a name of more than 12 bytes", new Point(3, 4), 5));
      table.commit();
    }
    return path;
  }

  private static <R extends Record> R first(Class<R> record, Path path) throws Exception {
    TableType<R> type = TableType.of(MethodHandles.lookup(), record);
    try (MappedTable<R> table = type.rows().openReadOnly(path)) {
      return table.get(0);
    }
  }

  record Place(@Was("x") int left, @Was({"height", "y"}) int top) {}

  record Renamed(
      @Was("id") long key, @Was("name") String title, @Was("point") Place place, int size) {}

  @Test
  void aFormerNameIsFound(@TempDir Path folder) throws Exception {
    Path path = before(folder);
    assertThat(first(Renamed.class, path))
        .isEqualTo(new Renamed(7, "a name of more than 12 bytes", new Place(3, 4), 5));
    TableType<Renamed> type = TableType.of(MethodHandles.lookup(), Renamed.class);
    try (MappedTable<Renamed> table = type.rows().openReadOnly(path)) {
      assertThat(table.schemaChanges())
          .contains("key is id in the file", "place.top is point.y in the file");
    }
  }

  record Moved(@Was("point.x") int x, @Was("point.y") int y, long id) {}

  @Test
  void aComponentMayHaveLeftItsRecord(@TempDir Path folder) throws Exception {
    assertThat(first(Moved.class, before(folder))).isEqualTo(new Moved(3, 4, 7));
  }

  record Numbers(int a, int b) {}

  record Exchanged(@Was("b") int a, @Was("a") int b) {}

  record NameIsTaken(int a, @Was("a") @OrZero int other) {}

  /// The present names count before the former ones.
  @Test
  void aFormerNameThatIsAnothersIsNotTaken(@TempDir Path folder) throws Exception {
    Path path = folder.resolve("numbers");
    TableType<Numbers> type = TableType.of(MethodHandles.lookup(), Numbers.class);
    try (MappedTable<Numbers> table = type.rows().create(path, 0)) {
      table.append(new Numbers(1, 2));
      table.commit();
    }
    assertThat(first(Exchanged.class, path)).isEqualTo(new Exchanged(1, 2));
    assertThat(first(NameIsTaken.class, path)).isEqualTo(new NameIsTaken(1, 0));
  }

  record RenamedWithoutAWord(long key, String name) {}

  record NothingInCommon(int first, String second) {}

  record OnlyOptional(Optional<Integer> first, @OrZero int second) {}

  record AddedLater(long id, @OrZero int priority, @OrZero Point center, Optional<Point> end) {}

  @Test
  void whatIsNotInTheFileIsRefusedByName(@TempDir Path folder) throws Exception {
    Path path = before(folder);
    assertRefused(path, RenamedWithoutAWord.class, "key is not in the file");
    assertRefused(path, RenamedWithoutAWord.class, "@Was(");
    assertRefused(path, NothingInCommon.class, "has none of its components");
    assertRefused(path, OnlyOptional.class, "has none of its components");
    assertThat(first(AddedLater.class, path))
        .isEqualTo(new AddedLater(7, 0, new Point(0, 0), Optional.empty()));
  }

  record Chained(@Was({"key", "nr", "id"}) long orderId, @Was({"label", "name"}) String title) {}

  record NeverThere(@Was({"key", "nr"}) long orderId, String name) {}

  record BothWere(@Was("id") long key, @Was("id") @OrZero long number) {}

  record SeveralOfFile(@Was({"size", "id"}) long first, String name) {}

  @Test
  void formerNamesAreTriedInTurn(@TempDir Path folder) throws Exception {
    Path path = before(folder);
    assertThat(first(Chained.class, path))
        .isEqualTo(new Chained(7, "a name of more than 12 bytes"));
    assertThat(first(SeveralOfFile.class, path).first()).isEqualTo(5);
    assertRefused(path, NeverThere.class, "orderId is not in the file, nor is key or nr: annotate");
    assertRefused(path, BothWere.class, "key and number both were id: leave that out of the @Was");
  }

  private static void assertRefused(Path path, Class<? extends Record> record, String reason) {
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), record).rows().openReadOnly(path))
        .withMessageContaining("differs from " + record.getName())
        .withMessageContaining(reason);
  }
}
