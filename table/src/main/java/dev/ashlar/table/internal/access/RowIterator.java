// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.util.Iterator;
import java.util.NoSuchElementException;

/// Rows of a table as records.
///
/// The class of a record's iterators is generated. It has the methods that depend on the record and
/// on the class of tables, with one call each. The methods here are called for iterators of many
/// classes: see [RowReader].
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

  @Override
  @SuppressWarnings("unchecked") // The readers of R make objects of R.
  public R next() {
    long next = row;
    if (next >= end) {
      throw noNext();
    }
    R record;
    try {
      Chunk chunk = chunk(next);
      record = (R) RowReader.read(reader(), chunk, (int) (next - chunk.first));
    } catch (RuntimeException thrown) {
      throw explained(thrown, next);
    }
    // Behind what may throw: then the same row is next again.
    row = next + 1;
    return record;
  }

  /// Returns the exception to throw where there is no next row.
  protected final NoSuchElementException noNext() {
    return new NoSuchElementException(
        "There is no next row: there were " + row + " when the iterator was made, of " + table());
  }

  /// Returns the table that is iterated over.
  protected abstract Object table();

  /// Returns the chunk that has a row of the table.
  ///
  /// @throws RuntimeException if there is none
  protected abstract Chunk chunk(long row);

  /// Returns a new reader of the record.
  protected abstract RowReader reader();

  /// Returns the exception to throw for a failure of an access to a row.
  protected abstract RuntimeException explained(RuntimeException thrown, long row);
}
