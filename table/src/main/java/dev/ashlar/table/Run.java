// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.ColumnStarts;
import java.lang.foreign.MemorySegment;

/// Rows of a table one after another in one chunk, of which none was deleted. It is a value: a
/// cursor that goes from run to run is passed to no call, and C2 can eliminate it.
final class Run {
  final Chunk chunk;

  /// Those of the chunk.
  final MemorySegment memory;

  final ColumnStarts columns;
  final Object[] arrays;

  /// The number of the chunk's first row in the table.
  final long first;

  /// The first row of the table in it, as far as it is known, and the row behind the last one.
  final long begin;

  final long end;

  private Run(Chunk chunk, long begin, long end) {
    this.chunk = chunk;
    this.memory = chunk.memory;
    this.columns = chunk.columns;
    this.arrays = chunk.arrays;
    this.first = chunk.first;
    this.begin = begin;
    this.end = end;
  }

  /// Returns a run for [RowRehearsal].
  static Run endless(Chunk chunk) {
    return new Run(chunk, 0, Long.MAX_VALUE);
  }

  /// Returns an empty run in front of all rows.
  static Run none(Table<?> table) {
    return new Run(table.firstChunk(), 0, 0);
  }

  /// Returns the run of the first row from `row` on that was not deleted; an empty one at `limit`
  /// if there is none.
  static Run from(Table<?> table, long row, long limit) {
    long kept = table.deletedRows().nextKept(row, limit);
    return kept < limit ? of(table, kept, limit) : new Run(table.firstChunk(), limit, limit);
  }

  /// Returns the run of a row that was not deleted.
  static Run of(Table<?> table, long row, long limit) {
    Chunk chunk = table.memory().chunk(row);
    long last = Math.min(limit, chunk.first + chunk.rows);
    return table.deletedRows().exist()
        ? new Run(chunk, row, table.deletedRows().nextDeleted(row, last))
        : new Run(chunk, chunk.first, last);
  }
}
