// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Native;
import dev.ashlar.arrow.internal.cdata.Registry;
import dev.ashlar.arrow.internal.duckdb.TableScan.ScannedColumn;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.arrow.internal.writer.TableBatches;
import dev.ashlar.table.Table;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// A table function of DuckDB that returns the rows of a table. A thread gets rows with [#fill] as
/// long as there are any.
public final class TableFunction extends ScanFunction {
  private static final String CONFINED =
      "the table is confined to a thread, but DuckDB's threads have to copy parts of it: "
          + "allocate it in Arena.ofAuto()";

  private static final long FORGET = Foreign.procedure(TableFunction::forget, Arena.global());
  private static final long END_SCAN = Foreign.procedure(TableFunction::endScan, Arena.global());

  static final int VECTOR_ROWS = 2048;

  /// The state that DuckDB keeps for a thread. Its scan is not known before the first vector.
  private static final class ThreadState {
    @Nullable ThreadScan scan;
  }

  private final long connection;
  private final List<ColumnFormat> columns;
  private final LongAdder copiedBytes;
  private final Progress progress;

  private @Nullable Table<?> table;

  /// Creates the function of a table.
  ///
  /// @param connection the connection that converts values
  /// @param copiedBytes counts what scans copy
  /// @param progress counts the rows of scans
  public TableFunction(
      DuckDbApi api,
      VectorApi vectors,
      long connection,
      Table<?> table,
      LongAdder copiedBytes,
      Progress progress) {
    super(api, vectors);
    this.connection = connection;
    this.table = table;
    this.copiedBytes = copiedBytes;
    this.progress = progress;
    this.columns =
        ColumnFormat.of(table.layout().type()).stream().map(ColumnFormat::forDuckDb).toList();
  }

  @Override
  void describe(long function) {
    api.call("table_function_supports_projection_pushdown", function, 1);
  }

  /// Releases the table. Queries that name it fail from now on.
  public void end() {
    table = null;
  }

  @Override
  void bind(long info) {
    Table<?> rows = table;
    if (rows == null) {
      throw new IllegalStateException("the table was unregistered");
    }
    TableBatches batches = new TableBatches(rows, columns, VECTOR_ROWS, true);
    for (ColumnFormat column : columns) {
      addColumn(info, column.name(), logicalType(column));
    }
    api.call("bind_set_cardinality", info, batches.keptRows(), 1);
    api.call("bind_set_bind_data", info, Registry.add(batches), FORGET);
  }

  private long logicalType(ColumnFormat column) {
    return column.isDecimal()
        ? api.call("create_decimal_type", column.number(1), column.number(2))
        : api.call("create_logical_type", column.duckDbType());
  }

  @Override
  void init(long info) {
    TableBatches batches = Registry.get(api.call("init_get_bind_data", info), TableBatches.class);
    List<ScannedColumn> wanted = new ArrayList<>();
    for (int i = 0; i < api.call("init_get_column_count", info); i++) {
      long column = api.call("init_get_column_index", info, i);
      // A query that only counts rows wants a column that does not exist.
      if (column >= 0 && column < columns.size()) {
        wanted.add(new ScannedColumn(i, (int) column, batches.columns().get((int) column)));
      }
    }
    TableScan scan = new TableScan(batches, wanted, schema(wanted), copiedBytes, progress);
    api.call("init_set_max_threads", info, Runtime.getRuntime().availableProcessors());
    api.call("init_set_init_data", info, Registry.add(scan), END_SCAN);
  }

  private @Nullable ConvertedSchema schema(List<ScannedColumn> wanted) {
    List<ColumnFormat> converted =
        wanted.stream().map(ScannedColumn::format).filter(format -> !format.isWritten()).toList();
    return converted.isEmpty() ? null : new ConvertedSchema(api, connection, converted);
  }

  /// The scan is known to [#fill] only.
  @Override
  void initThread(long info) {
    api.call("init_set_init_data", info, Registry.add(new ThreadState()), FORGET);
  }

  @Override
  long fill(long info, long chunk) {
    try {
      return threadScan(info).fill(chunk);
    } catch (WrongThreadException confined) {
      throw new IllegalStateException(CONFINED, confined);
    }
  }

  private ThreadScan threadScan(long info) {
    ThreadState state = Registry.get(vectors.localInitData(info), ThreadState.class);
    ThreadScan begun = state.scan;
    if (begun == null) {
      begun = new ThreadScan(vectors, Registry.get(vectors.initData(info), TableScan.class));
      state.scan = begun;
    }
    return begun;
  }

  private static void endScan(MemorySegment number) {
    try {
      TableScan scan = Registry.get(number.address(), TableScan.class);
      Registry.remove(number.address());
      scan.close();
    } catch (Throwable failure) {
      Native.log(failure);
    }
  }

  /// Called by DuckDB when it has no more use of an object.
  private static void forget(MemorySegment number) {
    try {
      Registry.remove(number.address());
    } catch (Throwable failure) {
      Native.log(failure);
    }
  }
}
