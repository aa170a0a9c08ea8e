package dev.ashlar.arrow;

import dev.ashlar.arrow.TableBatches.Batch;
import org.jspecify.annotations.Nullable;

/// One scan of a table, which several threads of DuckDB go on with.
final class TableScan {
  /// Rows of a batch, for one thread.
  record Rows(Batch batch, int first, int count) {}

  private final TableBatches batches;
  private final int[] columns;

  private @Nullable Batch batch;
  private long next;
  private int nextInBatch;

  /// @param columns of the result; -1 for one that is not filled
  TableScan(TableBatches batches, int[] columns) {
    this.batches = batches;
    this.columns = columns;
  }

  int columnCount() {
    return columns.length;
  }

  int column(int index) {
    return columns[index];
  }

  /// Returns the next rows; null behind the last one.
  ///
  /// @throws IllegalStateException if the table was closed
  synchronized @Nullable Rows next(int limit) {
    if (next == batches.rowCount()) {
      batches.requireOpen();
      return null;
    }
    Batch from = batch;
    if (from == null || nextInBatch == from.rowCount()) {
      from = batches.batch(next, Integer.MAX_VALUE);
      batch = from;
      nextInBatch = 0;
    } else {
      batches.requireOpen();
    }
    Rows rows = new Rows(from, nextInBatch, Math.min(limit, from.rowCount() - nextInBatch));
    nextInBatch += rows.count;
    next += rows.count;
    return rows;
  }
}
