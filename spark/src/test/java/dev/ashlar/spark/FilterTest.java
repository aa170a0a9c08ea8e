// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.spark.Trades.Side;
import dev.ashlar.spark.Trades.Trade;
import dev.ashlar.spark.internal.read.TableBlocks;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Queries with filters, against the same filters over a list of records.
@ExtendWith(Seeded.class)
class FilterTest {
  private static final int ROWS = 60_000;
  private static final SparkSession SPARK = Sessions.local();
  private static final List<Trade> TRADES = Trades.list(ROWS);

  @TempDir static Path folder;

  @BeforeAll
  static void write() throws Exception {
    Trades.write(folder.resolve("trades"), 0, ROWS);
  }

  private static Dataset<Row> trades() {
    return SPARK.read().format("ashlar").load(folder.resolve("trades").toString());
  }

  private static void requireSame(String filter, Predicate<Trade> judge) {
    List<Long> ids =
        trades().where(filter).select("id").orderBy("id").collectAsList().stream()
            .map(row -> row.getLong(0))
            .toList();
    assertThat(ids).as(filter).isEqualTo(TRADES.stream().filter(judge).map(Trade::id).toList());
  }

  @Test
  void filtersKeepTheRowsThatFit(RandomGenerator random) {
    for (int i = 0; i < Slow.times(2, 8); i++) {
      long id = random.nextLong(-10, ROWS + 10);
      BigDecimal price = BigDecimal.valueOf(random.nextLong(10_000), 2);
      LocalDate day = LocalDate.EPOCH.plusDays(random.nextInt(-2, 62));
      Instant at = Instant.EPOCH.plusSeconds(random.nextLong(ROWS));
      requireSame("id = " + id, trade -> trade.id() == id);
      requireSame("%d < id".formatted(id), trade -> trade.id() > id);
      requireSame(
          "id <= %d and price >= %s".formatted(id, price),
          trade -> trade.id() <= id && trade.price().compareTo(price) >= 0);
      requireSame(
          "day = date'%s' or id in (3, %d)".formatted(day, id),
          trade -> trade.day().equals(day) || trade.id() == 3 || trade.id() == id);
      requireSame(
          "at > timestamp'%s' and side = 'SELL'".formatted(at),
          trade -> trade.at().isAfter(at) && trade.side() == Side.SELL);
    }
    requireSame("leg is null", trade -> trade.leg() == null);
    requireSame("leg.lots > 11", trade -> trade.leg() != null && trade.leg().lots() > 11);
    requireSame("leg.lots is not null", trade -> trade.leg() != null);
    requireSame("side = 'HOLD'", trade -> false);
    requireSame("quantity is null", trade -> trade.quantity() == null);
    requireSame(
        "quantity is not null and quantity < 3",
        trade -> trade.quantity() != null && trade.quantity() < 3);
    requireSame("not (quantity = 3)", trade -> trade.quantity() != null && trade.quantity() != 3);
    requireSame("quantity <=> null", trade -> trade.quantity() == null);
    requireSame(
        "code = 'c10' and venue = 6", trade -> trade.code().equals("c10") && trade.venue() == 6);
  }

  /// The plan's count of rows that the scan has given to Spark.
  @Test
  void blocksWithoutSuchRowsAreLeftOut() {
    assertThat(scannedRows("id >= 59000")).isBetween(1_000L, 1_000L + TableBlocks.ROWS);
    assertThat(scannedRows("side = 'HOLD'")).isZero();
    assertThat(scannedRows("quantity = 500")).isZero();
    assertThat(scannedRows("leg.lots > 13")).isZero();
    assertThat(scannedRows("leg.account > 59000")).isBetween(999L, 1_000L + TableBlocks.ROWS);
    assertThat(scannedRows("quantity is null")).isEqualTo(ROWS);
    assertThat(scannedRows("code = 'none'")).isZero();
    assertThat(scannedRows("code like '%none'")).isEqualTo(ROWS);
  }

  private static long scannedRows(String filter) {
    Dataset<Row> rows = trades().where(filter).select("venue");
    rows.collectAsList();
    var scan = rows.queryExecution().executedPlan().collectLeaves().head();
    return scan.metrics().apply("numOutputRows").value();
  }

  @Test
  void onlyColumnsOfTheQueryAreRead() {
    assertThat(trades().where("id = 1").select("venue").queryExecution().executedPlan().toString())
        .contains("ashlar struct<id:bigint,venue:int>")
        .doesNotContain("quantity");
  }
}
