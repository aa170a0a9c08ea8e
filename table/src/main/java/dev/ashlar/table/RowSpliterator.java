// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.util.Spliterator;
import java.util.function.Consumer;

/// The rows of a table as records. The last row is fixed by the first call of a method.
final class RowSpliterator<R extends Record> implements Spliterator<R> {
  /// The cache line of a column of bytes.
  private static final long BLOCK_ROWS = 64;

  private static final long NOT_YET_KNOWN = -1;

  private final Table<R> table;
  private long row;
  private long end;

  RowSpliterator(Table<R> table) {
    this(table, 0, NOT_YET_KNOWN);
  }

  private RowSpliterator(Table<R> table, long row, long end) {
    this.table = table;
    this.row = row;
    this.end = end;
  }

  private long end() {
    if (end == NOT_YET_KNOWN) {
      end = table.sizeAcquire();
    }
    return end;
  }

  @Override
  public boolean tryAdvance(Consumer<? super R> action) {
    if (row >= end()) {
      return false;
    }
    R next = table.get(row);
    row++;
    action.accept(next);
    return true;
  }

  @Override
  public void forEachRemaining(Consumer<? super R> action) {
    long from = row;
    row = end();
    table.forEach(from, row, action);
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
    return new RowSpliterator<>(table, from, middle);
  }

  @Override
  public long estimateSize() {
    return end() - row;
  }

  @Override
  public int characteristics() {
    return ORDERED | SIZED | SUBSIZED | NONNULL;
  }
}
