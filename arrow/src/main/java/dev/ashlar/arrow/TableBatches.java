// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import dev.ashlar.table.Column;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableChunk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The rows that a table has now, as columns in native memory: those of the table if they are there
/// and nobody can end them meanwhile, otherwise copies.
final class TableBatches {
  /// Of memory that nobody can end while it is reachable.
  private static final Set<Class<?>> LASTING_SCOPES =
      Set.of(Arena.ofAuto().scope().getClass(), Arena.global().scope().getClass());

  /// Rows that are copied at once, at most.
  private static final int COPIED_ROWS = 1 << 16;

  /// Consecutive rows.
  ///
  /// @param addresses of the first value of each column
  /// @param owner keeps that memory while it is reachable
  record Batch(int rowCount, List<Long> addresses, Object owner) {}

  /// Rows of the table in one run of memory, with the values of each column.
  private record Run(long firstRow, long rowCount, List<MemorySegment> values) {
    long end() {
      return firstRow + rowCount;
    }
  }

  private final Table<?> table;
  private final List<ColumnFormat> columns;
  private final long rowCount;

  /// Empty if rows are copied.
  private final List<Run> runs;

  /// @param columns that batches have
  /// @param callerWaits whether this thread does nothing else until the last batch has been used:
  ///   then memory confined to it is not copied
  TableBatches(Table<?> table, List<ColumnFormat> columns, boolean callerWaits) {
    this.table = table;
    this.columns = columns;
    this.rowCount = table.chunks().stream().mapToLong(TableChunk::rowCount).sum();
    List<Run> found = isColumns(table, columns) ? runs(table, columns) : List.of();
    boolean stays =
        found.stream()
            .flatMap(run -> run.values.stream())
            .allMatch(values -> values.isNative() && stays(values, callerWaits));
    this.runs = stays ? found : List.of();
  }

  private static boolean isColumns(Table<?> table, List<ColumnFormat> columns) {
    try {
      columns.forEach(column -> table.column(column.name()));
      return true;
    } catch (UnsupportedOperationException rows) {
      return false;
    }
  }

  private static List<Run> runs(Table<?> table, List<ColumnFormat> columns) {
    List<Run> runs = new ArrayList<>();
    for (TableChunk chunk : table.chunks()) {
      List<MemorySegment> values =
          columns.stream().map(column -> chunk.column(column.name()).asReadOnlySegment()).toList();
      runs.add(new Run(chunk.firstRow(), chunk.rowCount(), values));
    }
    return runs;
  }

  private static boolean stays(MemorySegment values, boolean callerWaits) {
    if (LASTING_SCOPES.contains(values.scope().getClass())) {
      return true;
    }
    boolean confined = !values.isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}));
    return callerWaits && confined && values.isAccessibleBy(Thread.currentThread());
  }

  List<ColumnFormat> columns() {
    return columns;
  }

  long rowCount() {
    return rowCount;
  }

  /// Whether batches are the memory of the table.
  boolean isDirect() {
    return !runs.isEmpty();
  }

  /// Throws unless the table is open.
  ///
  /// @throws IllegalStateException if it was closed
  void requireOpen() {
    table.chunks();
  }

  /// Returns the rows from `row` on: one at least, `limit` at most.
  ///
  /// @throws IllegalStateException if the table was closed
  Batch batch(long row, int limit) {
    requireOpen();
    for (Run run : runs) {
      if (row < run.end()) {
        return batch(run, row - run.firstRow, (int) Math.min(limit, run.end() - row));
      }
    }
    return copy(table, row, (int) Math.min(Math.min(limit, COPIED_ROWS), rowCount - row));
  }

  private Batch batch(Run run, long first, int rows) {
    List<Long> addresses = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      addresses.add(run.values.get(i).address() + first * columns.get(i).byteSize());
    }
    return new Batch(rows, addresses, run.values);
  }

  private <R extends Record> Batch copy(Table<R> from, long row, int rows) {
    Table<R> copy = from.layout().type().columns().allocate(Arena.ofAuto(), rows);
    from.copyTo(row, copy, 0, rows);
    List<MemorySegment> values =
        columns.stream().map(column -> copy.column(column.name())).map(Column::asSegment).toList();
    return batch(new Run(0, rows, values), 0, rows);
  }
}
