// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A thread appends, deletes and truncates while DuckDB's threads read the table. All rows are
/// equal: whatever rows a query finds, each has the values of one. Or the query fails.
@ExtendWith(Seeded.class)
@Timeout(120)
class ChangedDuringQueryTest {
  private static final String NOTE = "a note of more than twelve bytes";
  private static final int QUERIES = 60;

  record Order(long one, String note) {}

  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);
  private static final Order ROW = new Order(1, NOTE);

  @ParameterizedTest
  @ValueSource(strings = {"heap", "native", "rows", "file"})
  void eachRowIsWhole(String kind, @TempDir Path folder, RandomGenerator random) throws Exception {
    Table<Order> table =
        switch (kind) {
          case "heap" -> ORDERS.columns().heap(0);
          case "native" -> ORDERS.columns().allocate(Arena.ofAuto(), 0);
          case "rows" -> ORDERS.rows().allocate(Arena.ofAuto(), 0);
          default -> ORDERS.columns().create(folder.resolve("orders"), 0);
        };
    append(table, 100_000);
    AtomicBoolean done = new AtomicBoolean();
    try (DuckDb db = DuckDb.open();
        ExecutorService writer = Executors.newSingleThreadExecutor()) {
      Future<?> changes =
          writer.submit(() -> {
            while (!done.get()) {
              change(table, random);
            }
            return null;
          });
      try {
        for (int answered = 0; answered < QUERIES; ) {
          answered += query(db, table) ? 1 : 0;
        }
      } finally {
        done.set(true);
      }
      changes.get();
    }
    if (table instanceof MappedTable<Order> file) {
      file.close();
    }
  }

  /// Returns whether there was an answer. Rows may be truncated while they are read.
  private static boolean query(DuckDb db, Table<Order> table) {
    db.register("t", table);
    String sql = "select count(*) = sum(one), min(note), max(note), min(one) from t";
    try {
      assertThat(db.texts(sql).rows()).containsExactly(List.of("true", NOTE, NOTE, "1"));
      return true;
    } catch (DuckDbException truncated) {
      assertThat(truncated).hasMessageMatching("(?s).*\\d+ rows from row \\d+ on are not in .*");
      return false;
    }
  }

  private static void append(Table<Order> table, int rows) {
    for (int i = 0; i < rows; i++) {
      table.append(ROW);
    }
  }

  private static void change(Table<Order> table, RandomGenerator random) throws IOException {
    append(table, random.nextInt(20_000));
    long row = random.nextLong(table.size() / 2);
    for (long end = row + random.nextInt(100); row < end; row++) {
      if (table.nextRow(row) == row) {
        table.delete(row);
      }
    }
    if (random.nextInt(10) == 0) {
      table.truncate(table.size() / 2);
    }
    if (table instanceof MappedTable<Order> file && random.nextInt(10) == 0) {
      file.commit();
    }
  }
}
