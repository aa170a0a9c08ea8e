// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.annotation.OrZero;
import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.testing.Seeded;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Statistics of blocks: which blocks have some, and that they are right.
@ExtendWith(Seeded.class)
@Timeout(300)
final class StatisticsTest {
  record Leg(int lots, @OrNull @Nullable Integer account, @OrNull @Nullable String name) {}

  record Item(
      long id,
      @OrNull @Nullable Double price,
      float weight,
      char mark,
      boolean open,
      @Decimal(precision = 30, scale = 2) BigDecimal total,
      String note,
      @FixedUtf8(13) String code,
      @FixedUtf8(1) String letter,
      @OrNull @Nullable Leg leg) {
    static Item of(RandomGenerator random) {
      return new Item(
          random.nextLong(-1_000, 1_000),
          random.nextInt(3) == 0 ? null : random.nextDouble(-1, 1),
          Float.intBitsToFloat(random.nextInt()),
          (char) random.nextInt(),
          random.nextInt(100) == 0,
          new BigDecimal(BigInteger.valueOf(random.nextLong()).shiftLeft(random.nextInt(30)), 2),
          text(random, random.nextInt(24)),
          text(random, random.nextInt(4)),
          random.nextBoolean() ? "a" : "",
          random.nextBoolean()
              ? null
              : new Leg(random.nextInt(50) - 25, random.nextInt(), text(random, 2)));
    }
  }

  private static String text(RandomGenerator random, int length) {
    return random.ints(length, 0, 4).mapToObj(List.of("a", "z", "ß", "€")::get).collect(joining());
  }

  /// The same with a wider number, without a component and with another one.
  record Changed(
      double mark,
      @OrZero int added,
      long id,
      @OrNull @Nullable Leg leg,
      @OrNull @Nullable Leg other) {}

  private static final TableType<Item> ITEMS = TableType.of(MethodHandles.lookup(), Item.class);
  private static final int BLOCK_ROWS = 64;
  private static final Plan PLAN = new Plan(4_096, 6);

  @TempDir Path folder;

  static List<TableLayout<Item>> layouts() {
    return List.of(ITEMS.rows(), ITEMS.alignedRows(), ITEMS.columns());
  }

  private Path path() {
    return folder.resolve("items");
  }

  private Path statistics() {
    return folder.resolve("items.stats");
  }

  private MappedTable<Item> create(TableLayout<Item> layout) throws Exception {
    return layout.create(path(), 0, PLAN, Disk.REAL);
  }

  private static void append(Table<Item> table, int rows, RandomGenerator random) {
    for (int i = 0; i < rows; i++) {
      table.append(Item.of(random));
    }
  }

  /// The first rows of all blocks.
  private static NavigableSet<Long> blocks(long rows) {
    NavigableSet<Long> blocks = new TreeSet<>();
    for (long row = 0; row < rows; row += BLOCK_ROWS) {
      blocks.add(row);
    }
    return blocks;
  }

  private static long block(long row) {
    return row - row % BLOCK_ROWS;
  }

