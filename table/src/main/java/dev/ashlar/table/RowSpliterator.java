// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.DeletedRows;
import java.util.Spliterator;
import java.util.function.Consumer;

/// The rows of a table as records. The last row, and whether deleted ones are left out, is fixed by
/// the first call of a method.
final class RowSpliterator<R extends Record> implements Spliterator<R> {
  /// The cache line of a column of bytes.
  private static final long BLOCK_ROWS = 64;

  private static final long NOT_YET_KNOWN = -1;

  private final Table<R> table;
  private long row;
  private long end;

  /// Those that are left out. Later ones are not, since the number of rows was given.
  private DeletedRows deleted;

  RowSpliterator(Table<R> table) {
    this(table, 0, NOT_YET_KNOWN, DeletedRows.NONE);
  }

  private RowSpliterator(Table<R> table, long row, long end, DeletedRows deleted) {
    this.table = table;
    this.row = row;
    this.end = end;
    this.deleted = deleted;
  }

  private long end() {
    if (end == NOT_YET_KNOWN) {
      end = table.sizeAcquire();
      deleted = table.deletedRows().exist() ? table.deletedRows().copy() : DeletedRows.NONE;
    }
    return end;
  }

  @Override
  @SuppressWarnings("unchecked") // The values of R are those of an R.
  public boolean tryAdvance(Consumer<? super R> action) {
    long last = end();
    long next = deleted.nextKept(row, last);
    row = next;
    if (next >= last) {
      return false;
    }
    R record = (R) table.readStored(next);
    row = next + 1;
    action.accept(record);
    return true;
  }

  @Override
  public void forEachRemaining(Consumer<? super R> action) {
    long from = row;
    row = end();
    table.forEachKept(deleted, from, row, action);
  }

  @Override
  @SuppressWarnings(
      "NullAway") // The interface is not annotated: null means that it does not split.
  public Spliterator<R> trySplit() {
    long from = row;
    long middle = (from + (end() - from) / 2) & -BLOCK_ROWS;
    if (middle <= from) {
      return null;
    }
    row = middle;
    return new RowSpliterator<>(table, from, middle, deleted);
  }

  @Override
  public long estimateSize() {
    long last = end();
    return last - row - deleted.count(row, last);
  }

  @Override
  public int characteristics() {
    return ORDERED | SIZED | SUBSIZED | NONNULL;
  }
}
