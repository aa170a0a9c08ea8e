package dev.ashlar.arrow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.TableBatches.Batch;
import dev.ashlar.table.Table;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A table as a table function of DuckDB. DuckDB calls [#bind] for each use of the function in a
/// query, [#init] when that is executed, and then [#execute] on several threads, each time for a
/// vector of rows.
///
/// None of them throws: what fails is the error of the query.
final class TableFunction {
  private static final long FORGET = Foreign.procedure(TableFunction::forget, Arena.global());

  /// The rows of a vector.
  static final int VECTOR_ROWS = 2048;

  private final DuckDbApi api;
  private final long connection;
  private final List<ColumnFormat> columns;

  /// What columns are for DuckDB, each apart.
  private final long[] types;

  private @Nullable Table<?> table;

  /// @param connection to convert with
  TableFunction(DuckDbApi api, long connection, Table<?> table) {
    this.api = api;
    this.connection = connection;
    this.table = table;
    this.columns = ColumnFormat.of(table.layout().type().recordType());
    this.types = columns.stream().mapToLong(this::type).toArray();
  }

  private long type(ColumnFormat column) {
    try (Arena arena = Arena.ofConfined()) {
      long schema = arena.allocate(CSchema.BYTES, Long.BYTES).address();
      MemorySegment type = arena.allocate(ADDRESS);
      ExportedSchema.write(schema, List.of(column));
      try {
        api.convert("schema_from_arrow", connection, schema, type.address());
      } finally {
        Release.schema(schema);
      }
      return type.get(JAVA_LONG, 0);
    }
  }

  /// Makes this a function of the database.
  ///
  /// @param arena of the functions that DuckDB calls; closed behind the database
  void register(String name, Arena arena) {
    Foreign.Procedure bind = this::bind;
    Foreign.Procedure init = this::init;
    Foreign.Procedure2 execute = this::execute;
    long function = api.createTableFunction();
    api.call("table_function_set_name", function, name);
    api.call("table_function_set_bind", function, Foreign.procedure(bind, arena));
    api.call("table_function_set_init", function, Foreign.procedure(init, arena));
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

  /// Frees what DuckDB has made of the columns.
  void destroyTypes() {
    try (Arena arena = Arena.ofConfined()) {
      for (long type : types) {
        api.destroy("destroy_arrow_converted_schema", arena.allocateFrom(JAVA_LONG, type));
      }
    }
  }

  private void bind(MemorySegment info) {
    try {
      Table<?> rows = table;
      if (rows == null) {
        throw new IllegalStateException("the table was unregistered");
      }
      TableBatches batches = new TableBatches(rows, columns, true);
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
      long type = api.createLogicalType(column.duckDbType());
      long name = arena.allocateFrom(column.name()).address();
      api.call("bind_add_result_column", info, name, type);
      api.destroy("destroy_logical_type", arena.allocateFrom(JAVA_LONG, type));
    }
  }

  private void init(MemorySegment info) {
    try {
      long number = api.address("init_get_bind_data", info.address());
      TableBatches batches = Registry.get(number, TableBatches.class);
      int[] wanted = new int[(int) api.count("init_get_column_count", info.address())];
      for (int i = 0; i < wanted.length; i++) {
        long column = api.count("init_get_column_index", info.address(), i);
        // A query that only counts rows wants a column that does not exist.
        wanted[i] = column >= 0 && column < columns.size() ? (int) column : -1;
      }
      TableScan scan = new TableScan(batches, wanted);
      api.setMaxThreads(info.address(), Runtime.getRuntime().availableProcessors());
      api.call("init_set_init_data", info.address(), Registry.add(scan), FORGET);
    } catch (Throwable failure) {
      fail("init_set_error", info, failure);
    }
  }

  private void execute(MemorySegment info, MemorySegment chunk) {
    try {
      TableScan scan = Registry.get(api.initData(info.address()), TableScan.class);
      TableScan.Rows rows = scan.next(VECTOR_ROWS);
      if (rows != null) {
        for (int i = 0; i < scan.columnCount(); i++) {
          if (scan.column(i) >= 0) {
            fill(chunk.address(), i, scan.column(i), rows);
          }
        }
      }
      api.setSize(chunk.address(), rows == null ? 0 : rows.count());
    } catch (Throwable failure) {
      fail("function_set_error", info, failure);
    }
  }

  /// Has a vector of the result refer to values of a column. Each column has a chunk of its own: of
  /// several columns DuckDB would release the array with the first.
  private void fill(long result, int vector, int column, TableScan.Rows rows) {
    ColumnFormat format = columns.get(column);
    Batch batch = rows.batch().part(column, format.byteSize(), rows.first(), rows.count());
    try (Arena arena = Arena.ofConfined()) {
      long array = arena.allocate(CArray.BYTES, Long.BYTES).address();
      MemorySegment chunk = arena.allocate(ADDRESS);
      ExportedArray.write(array, batch, List.of(format));
      try {
        api.chunkFromArrow(connection, array, types[column], chunk.address());
      } finally {
        Release.array(array);
      }
      api.referenceVector(result, vector, chunk.get(JAVA_LONG, 0), 0);
      api.destroy("destroy_data_chunk", chunk);
    }
  }

  private void fail(String function, MemorySegment info, Throwable failure) {
    try {
      api.call(function, info.address(), Native.message(failure));
    } catch (Throwable second) {
      Native.log(second);
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
