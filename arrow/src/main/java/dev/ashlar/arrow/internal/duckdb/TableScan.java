// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.arrow.internal.writer.TableBatches;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// One scan of a table. Several threads of DuckDB claim its rows.
final class TableScan implements AutoCloseable {
  /// Rows that a thread claims at a time: those of a row group of DuckDB.
  private static final long CLAIM_ROWS = 60L * TableFunction.VECTOR_ROWS;

  private final TableBatches batches;
  private final List<ScannedColumn> columns;
  private final @Nullable ConvertedSchema schema;
  private final LongAdder copiedBytes;
  private final Progress progress;
  private final AtomicLong next = new AtomicLong();

  /// A column of the result.
  ///
  /// @param vector its place in the result
  /// @param column its place in the table
  record ScannedColumn(int vector, int column, ColumnFormat format) {}

  /// @param columns those that are filled
  /// @param schema of the columns that are converted; null if there are none
  /// @param copiedBytes counts what is copied because DuckDB cannot read it in place
  TableScan(
      TableBatches batches,
      List<ScannedColumn> columns,
      @Nullable ConvertedSchema schema,
      LongAdder copiedBytes,
      Progress progress) {
    this.batches = batches;
    this.columns = columns;
    this.schema = schema;
    this.copiedBytes = copiedBytes;
    this.progress = progress;
    progress.expect(batches.rowCount());
  }

  TableBatches batches() {
    return batches;
  }

  List<ScannedColumn> columns() {
    return columns;
  }

  LongAdder copiedBytes() {
    return copiedBytes;
  }

  ConvertedSchema schema() {
    return Objects.requireNonNull(schema, "no column is converted");
  }

  /// Claims rows, and returns the first; [#end] is behind the last. There are none if they are the
  /// same.
  ///
  /// @throws IllegalStateException if the table was closed
  long claim() {
    batches.requireOpen();
    long rowCount = batches.rowCount();
    long first = Math.min(rowCount, next.getAndUpdate(row -> Math.min(rowCount, row + CLAIM_ROWS)));
    progress.add(end(first) - first);
    return first;
  }

  long end(long claimed) {
    return Math.min(batches.rowCount(), claimed + CLAIM_ROWS);
  }

  @Override
  public void close() {
    if (schema != null) {
      schema.close();
    }
  }
}
