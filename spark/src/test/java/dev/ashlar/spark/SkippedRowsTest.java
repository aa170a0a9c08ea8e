// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.spark.internal.read.SkippedRows;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Queries over tables that have statistics: their results, and what they do not read.
@ExtendWith(Seeded.class)
class SkippedRowsTest {
  /// @param id in the order of the rows
  /// @param hash in no order
  /// @param value NaN at the end only, zeros of either sign at the start
  /// @param quantity absent in the first half
  record Reading(
      long id,
      long hash,
      double value,
      float weight,
      @OrNull @Nullable Integer quantity,
      char mark,
      @OrNull @Nullable String note,
      @FixedUtf8(7) String code) {
    static Reading of(long id) {
      double value = id < 20 ? (id % 2 == 0 ? 0.0 : -0.0) : id >= ROWS - 20 ? Double.NaN : id / 7.0;
      return new Reading(
          id,
          id * 0x9E3779B97F4A7C15L % 1_000_000,
          value,
          -(float) value,
          id < ROWS / 2 ? null : (int) (id / 1_000),
          (char) (id / 4),
          id < BLOCK_ROWS ? null : "note %06d, of any length".formatted(id / 10),
          "c%06d".formatted(id / 3));
    }
  }

  private static final int ROWS = 200_000;

  /// Of 59 bytes: more of them are larger than 1 MiB.
  private static final int BLOCK_ROWS = 1 << 14;

  /// Of the last block.
  private static final int LAST_ROWS = ROWS % BLOCK_ROWS;

  private static final SparkSession SPARK = Sessions.local();
  private static final TableType<Reading> TYPE =
      TableType.of(MethodHandles.lookup(), Reading.class);
  private static final List<Reading> READINGS = new ArrayList<>();

  @TempDir static Path folder;

  @BeforeAll
  static void write() throws Exception {
    for (int id = 0; id < ROWS; id++) {
      READINGS.add(Reading.of(id));
    }
    write("columns", TYPE.columns().withChunkRows(4 * BLOCK_ROWS));
    write("rows", TYPE.rows());
  }

  private static void write(String name, TableLayout<Reading> layout) throws Exception {
    Path file = Files.createDirectory(folder.resolve(name)).resolve("readings");
    try (MappedTable<Reading> table = layout.create(file, 0)) {
      READINGS.forEach(table::append);
      table.commit();
    }
    assertThat(file.resolveSibling("readings.stats")).exists();
  }

  private static Dataset<Row> readings(String layout, String filter) {
    return SPARK
        .read()
        .format("ashlar")
        .option("maxPartitionBytes", 3 << 20)
        .load(folder.resolve(layout).toString())
        .where(filter)
        .select("id");
  }

  /// Requires the rows of a list.
  ///
  /// @return how many rows were skipped
  private static long requireSame(String filter, Predicate<Reading> judge) {
    List<Long> expected = READINGS.stream().filter(judge).map(Reading::id).toList();
    long skipped = -1;
    for (String layout : List.of("columns", "rows")) {
      Dataset<Row> rows = readings(layout, filter);
      List<Long> ids = rows.collectAsList().stream().map(row -> row.getLong(0)).sorted().toList();
      assertThat(ids).as("%s of %s", filter, layout).isEqualTo(expected);
      var scan = rows.queryExecution().executedPlan().collectLeaves().head();
      long now = scan.metrics().apply(SkippedRows.NAME).value();
      assertThat(skipped).as(filter).isIn(-1L, now);
      skipped = now;
    }
    return skipped;
  }

  /// As Spark compares: NaN is the largest number, and both zeros are equal.
  private static int compare(double one, double other) {
    return Double.compare(one + 0.0, other + 0.0);
  }

  @Test
  void blocksThatHaveNoSuchValueAreSkipped() {
    assertThat(requireSame("id = 70000", reading -> reading.id() == 70_000))
        .isEqualTo(ROWS - BLOCK_ROWS);
    assertThat(requireSame("id >= 131072", reading -> reading.id() >= 131_072))
        .isEqualTo(8 * BLOCK_ROWS);
    assertThat(requireSame("id < 0", reading -> false)).isEqualTo(ROWS);
    assertThat(requireSame("hash = 77", reading -> reading.hash() == 77)).isZero();
    assertThat(requireSame("hash = 1000000", reading -> false)).isEqualTo(ROWS);
    assertThat(requireSame("mark > 49000", reading -> reading.mark() > 49_000))
        .isEqualTo(11 * BLOCK_ROWS);
    assertThat(
            requireSame(
                "id in (5, 199999) or id between 40000 and 40005",
                reading ->
                    reading.id() == 5
                        || reading.id() == 199_999
                        || (reading.id() >= 40_000 && reading.id() <= 40_005)))
        .isEqualTo(10 * BLOCK_ROWS);
  }

