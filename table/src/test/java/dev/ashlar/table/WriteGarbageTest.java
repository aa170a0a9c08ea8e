// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.TableGarbageTest.Scan;
import dev.ashlar.table.TableGarbageTest.Trade;
import dev.ashlar.table.WideCursorInliningTest.Wide;
import dev.ashlar.testing.ChildJvm;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Records that are made to be written leave nothing for the collector, once that is compiled:
/// whatever kind of table they are written to, and whatever kinds before it.
final class WriteGarbageTest {
  @ParameterizedTest
  @ValueSource(classes = {Narrow.class, Trades.class, WideRecords.class})
  void setAndAppendAllocateNothing(Class<?> program) throws Exception {
    List<String> kinds = TableGarbageTest.kinds();
    // The first one last, as some programs begin with it and others come back to it.
    List<String> all = Stream.concat(kinds.stream(), kinds.stream().limit(1)).toList();
    String printed =
        ChildJvm.run(
            "written",
            300,
            List.of("--enable-native-access=ALL-UNNAMED", "-Xbatch"),
            program.getName(),
            String.join(",", all));
    assertThat(printed.lines().filter(line -> line.equals("clean"))).hasSize(2 * all.size());
  }

  /// Writes a new record: to a row, or behind the last one.
  private interface Writer<R extends Record> {
    void write(Table<R> table, int row);
  }

  private static <R extends Record> void write(
      TableType<R> type, String kinds, Writer<R> set, Writer<R> append) throws IOException {
    int rows = 10_000;
    try (TableFixture fixture = new TableFixture()) {
      for (String kind : kinds.split(",", -1)) {
        Table<R> table = TableFixture.kind(kind).make(fixture, type, rows);
        Scan.repeat(rows, rows, () -> write(table, rows, set));
        Scan.repeat(
            rows,
            rows,
            () -> {
              clear(table);
              return write(table, rows, append);
            });
      }
    }
  }

  private static void clear(Table<?> table) {
    table.clear();
  }

  private static <R extends Record> long write(Table<R> table, int rows, Writer<R> writer) {
    for (int row = 0; row < rows; row++) {
      writer.write(table, row);
    }
    return table.size();
  }

  record Quote(long price, int quantity, char side, double weight) {}

  static final class Narrow {
    private Narrow() {}

    public static void main(String[] arguments) throws IOException {
      write(
          TableType.of(MethodHandles.lookup(), Quote.class),
          arguments[0],
          (table, row) -> table.set(row, new Quote(row, 1, 'B', 0.5)),
          (table, row) -> table.append(new Quote(row, 2, 'S', 1.5)));
    }
  }

  static final class Trades {
    private Trades() {}

    public static void main(String[] arguments) throws IOException {
      write(
          TableType.of(MethodHandles.lookup(), Trade.class),
          arguments[0],
          (table, row) -> table.set(row, new Trade(row, row, row, row, row, 2, 'B')),
          (table, row) -> table.append(new Trade(row, row, row, row, row, 2, 'S')));
    }
  }

  static final class WideRecords {
    private WideRecords() {}

    public static void main(String[] arguments) throws IOException {
      write(
          TableType.of(MethodHandles.lookup(), Wide.class),
          arguments[0],
          (table, row) -> table.set(row, WideCursorInliningTest.numbered()),
          (table, row) -> table.append(WideCursorInliningTest.numbered()));
    }
  }
}
