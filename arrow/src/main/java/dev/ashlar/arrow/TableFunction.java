// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.TableScan.ScannedColumn;
import dev.ashlar.table.Table;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// A table as a table function of DuckDB. DuckDB calls [#bind] for each use of the function in a
/// query, [#init] when that is executed, and then [#execute] on several threads, each time for a
/// vector of rows.
///
/// None of them throws: what fails is the error of the query.
final class TableFunction {
  private static final String CONFINED =
      "the table is confined to a thread, and DuckDB's threads have to copy what is asked of it: "
          + "allocate it in Arena.ofAuto()";

  private static final long FORGET = Foreign.procedure(TableFunction::forget, Arena.global());
  private static final long END_SCAN = Foreign.procedure(TableFunction::endScan, Arena.global());

  /// The rows of a vector.
  static final int VECTOR_ROWS = 2048;

  /// What DuckDB keeps for a thread: what it scans is not known before the first vector.
  private static final class ThreadState {
    @Nullable ThreadScan scan;
  }

  private final DuckDbApi api;
  private final VectorApi vectors;
  private final long connection;
  private final List<ColumnFormat> columns;
  private final LongAdder copiedBytes;

  private @Nullable Table<?> table;

  /// @param connection to convert with
  /// @param copiedBytes counts what scans copy
  TableFunction(
      DuckDbApi api, VectorApi vectors, long connection, Table<?> table, LongAdder copiedBytes) {
    this.api = api;
    this.vectors = vectors;
    this.connection = connection;
    this.table = table;
    this.copiedBytes = copiedBytes;
    this.columns =
        ColumnFormat.of(table.layout().type()).stream().map(ColumnFormat::forDuckDb).toList();
  }

  /// Makes this a function of the database.
  ///
  /// @param arena of the functions that DuckDB calls; closed behind the database
  void register(String name, Arena arena) {
    Foreign.Procedure bind = this::bind;
    Foreign.Procedure init = this::init;
    Foreign.Procedure initThread = this::initThread;
    Foreign.Procedure2 execute = this::execute;
    long function = api.createTableFunction();
    api.call("table_function_set_name", function, name);
    api.call("table_function_set_bind", function, Foreign.procedure(bind, arena));
    api.call("table_function_set_init", function, Foreign.procedure(init, arena));
    api.call("table_function_set_local_init", function, Foreign.procedure(initThread, arena));
    api.call("table_function_set_function", function, Foreign.procedure2(execute, arena));
    api.supportProjection(function);
    int state = api.registerTableFunction(connection, function);
    api.destroy("destroy_table_function", arena.allocateFrom(JAVA_LONG, function));
    if (state != 0) {
      throw new DuckDbException("the table function %s could not be registered".formatted(name));
    }
  }

  /// Lets go of the table. Queries that name it fail from now on.
  void end() {
    table = null;
  }

  private void bind(MemorySegment info) {
    try {
      Table<?> rows = table;
      if (rows == null) {
        throw new IllegalStateException("the table was unregistered");
      }
      TableBatches batches = new TableBatches(rows, columns, VECTOR_ROWS, true);
      for (ColumnFormat column : columns) {
        addColumn(info.address(), column);
      }
      api.setCardinality(info.address(), batches.rowCount());
      api.call("bind_set_bind_data", info.address(), Registry.add(batches), FORGET);
    } catch (Throwable failure) {
      fail("bind_set_error", info, failure);
    }
  }

  private void addColumn(long info, ColumnFormat column) {
    try (Arena arena = Arena.ofConfined()) {
      long type =
          column.isDecimal()
              ? api.createDecimalType(column.number(1), column.number(2))
              : api.createLogicalType(column.duckDbType());
      long name = arena.allocateFrom(column.name()).address();
      api.call("bind_add_result_column", info, name, type);
      api.destroy("destroy_logical_type", arena.allocateFrom(JAVA_LONG, type));
    }
  }

  private void init(MemorySegment info) {
    try {
      long number = api.address("init_get_bind_data", info.address());
      TableBatches batches = Registry.get(number, TableBatches.class);
      List<ScannedColumn> wanted = new ArrayList<>();
      for (int i = 0; i < api.count("init_get_column_count", info.address()); i++) {
        long column = api.count("init_get_column_index", info.address(), i);
        // A query that only counts rows wants a column that does not exist.
        if (column >= 0 && column < columns.size()) {
          wanted.add(new ScannedColumn(i, (int) column, batches.columns().get((int) column)));
        }
      }
      TableScan scan = new TableScan(batches, wanted, schema(wanted), copiedBytes);
      api.setMaxThreads(info.address(), Runtime.getRuntime().availableProcessors());
      api.call("init_set_init_data", info.address(), Registry.add(scan), END_SCAN);
    } catch (Throwable failure) {
      fail("init_set_error", info, failure);
    }
  }

  private @Nullable ConvertedSchema schema(List<ScannedColumn> wanted) {
    List<ColumnFormat> converted =
        wanted.stream()
            .map(ScannedColumn::format)
            .filter(format -> !format.isPlainBoolean())
            .toList();
    return converted.isEmpty() ? null : new ConvertedSchema(api, connection, converted);
  }

  /// The scan is known to [#execute] only.
  private void initThread(MemorySegment info) {
    try {
      long number = Registry.add(new ThreadState());
      api.call("init_set_init_data", info.address(), number, FORGET);
    } catch (Throwable failure) {
      fail("init_set_error", info, failure);
    }
  }

  private void execute(MemorySegment info, MemorySegment chunk) {
    try {
      ThreadScan thread = threadScan(info.address());
      vectors.setSize(chunk.address(), thread.fill(chunk.address()));
    } catch (WrongThreadException confined) {
      fail("function_set_error", info, new IllegalStateException(CONFINED, confined));
    } catch (Throwable failure) {
      fail("function_set_error", info, failure);
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

  private void fail(String function, MemorySegment info, Throwable failure) {
    try {
      api.call(function, info.address(), Native.message(failure));
    } catch (Throwable second) {
      Native.log(second);
    }
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
