// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Consumer;

/// Rows of a table as records. It knows the last of them when it is first asked for something.
///
/// It keeps no record, as an iterator of a [RowSpliterator] would. So C2 makes none where it
/// inlines [Table#get], in a loop that only reads components. Which table that is comes from the
/// profile of [#next], which all records of a program share.
final class RowIterator<R extends Record> implements Iterator<R> {
  private static final long NOT_YET_KNOWN = -1;

  private final Table<R> table;
  private long row;
  private long end = NOT_YET_KNOWN;

  RowIterator(Table<R> table) {
    this.table = table;
  }

  @Override
  public boolean hasNext() {
    if (end == NOT_YET_KNOWN) {
      end = table.sizeAcquire();
    }
    return row < end;
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException("There is no row " + row + ": it is the end of " + table);
    }
    R next = table.get(row);
    row++;
    return next;
  }

  @Override
  public void forEachRemaining(Consumer<? super R> action) {
    if (hasNext()) {
      long from = row;
      row = end;
      table.forEach(from, end, action);
    }
  }
}
