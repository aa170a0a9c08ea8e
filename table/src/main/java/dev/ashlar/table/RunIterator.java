// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.util.Iterator;
import java.util.NoSuchElementException;

/// The rows of a table of several chunks, or of one with deleted rows, which are left out.
final class RunIterator<R extends Record> implements Iterator<R> {
  private final Table<R> table;

  /// The rows that the table had when this was made.
  private final long limit;

  private Run run;

  /// The row that is next.
  private long row;

  RunIterator(Table<R> table) {
    this.table = table;
    this.limit = table.sizeAcquire();
    this.run = Run.from(table, 0, limit);
    this.row = run.begin;
  }

  @Override
  public boolean hasNext() {
    return row < limit;
  }

  @Override
  @SuppressWarnings("unchecked") // The values of R are those of an R.
  public R next() {
    if (row >= limit) {
      throw new NoSuchElementException("There is no next row in " + table);
    }
    table.memory().requireUsable();
    R record = (R) table.generated().read(run.chunk, row - run.first);
    // Behind what may throw: then the same row is next again.
    long next = row + 1;
    if (next >= run.end) {
      run = Run.from(table, next, limit);
      next = Math.max(next, run.begin);
    }
    row = next;
    return record;
  }
}
