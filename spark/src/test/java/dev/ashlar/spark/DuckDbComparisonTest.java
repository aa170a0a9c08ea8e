// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.spark.Trades.Trade;
import dev.ashlar.table.MappedTable;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Queries over one file, whose results DuckDB and Spark agree on to the last digit.
class DuckDbComparisonTest {
  private static final SparkSession SPARK = Sessions.local();

  @Test
  void resultsAreEqual(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("trades");
    Trades.write(file, 0, 100_000);
    SPARK.read().format("ashlar").load(file.toString()).createOrReplaceTempView("trades");
    try (DuckDb db = DuckDb.open();
        MappedTable<Trade> trades = Trades.TYPE.columns().openReadOnly(file)) {
      db.register("trades", trades);
      for (String query :
          List.of(
              "select venue, side, sum(price), count(quantity), min(code), max(day) from trades"
                  + " group by venue, side order by venue, side",
              "select day, sum(price * quantity) from trades where day between date '1970-01-11'"
                  + " and date '1970-02-20' and quantity < 24 group by day order by day",
              "select a.id, b.code from trades a join trades b on a.id = b.id * 3"
                  + " where a.venue = 4 and b.quantity is null order by 1",
              "select id, price, side, day, code, quantity from trades"
                  + " where side = 'SELL' and price > 99.9 order by id")) {
        List<List<String>> spark =
            SPARK.sql(query).collectAsList().stream().map(DuckDbComparisonTest::texts).toList();
        assertThat(spark)
            .as(query)
            .isNotEmpty()
            .isEqualTo(db.texts(query).rows().stream().map(DuckDbComparisonTest::texts).toList());
      }
    }
  }

  private static List<String> texts(List<@Nullable String> row) {
    return row.stream().map(String::valueOf).toList();
  }

  private static List<String> texts(Row row) {
    return IntStream.range(0, row.size()).mapToObj(row::get).map(String::valueOf).toList();
  }
}
