// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableType;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadTest {
  record Trade(long id, int venue, char side) {}

  static final TableType<Trade> TRADES = TableType.of(MethodHandles.lookup(), Trade.class);

  @Test
  void reads(@TempDir Path folder) throws Exception {
    try (MappedTable<Trade> t = TRADES.columns().create(folder.resolve("a"), 0)) {
      for (int i = 0; i < 20_000; i++) {
        t.append(new Trade(i, i * 2, 'B'));
      }
      t.commit();
    }
    try (SparkSession spark =
        SparkSession.builder().master("local[1]").config("spark.ui.enabled", false).getOrCreate()) {
      var df = spark.read().format("ashlar").load(folder.toString());
      df.show(5);
      df.selectExpr("sum(id)", "count(*)", "max(venue)").explain();
      assertThat(df.selectExpr("sum(id)").first().getLong(0)).isEqualTo(199_990_000L);
    }
  }
}
