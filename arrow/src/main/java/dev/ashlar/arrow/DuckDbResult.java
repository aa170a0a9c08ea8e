// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.DuckDb.Texts;
import dev.ashlar.table.Table;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a statement of DuckDB: in memory, whole.
final class DuckDbResult implements AutoCloseable {
  private final DuckDbApi api;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment result = arena.allocate(DuckDbApi.RESULT);
  private final int state;

  DuckDbResult(DuckDbApi api, long connection, String sql) {
    this.api = api;
    this.state = api.query(connection, sql, result);
  }

  /// Returns this.
  ///
  /// @throws DuckDbException if the statement failed
  DuckDbResult require() {
    if (state != 0) {
      throw new DuckDbException(api.resultError(result));
    }
    return this;
  }

  long rowCount() {
    return api.count("row_count", result.address());
  }

  /// Copies all rows to a table that has as many.
  <R extends Record> void copyTo(Table<R> table) {
    long schema = arena.allocate(CSchema.BYTES, Long.BYTES).address();
    long array = arena.allocate(CArray.BYTES, Long.BYTES).address();
    MemorySegment options = arena.allocate(ADDRESS);
    options.set(JAVA_LONG, 0, api.address("result_get_arrow_options", result.address()));
    try {
      writeSchema(options.get(JAVA_LONG, 0), schema);
      BatchReader<R> batches = new BatchReader<>(table.layout(), schema);
      long row = 0;
      for (long chunk = api.fetchChunk(result); chunk != 0; chunk = api.fetchChunk(result)) {
        MemorySegment handle = arena.allocateFrom(JAVA_LONG, chunk);
        try {
          api.convert("data_chunk_to_arrow", options.get(JAVA_LONG, 0), chunk, array);
          batches.add(array);
          row = batches.moveTo(table, row);
        } finally {
          Release.array(array);
          CArray.setRelease(array, 0);
          api.destroy("destroy_data_chunk", handle);
        }
      }
    } finally {
      Release.schema(schema);
      api.destroy("destroy_arrow_options", options);
    }
  }

  private void writeSchema(long options, long schema) {
    int columns = columnCount();
    MemorySegment types = arena.allocate(JAVA_LONG, columns);
    MemorySegment names = arena.allocate(JAVA_LONG, columns);
    try {
      for (int i = 0; i < columns; i++) {
        types.setAtIndex(JAVA_LONG, i, api.address("column_logical_type", result.address(), i));
        names.setAtIndex(JAVA_LONG, i, api.address("column_name", result.address(), i));
      }
      api.toArrowSchema(options, types, names, schema);
    } finally {
      for (int i = 0; i < columns; i++) {
        api.destroy("destroy_logical_type", types.asSlice((long) i * Long.BYTES, Long.BYTES));
      }
    }
  }

  private int columnCount() {
    return (int) api.count("column_count", result.address());
  }

  Texts toTexts() {
    int columns = columnCount();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      names.add(Foreign.getString(api.address("column_name", result.address(), i)));
    }
    long count = rowCount();
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (long row = 0; row < count; row++) {
      List<@Nullable String> texts = new ArrayList<>();
      for (int i = 0; i < columns; i++) {
        texts.add(api.text(result, i, row));
      }
      rows.add(texts);
    }
    return new Texts(names, rows);
  }

  @Override
  public void close() {
    api.destroy("destroy_result", result);
    arena.close();
  }
}
