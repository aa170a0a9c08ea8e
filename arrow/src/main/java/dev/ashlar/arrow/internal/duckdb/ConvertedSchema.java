// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.cdata.Release;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.arrow.internal.writer.ExportedSchema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// The schema with which DuckDB converts arrays of columns.
final class ConvertedSchema implements AutoCloseable {
  private final DuckDbApi api;
  private final long connection;
  private final long handle;

  /// @param connection to convert with
  ConvertedSchema(DuckDbApi api, long connection, List<ColumnFormat> columns) {
    this.api = api;
    this.connection = connection;
    try (Arena arena = Arena.ofConfined()) {
      long schema = arena.allocate(CSchema.BYTES, Long.BYTES).address();
      MemorySegment variable = arena.allocate(ADDRESS);
      ExportedSchema.write(schema, columns);
      try {
        api.convert("schema_from_arrow", connection, schema, variable.address());
      } finally {
        Release.schema(schema);
      }
      this.handle = variable.get(JAVA_LONG, 0);
    }
  }

  long connection() {
    return connection;
  }

  long handle() {
    return handle;
  }

  @Override
  public void close() {
    try (Arena arena = Arena.ofConfined()) {
      api.destroy("destroy_arrow_converted_schema", arena.allocateFrom(JAVA_LONG, handle));
    }
  }
}
