// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// DuckDB and Arrow get the rows that were not deleted, from each kind of table.
@ExtendWith(Seeded.class)
@Timeout(120)
class DeletedRowsTest {
  record Order(
      long id, String note, @DictionaryEncoded String side, @OrNull @Nullable Integer count) {}

  private static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);

  /// More than a thread of a query claims at once.
  private static final int ROWS = 130_000;

  /// Short runs of rows are copied, long ones are read in place.
  @ParameterizedTest
  @ValueSource(strings = {"first", "all", "each second", "some", "long runs"})
  void areLeftOut(String which, @TempDir Path folder, RandomGenerator random) throws IOException {
    try (DuckDb db = DuckDb.open();
        MappedTable<Order> file = ORDERS.columns().create(folder.resolve("orders"), 0);
        MappedTable<Order> rowFile = ORDERS.rows().create(folder.resolve("rows"), 0)) {
      Table<Order> heap = ORDERS.columns().heap(0);
      for (long id = 0; id < ROWS; id++) {
        Integer count = id % 3 == 0 ? null : (int) id;
        heap.append(new Order(id, "the note of order " + id, "side " + id % 5, count));
      }
      boolean[] deleted = new boolean[ROWS];
      Predicate<Order> some =
          switch (which) {
            case "first" -> order -> order.id() == 0;
            case "all" -> _ -> true;
            case "each second" -> order -> order.id() % 2 == 0;
            case "some" -> _ -> random.nextInt(1_000) == 0;
            default -> order -> order.id() / 40_000 % 2 == 1;
          };
      heap.forEach(order -> deleted[(int) order.id()] = some.test(order));
      Table<Order> memory = ORDERS.columns().allocate(Arena.ofAuto(), 0);
      for (Table<Order> table : List.of(memory, file, rowFile)) {
        table.appendAll(heap);
      }
      for (Table<Order> table : List.of(heap, memory, file, rowFile)) {
        table.deleteIf(order -> deleted[(int) order.id()]);
        requireKept(db, table);
        requireRead(table);
      }
    }
  }

  private static void requireKept(DuckDb db, Table<Order> table) throws IOException {
    db.register("orders", table);
    long kept = table.stream().count();
    long ids = table.stream().mapToLong(Order::id).sum();
    long notes = table.stream().mapToLong(order -> order.note().length()).sum();
    long sides = table.stream().filter(order -> order.side().equals("side 3")).count();
    long counts = table.stream().filter(order -> order.count() != null).count();
    assertThat(db.texts("select count(*) from orders").rows())
        .isEqualTo(List.of(List.of("" + kept)));
    assertThat(
            db.texts(
                    "select coalesce(sum(id), 0), coalesce(sum(length(note)), 0), count(*) filter (side = 'side 3'), count(count), count(*) filter (note <> 'the note of order ' || id) from orders")
                .rows())
        .as(table.toString())
        .isEqualTo(List.of(List.of("" + ids, "" + notes, "" + sides, "" + counts, "0")));
    db.unregister("orders");
  }

  private static void requireRead(Table<Order> table) throws IOException {
    try (ArrowStream stream = ArrowStream.of(table)) {
      Table<Order> read = stream.toTable(ORDERS.alignedRows(), Arena.ofAuto());
      assertThat(read.size()).isEqualTo(table.size() - table.deletedCount());
      assertThat(read.stream().toList()).isEqualTo(table.stream().toList());
    }
  }
}