  /// Everything that a writer may do. Blocks that were not written since statistics were made have
  /// some.
  @ParameterizedTest
  @MethodSource("layouts")
  void theyAreRightWhateverAWriterDoes(TableLayout<Item> layout, RandomGenerator random)
      throws Exception {
    NavigableSet<Long> known = new TreeSet<>();
    long committed = 0;
    // Blocks behind one that is marked may be marked with it.
    long dirtyFrom = Long.MAX_VALUE;
    MappedTable<Item> table = create(layout);
    try (MappedTable<Item> reader = layout.openReadOnly(path())) {
      for (int step = 0; step < 150; step++) {
        switch (random.nextInt(8)) {
          case 0, 1 -> append(table, random.nextInt(300), random);
          case 2 -> {
            for (int i = 0; i < 3 && table.size() > 0; i++) {
              long row = random.nextLong(table.size());
              table.set(row, Item.of(random));
              dirtyFrom = row < committed ? Math.min(dirtyFrom, block(row)) : dirtyFrom;
            }
            known = new TreeSet<>(known.headSet(dirtyFrom));
          }
          case 3 -> {
            table.commit();
            if (table.size() != committed) {
              known.remove(block(committed));
            }
            committed = table.size();
            dirtyFrom = Long.MAX_VALUE;
          }
          case 4 -> {
            long least = Math.max(0, committed - 100);
            table.truncate(random.nextLong(least, table.size() + 1));
            if (table.size() < committed) {
              committed = table.size();
              dirtyFrom = Long.MAX_VALUE;
              known = new TreeSet<>(known.headSet(committed - BLOCK_ROWS, true));
            }
          }
          case 5, 6 -> {
            table.writeStatistics();
            known = new TreeSet<>(blocks(committed).headSet(dirtyFrom));
          }
          default -> {
            table.close();
            table = layout.open(path());
            known = new TreeSet<>(blocks(committed).headSet(dirtyFrom));
          }
        }
        assertThat(StatisticsJudge.requireRight(table)).as("step %d", step).containsAll(known);
        StatisticsJudge.requireRight(reader);
        if (random.nextBoolean()) {
          reader.refresh();
          StatisticsJudge.requireRight(reader);
        }
      }
      table.commit();
      table.writeStatistics();
      assertThat(StatisticsJudge.requireRight(table))
          .containsExactlyElementsOf(blocks(table.size()));
    } finally {
      table.close();
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void aRowThatIsWrittenTakesThoseOfItsBlock(TableLayout<Item> layout, RandomGenerator random)
      throws Exception {
    try (MappedTable<Item> table = create(layout)) {
      append(table, 1_000, random);
      assertThat(table.statistics(0, 1_000)).isEmpty();
      table.commit();
      assertThat(table.statistics(0, 1_000)).isEmpty();
      table.writeStatistics();
      NavigableSet<Long> all = blocks(1_000);
      assertThat(StatisticsJudge.requireRight(table)).containsExactlyElementsOf(all);
      assertThat(table.statistics(70, 128)).hasSize(1);
      assertThat(table.statistics(70, 70)).isEmpty();

      table.set(130, Item.of(random));
      NavigableSet<Long> others = new TreeSet<>(all);
      others.remove(128L);
      assertThat(StatisticsJudge.requireRight(table)).containsExactlyElementsOf(others);
      table.commit();
      assertThat(StatisticsJudge.requireRight(table)).containsExactlyElementsOf(others);
      table.writeStatistics();
      assertThat(StatisticsJudge.requireRight(table)).containsExactlyElementsOf(all);

      table.append(Item.of(random));
      assertThat(StatisticsJudge.requireRight(table)).containsExactlyElementsOf(all);
      table.commit();
      others = new TreeSet<>(all);
      others.remove(960L);
      assertThat(StatisticsJudge.requireRight(table)).containsExactlyElementsOf(others);
    }
    try (MappedTable<Item> table = layout.openReadOnly(path())) {
      assertThat(StatisticsJudge.requireRight(table)).containsExactlyElementsOf(blocks(1_001));
      assertThatThrownBy(table::writeStatistics)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("open to read only");
    }
  }

  /// Rows of another commit may lie where a reader has its own.
  @ParameterizedTest
  @MethodSource("layouts")
  void aReaderThatHasNotRefreshedTakesNoneOfOtherRows(
      TableLayout<Item> layout, RandomGenerator random) throws Exception {
    try (MappedTable<Item> table = create(layout)) {
      append(table, 1_000, random);
      table.commit();
      table.writeStatistics();
      try (MappedTable<Item> reader = layout.openReadOnly(path())) {
        assertThat(StatisticsJudge.requireRight(reader)).hasSize(16);
        table.set(990, Item.of(random));
        table.commit();
        assertThat(StatisticsJudge.requireRight(reader)).hasSize(15);
        table.truncate(100);
        append(table, 800, random);
        assertThat(StatisticsJudge.requireRight(reader)).containsExactly(0L);
        table.commit();
        table.writeStatistics();
        StatisticsJudge.requireRight(reader);
        reader.refresh();
        assertThat(StatisticsJudge.requireRight(reader)).hasSize(15);
        append(table, 100_000, random);
        table.commit();
        assertThat(StatisticsJudge.requireRight(reader)).isEmpty();
        reader.refresh();
        assertThat(StatisticsJudge.requireRight(reader)).hasSize(14);
      }
    }
  }

  @Test
  void aSegmentThatMayBeWrittenTakesThemAway(RandomGenerator random) throws Exception {
    try (MappedTable<Item> table = create(ITEMS.columns())) {
      append(table, 1_000, random);
      table.commit();
      table.writeStatistics();
      table.column("id").asReadOnlySegment();
      assertThat(StatisticsJudge.requireRight(table)).hasSize(16);
      table.column("id").asSegment();
      assertThat(StatisticsJudge.requireRight(table)).isEmpty();
      table.commit();
    }
    try (MappedTable<Item> table = ITEMS.columns().open(path())) {
      assertThat(StatisticsJudge.requireRight(table)).isEmpty();
      table.commit();
    }
    try (MappedTable<Item> table = ITEMS.columns().openReadOnly(path())) {
      assertThat(StatisticsJudge.requireRight(table)).hasSize(16);
    }
  }

  record Measured(double value, @OrNull @Nullable Float optional) {}

  @Test
  void floatingPointNumbersAreOrderedAsByCompare() throws Exception {
    TableLayout<Measured> layout = TableType.of(MethodHandles.lookup(), Measured.class).columns();
    List<List<Double>> cases =
        List.of(
            List.of(0.0, -0.0),
            List.of(1.0, Double.NaN, -1.0),
            List.of(Double.NaN),
            List.of(Double.longBitsToDouble(-1), Double.POSITIVE_INFINITY),
            List.of(Double.MIN_VALUE, -Double.MIN_VALUE, -3.0, -Double.MAX_VALUE),
            List.of(Double.NEGATIVE_INFINITY, 2.0));
    for (List<Double> values : cases) {
      Path file = folder.resolve("numbers" + cases.indexOf(values));
      try (MappedTable<Measured> table = layout.create(file, 0)) {
        for (double value : values) {
          table.append(new Measured(value, (float) value));
          table.append(new Measured(value, null));
        }
        table.commit();
        table.writeStatistics();
        RowStatistics found = table.statistics(0, 1).getFirst();
        double least = values.stream().min(Double::compare).orElseThrow();
        double greatest = values.stream().max(Double::compare).orElseThrow();
        assertThat(found.min("value")).isEqualTo(least);
        assertThat(found.max("value")).isEqualTo(greatest);
        assertThat(found.min("optional")).isEqualTo((double) (float) least);
        assertThat(found.max("optional")).isEqualTo((double) (float) greatest);
        assertThat(found.nullCount("optional")).isEqualTo(values.size());
      }
    }
  }

  @Test
  void aFileOfAnEarlierVersionOfTheRecordHasSome(RandomGenerator random) throws Exception {
    try (MappedTable<Item> table = create(ITEMS.columns())) {
      append(table, 200, random);
      table.commit();
    }
    TableLayout<Changed> changed = TableType.of(MethodHandles.lookup(), Changed.class).columns();
    try (MappedTable<Changed> table = changed.openReadOnly(path())) {
      List<RowStatistics> found = table.statistics(0, 200);
      assertThat(found).hasSize(4);
      for (RowStatistics block : found) {
        StatisticsJudge.requireRight(table, block, name -> !name.equals("added"));
        assertThat(block.min("mark")).isInstanceOf(Double.class);
        assertThat(block.min("added")).isNull();
        assertThat(block.nullCount("other.lots")).isEqualTo(block.rowCount());
        assertThatThrownBy(() -> block.min("price"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("has no component price; it has mark, added, id, leg, leg.lots");
      }
    }
  }

  @Test
  void anyRowsAreComputed(RandomGenerator random) throws Exception {
    for (TableLayout<Item> layout : layouts()) {
      Path file = folder.resolve(layout.toString());
      try (MappedTable<Item> table = layout.create(file, 0, PLAN, Disk.REAL)) {
        append(table, 9_000, random);
        for (int i = 0; i < 20; i++) {
          long from = random.nextLong(9_001);
          long to = random.nextLong(from, 9_001);
          RowStatistics found = table.computeStatistics(from, to);
          assertThat(found.rowCount()).isEqualTo(to - from);
          StatisticsJudge.requireRight(table, found, _ -> true);
        }
        assertThatThrownBy(() -> table.computeStatistics(8_999, 9_001))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> table.statistics(-1, 2))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  record LongRow(
      @FixedUtf8(60_000) String one,
      @FixedUtf8(60_000) String two,
      @FixedUtf8(60_000) String three,
      short rank,
      @OrNull @Nullable Short other) {}

  @Test
  void rowsMayBeLong(RandomGenerator random) throws Exception {
    TableType<LongRow> type = TableType.of(MethodHandles.lookup(), LongRow.class);
    for (TableLayout<LongRow> layout : List.of(type.rows(), type.alignedRows(), type.columns())) {
      try (MappedTable<LongRow> table = layout.create(folder.resolve(layout.toString()), 0)) {
        for (int i = 0; i < 20; i++) {
          @Nullable Short other = i % 3 == 0 ? null : (short) random.nextInt();
          table.append(new LongRow("1", "2", "3", (short) random.nextInt(), other));
        }
        table.commit();
        table.writeStatistics();
        assertThat(StatisticsJudge.requireRight(table)).isNotEmpty();
      }
    }
  }

  @Test
  void theyBelongToTheFilesOfTheTable(RandomGenerator random) throws Exception {
    MappedTable<Item> table = create(ITEMS.columns());
    Path texts = folder.resolve("items.text");
    assertThat(table.files()).containsExactly(path(), texts);
    append(table, 1, random);
    table.commit();
    table.close();
    assertThat(table.files()).containsExactly(path(), texts, statistics());
    List<Path> there = new ArrayList<>();
    try (var files = Files.newDirectoryStream(folder)) {
      files.forEach(there::add);
    }
    assertThat(there).containsExactlyInAnyOrder(path(), texts, statistics());
  }
}
