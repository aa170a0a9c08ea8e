// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import org.jspecify.annotations.Nullable;

/// A table function of DuckDB that returns the rows of a result. Another query can then cast values
/// of any type, which the C API cannot do.
public final class ResultFunction extends ScanFunction {
  public static final String NAME = "ashlar_result";

  /// Read by threads of DuckDB.
  private volatile @Nullable DuckDbResult result;

  public ResultFunction(DuckDbApi api, VectorApi vectors) {
    super(api, vectors);
  }

  /// Sets the result that the next query reads. It can be read once.
  ///
  /// @param rows null if there is nothing to read
  public void show(@Nullable DuckDbResult rows) {
    result = rows;
  }

  private DuckDbResult result() {
    DuckDbResult rows = result;
    if (rows == null) {
      throw new IllegalStateException(NAME + " is a function for Ashlar itself");
    }
    return rows;
  }

  @Override
  void bind(long info) {
    DuckDbResult rows = result();
    for (int i = 0; i < rows.columnCount(); i++) {
      addColumn(info, "c" + i, rows.logicalType(i));
    }
  }

  /// A result is read by one thread, which is what DuckDB does if nothing else is said.
  @Override
  void init(long info) {}

  @Override
  long fill(long info, long chunk) {
    DuckDbResult rows = result();
    long source = rows.fetchChunk();
    if (source == 0) {
      return 0;
    }
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < rows.columnCount(); i++) {
        vectors.referenceVector(chunk, i, source, i);
      }
      long size = api.call("data_chunk_get_size", source);
      api.destroy("destroy_data_chunk", arena.allocateFrom(JAVA_LONG, source));
      return size;
    }
  }
}