  @Test
  void absentValuesAreCounted() {
    assertThat(requireSame("quantity is not null", reading -> reading.quantity() != null))
        .isEqualTo(6 * BLOCK_ROWS);
    assertThat(requireSame("quantity is null", reading -> reading.quantity() == null))
        .isEqualTo(ROWS - 7 * BLOCK_ROWS);
    assertThat(
            requireSame(
                "quantity < 101",
                reading -> reading.quantity() != null && reading.quantity() < 101))
        .isEqualTo(ROWS - BLOCK_ROWS);
    assertThat(requireSame("quantity = 0", reading -> false)).isEqualTo(ROWS);
  }

  @Test
  void textsThatBeginOtherwiseAreSkipped() {
    int others = ROWS - BLOCK_ROWS;
    assertThat(
            requireSame(
                "note = 'note 010000, of any length'", reading -> reading.id() / 10 == 10_000))
        .isEqualTo(others);
    assertThat(requireSame("note like 'note 0100000%'", _ -> false)).isEqualTo(others);
    assertThat(requireSame("note like 'other%'", _ -> false)).isEqualTo(ROWS);
    assertThat(requireSame("note < 'note 0'", _ -> false)).isEqualTo(ROWS);
    assertThat(requireSame("note is null or note > 'o'", r -> r.note() == null)).isEqualTo(others);
    assertThat(requireSame("code in ('c000000', 'c066666', 'x')", r -> r.id() / 3 % 66_666 == 0))
        .isEqualTo(ROWS - BLOCK_ROWS - LAST_ROWS);
    assertThat(requireSame("'c000010' >= code", reading -> reading.id() / 3 <= 10))
        .isEqualTo(others);
  }

  @Test
  void nanIsTheLargestNumberAndZerosAreEqual() {
    int others = ROWS - BLOCK_ROWS;
    assertThat(requireSame("value = 0.0D", reading -> reading.value() == 0)).isEqualTo(others);
    assertThat(requireSame("value = -0.0D", reading -> reading.value() == 0)).isEqualTo(others);
    assertThat(requireSame("value >= 0.0D", _ -> true)).isZero();
    assertThat(requireSame("value < 0.0D", _ -> false)).isEqualTo(ROWS);
    assertThat(requireSame("value < -0.0D", _ -> false)).isEqualTo(ROWS);
    assertThat(requireSame("value <= -0.0D", reading -> reading.value() == 0)).isEqualTo(others);
    assertThat(requireSame("weight > float('0')", r -> Float.isNaN(r.weight())))
        .isEqualTo(ROWS - LAST_ROWS);
    assertThat(requireSame("value = double('NaN')", reading -> Double.isNaN(reading.value())))
        .isEqualTo(ROWS - LAST_ROWS);
    assertThat(requireSame("value > 1e300", reading -> Double.isNaN(reading.value())))
        .isEqualTo(ROWS - LAST_ROWS);
    assertThat(requireSame("value > double('NaN')", _ -> false)).isEqualTo(ROWS);
    assertThat(requireSame("value < double('NaN')", reading -> !Double.isNaN(reading.value())))
        .isZero();
  }

  @Test
  void resultsAreThoseOfAList(RandomGenerator random) {
    for (int i = 0; i < Slow.times(2, 6); i++) {
      double value = random.nextDouble(-10, ROWS / 6.0);
      float weight = -(float) value;
      int quantity = random.nextInt(ROWS / 1_000 + 10);
      requireSame("value < %sD".formatted(value), r -> compare(r.value(), value) < 0);
      requireSame("value >= %sD".formatted(value), r -> compare(r.value(), value) >= 0);
      requireSame("weight <= float('%s')".formatted(weight), r -> compare(r.weight(), weight) <= 0);
      requireSame(
          "quantity > %d or hash = %d".formatted(quantity, quantity),
          r -> (r.quantity() != null && r.quantity() > quantity) || r.hash() == quantity);
    }
  }

  /// What a writer changes while it is open has no statistics.
  @Test
  void aRowThatWasWrittenInPlaceIsFound() throws Exception {
    Path file = Files.createDirectory(folder.resolve("changed")).resolve("readings");
    try (MappedTable<Reading> table = TYPE.columns().create(file, 0)) {
      READINGS.forEach(table::append);
      table.commit();
      table.writeStatistics();
      assertThat(readings("changed", "id < 0").count()).isZero();
      table.set(100_000, Reading.of(-5));
      assertThat(readings("changed", "id < 0").collectAsList()).hasSize(1);
      table.commit();
      assertThat(readings("changed", "id < 0").collectAsList()).hasSize(1);
      table.writeStatistics();
      assertThat(readings("changed", "id < 0").collectAsList()).hasSize(1);
    }
  }
}
