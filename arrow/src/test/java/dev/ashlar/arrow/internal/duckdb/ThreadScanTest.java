// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.arrow.Sample;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.duckdb.TableScan.ScannedColumn;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.arrow.internal.writer.TableBatches;
import dev.ashlar.table.Table;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The vectors that DuckDB gets.
@Timeout(60)
class ThreadScanTest {
  private static final int ROWS = 5_000;

  private final DuckDbLibrary library = DuckDbLibrary.ofClassPath();
  private final DuckDbApi api = new DuckDbApi(library);
  private final VectorApi vectors = new VectorApi(api, library);

  @Test
  void numbersAreWhereTheTableHasThem() {
    Table<Sample> table = Sample.TYPE.columns().allocate(Arena.ofAuto(), ROWS);
    List<ColumnFormat> columns =
        ColumnFormat.of(Sample.TYPE).stream()
            .filter(column -> !column.isWritten() && !column.hasDictionary())
            .toList();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment database = arena.allocate(JAVA_LONG);
      MemorySegment connection = arena.allocate(JAVA_LONG);
      api.open(database);
      api.connect(database.get(JAVA_LONG, 0), connection);
      MemorySegment chunk = chunk(arena, columns);
      List<ScannedColumn> scanned = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        scanned.add(new ScannedColumn(i, i, columns.get(i)));
      }
      ConvertedSchema schema = new ConvertedSchema(api, connection.get(JAVA_LONG, 0), columns);
      LongAdder copied = new LongAdder();
      try (TableScan scan =
          new TableScan(
              new TableBatches(table, columns, Integer.MAX_VALUE, true),
              scanned,
              schema,
              copied,
              new Progress())) {
        ThreadScan thread = new ThreadScan(vectors, scan);
        long result = chunk.get(JAVA_LONG, 0);
        int row = 0;
        for (int rows = thread.fill(result); rows > 0; rows = thread.fill(result)) {
          for (int i = 0; i < columns.size(); i++) {
            ColumnFormat column = columns.get(i);
            assertThat(vectors.data(vectors.vector(result, i)))
                .as(column.name() + " of row " + row)
                .isEqualTo(
                    table.column(column.name()).asReadOnlySegment().address()
                        + (long) row * column.byteSize());
          }
          row += rows;
        }
        assertThat(row).isEqualTo(ROWS);
        assertThat(copied.sum()).isZero();
      }
      vectors.destroyChunk(chunk.address());
      api.destroy("disconnect", connection);
      api.destroy("close", database);
    }
  }

  /// Returns a variable with an empty chunk.
  private MemorySegment chunk(Arena arena, List<ColumnFormat> columns) {
    MemorySegment types = arena.allocate(JAVA_LONG, columns.size());
    for (int i = 0; i < columns.size(); i++) {
      types.setAtIndex(JAVA_LONG, i, api.call("create_logical_type", columns.get(i).duckDbType()));
    }
    long created = api.call("create_data_chunk", types.address(), columns.size());
    for (int i = 0; i < columns.size(); i++) {
      api.destroy("destroy_logical_type", types.asSlice((long) i * Long.BYTES, Long.BYTES));
    }
    return arena.allocateFrom(JAVA_LONG, created);
  }

  @Test
  void anyByteButZeroIsTrue() {
    MemorySegment from = Arena.ofAuto().allocate(256 + 3);
    MemorySegment to = Arena.ofAuto().allocate(from.byteSize());
    for (int i = 0; i < from.byteSize(); i++) {
      from.set(JAVA_BYTE, i, (byte) i);
    }
    Foreign.copyBooleans(from.address(), to.address(), (int) from.byteSize());
    for (int i = 0; i < from.byteSize(); i++) {
      assertThat(to.get(JAVA_BYTE, i)).as("of %d", i).isEqualTo((byte) ((byte) i == 0 ? 0 : 1));
    }
  }
}
