// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.util.Iterator;
import java.util.NoSuchElementException;

/// Rows of a table as records.
///
/// The class of a record's iterators is generated. It has all methods that call something of a
/// table: here, that would have one profile for the tables of all records, and C2 would not inline
/// it.
///
/// @param <R> the record
public abstract class RowIterator<R> implements Iterator<R> {
  /// The row behind the last one.
  protected final long end;

  /// The row that is next.
  protected long row;

  /// Called by generated classes.
  protected RowIterator(long end) {
    this.end = end;
  }

  @Override
  public final boolean hasNext() {
    return row < end;
  }

  /// Returns what to throw where there is no next row.
  ///
  /// @param table what is iterated over
  protected static NoSuchElementException noNext(long row, Object table) {
    return new NoSuchElementException(
        "There is no next row: there were " + row + " when the iterator was made, of " + table);
  }
}
