// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.DuckDbException;
import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Release;
import dev.ashlar.arrow.internal.reader.BatchReader;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.arrow.internal.writer.DuckDbRange;
import dev.ashlar.table.Table;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The result of a DuckDB statement: as a whole in memory, or a stream that is read once.
public final class DuckDbResult implements AutoCloseable {
  /// In `duckdb_type`.
  private static final int TIME_WITH_OFFSET = 30;

  private final DuckDbApi api;

  /// Threads of DuckDB read the result where it is the input of another query.
  private final Arena arena = Arena.ofShared();

  private final MemorySegment result = arena.allocate(DuckDbApi.RESULT);

  /// A variable for the statement of a stream.
  private final MemorySegment statement = arena.allocate(ADDRESS);

  private int state;

  private DuckDbResult(DuckDbApi api) {
    this.api = api;
  }

  /// Returns the whole result.
  ///
  /// @param sql one statement or several
  public static DuckDbResult of(DuckDbApi api, long connection, String sql) {
    DuckDbResult whole = new DuckDbResult(api);
    whole.state = api.query(connection, sql, whole.result);
    return whole;
  }

  /// Returns a stream, which has no number of rows.
  ///
  /// @param sql one statement
  /// @throws DuckDbException if the statement cannot be executed
  public static DuckDbResult stream(DuckDbApi api, long connection, String sql) {
    DuckDbResult stream = new DuckDbResult(api);
    try {
      api.prepare(connection, sql, stream.statement);
      long statement = stream.statement.get(JAVA_LONG, 0);
      stream.state =
          (int) api.call("execute_prepared_streaming", statement, stream.result.address());
      return stream.require();
    } catch (Throwable failure) {
      stream.close();
      throw failure;
    }
  }

  /// Returns this result.
  ///
  /// @throws DuckDbException if the statement failed
  public DuckDbResult require() {
    long error = api.call("result_error", result.address());
    if (state != 0 || error != 0) {
      throw new DuckDbException(Foreign.getString(error));
    }
    return this;
  }

  public long rowCount() {
    return api.call("row_count", result.address());
  }

  /// Appends all rows to a table.
  public <R extends Record> void appendTo(Table<R> table) {
    long schema = arena.allocate(CSchema.BYTES, Long.BYTES).address();
    long array = arena.allocate(CArray.BYTES, Long.BYTES).address();
    MemorySegment options = arena.allocate(ADDRESS);
    options.set(JAVA_LONG, 0, api.call("result_get_arrow_options", result.address()));
    try {
      writeSchema(options.get(JAVA_LONG, 0), schema);
      BatchReader<R> batches = new BatchReader<>(table, schema);
      Map<Integer, DuckDbRange> ranges = ranges(table);
      long first = table.size();
      forEachChunk(chunk -> {
        long row = table.size() - first;
        ranges.forEach((column, range) -> requireInside(range, chunk, column, row));
        try {
          api.convert("data_chunk_to_arrow", options.get(JAVA_LONG, 0), chunk, array);
          batches.add(array);
          batches.moveTo(table);
        } finally {
          Release.array(array);
          CArray.setRelease(array, 0);
        }
      });
    } finally {
      Release.schema(schema);
      api.destroy("destroy_arrow_options", options);
    }
  }

  /// Returns the ranges of the columns that the table has, as far as they have one.
  ///
  /// @throws IllegalArgumentException if a column has times with an offset, which Arrow drops
  private Map<Integer, DuckDbRange> ranges(Table<?> table) {
    List<String> names = columnNames();
    Map<Integer, DuckDbRange> ranges = new HashMap<>();
    for (ColumnFormat component : ColumnFormat.of(table.layout().type())) {
      int column = names.indexOf(component.name());
      if (type(column) == TIME_WITH_OFFSET) {
        throw new IllegalArgumentException(
            "%s is TIME WITH TIME ZONE, and a table keeps no offset: cast it to time in the query"
                .formatted(component.name()));
      }
      DuckDbRange range = DuckDbRange.of(type(column));
      if (range != null) {
        ranges.put(column, range);
      }
    }
    return ranges;
  }

  /// The number of a column's type in `duckdb_type`.
  private int type(int column) {
    return (int) api.call("column_type", result.address(), column);
  }

  private void requireInside(DuckDbRange range, long chunk, int column, long firstRow) {
    long vector = api.call("data_chunk_get_vector", chunk, column);
    long values = api.call("vector_get_data", vector);
    long validity = api.call("vector_get_validity", vector);
    int rows = (int) api.call("data_chunk_get_size", chunk);
    int row = range.find(values, rows, each -> StringVector.isValid(validity, each));
    if (row >= 0) {
      String name = columnNames().get(column);
      throw new IllegalArgumentException(
          "row %d: %s is %s"
              .formatted(firstRow + row, name, range.refusal(values, row, DuckDbApi.quoted(name))));
    }
  }

  private void forEachChunk(LongConsumer action) {
    MemorySegment handle = arena.allocate(ADDRESS);
    for (long chunk = fetchChunk(); chunk != 0; chunk = fetchChunk()) {
      handle.set(JAVA_LONG, 0, chunk);
      try {
        action.accept(chunk);
      } finally {
        api.destroy("destroy_data_chunk", handle);
      }
    }
    // A stream may fail at any chunk.
    require();
  }

  /// Returns a handle of the next rows, which the caller destroys; 0 at the end.
  long fetchChunk() {
    return api.fetchChunk(result);
  }

  private void writeSchema(long options, long schema) {
    int columns = columnCount();
    MemorySegment types = arena.allocate(JAVA_LONG, columns);
    MemorySegment names = arena.allocate(JAVA_LONG, columns);
    try {
      for (int i = 0; i < columns; i++) {
        types.setAtIndex(JAVA_LONG, i, logicalType(i));
        names.setAtIndex(JAVA_LONG, i, api.call("column_name", result.address(), i));
      }
      api.convert("to_arrow_schema", options, types.address(), names.address(), columns, schema);
    } finally {
      for (int i = 0; i < columns; i++) {
        api.destroy("destroy_logical_type", types.asSlice((long) i * Long.BYTES, Long.BYTES));
      }
    }
  }

  int columnCount() {
    return (int) api.call("column_count", result.address());
  }

  /// Returns the type of a column, which the caller destroys.
  long logicalType(int column) {
    return api.call("column_logical_type", result.address(), column);
  }

  public List<String> columnNames() {
    return IntStream.range(0, columnCount())
        .mapToObj(i -> Foreign.getString(api.call("column_name", result.address(), i)))
        .toList();
  }

  /// Returns the rows of a result that has columns of texts only.
  public List<List<@Nullable String>> texts() {
    List<List<@Nullable String>> rows = new ArrayList<>();
    forEachChunk(chunk -> {
      List<StringVector> columns =
          IntStream.range(0, columnCount()).mapToObj(i -> strings(chunk, i)).toList();
      for (int row = 0; row < api.call("data_chunk_get_size", chunk); row++) {
        List<@Nullable String> texts = new ArrayList<>();
        for (StringVector column : columns) {
          texts.add(column.get(row));
        }
        rows.add(texts);
      }
    });
    return rows;
  }

  private StringVector strings(long chunk, int column) {
    long vector = api.call("data_chunk_get_vector", chunk, column);
    return new StringVector(
        api.call("vector_get_data", vector), api.call("vector_get_validity", vector));
  }

  @Override
  public void close() {
    try (arena) {
      api.destroy("destroy_result", result);
      api.destroy("destroy_prepare", statement);
    }
  }
}
