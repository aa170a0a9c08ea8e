// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Spark gets the rows of files that were not deleted.
@Timeout(300)
class DeletedRowsTest {
  record Order(long id, String note) {
    static Order of(long id) {
      return new Order(id, "the note of order " + id);
    }
  }

  private static final TableType<Order> TYPE = TableType.of(MethodHandles.lookup(), Order.class);
  private static final SparkSession SPARK = Sessions.local();
  private static final int ROWS = 50_000;

  @TempDir Path folder;

  private Dataset<Row> read(String filter) {
    return SPARK.read().format("ashlar").load(folder.toString()).where(filter);
  }

  @Test
  void areLeftOut() throws Exception {
    for (TableLayout<Order> layout : List.of(TYPE.columns(), TYPE.rows())) {
      Path path = folder.resolve("orders");
      try (MappedTable<Order> table = layout.create(path, 0)) {
        LongStream.range(0, ROWS).mapToObj(Order::of).forEach(table::append);
        table.commit();
        // All of the second block of a task.
        table.deleteIf(order -> order.id() % 3 == 0 || order.id() / 8_192 == 1);
        table.commit();
      }
      // What compact has not put in place yet.
      Files.copy(path, folder.resolve("orders.replacement"));
      Files.copy(folder.resolve("orders.text"), folder.resolve("orders.replacement.text"));
      long[] kept =
          LongStream.range(0, ROWS).filter(id -> id % 3 != 0 && id / 8_192 != 1).toArray();
      Row found = read("true").selectExpr("count(*)", "sum(id)", "sum(length(note))").first();
      assertThat(found.getLong(0)).isEqualTo(kept.length);
      assertThat(found.getLong(1)).isEqualTo(LongStream.of(kept).sum());
      assertThat(found.getLong(2))
          .isEqualTo(
              LongStream.of(kept).mapToObj(Order::of).mapToLong(o -> o.note().length()).sum());
      assertThat(
              read("id in (3, 4, 8192, 8193, 30001)").collectAsList().stream()
                  .map(r -> r.getLong(0)))
          .containsExactlyInAnyOrder(4L, 30_001L);
      assertThat(layout.compact(path)).isEqualTo(ROWS - kept.length);
      assertThat(read("true").count()).isEqualTo(kept.length);
      for (String suffix : List.of("", ".text", ".stats")) {
        Files.deleteIfExists(folder.resolve("orders" + suffix));
      }
    }
  }
}
