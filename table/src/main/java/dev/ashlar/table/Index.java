// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.index.HashIndex;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Finds the rows of a table by the values of one field. [Table#index] and [Table#uniqueIndex] make
/// an index, and the table keeps it up to date.
///
/// ```java
/// Table<Trade> trades = TRADES.columns().heap(0);
/// Index ids = trades.index("id");
/// trades.append(new Trade(7, 42, 10, 'B'));
/// ids.rows(7).forEach(row -> trades.set(row, new Trade(7, 43, 10, 'B')));
/// ```
///
/// [#find] and [#next] do the same without garbage.
///
/// **Keys** are the field's values in memory, as a `long`. Integers keep their value, chars and
/// ordinals of enums have no sign, true is 1, and dates, times and decimals are as
/// [stored][TableType]. [#keyOf] returns the key of a value. A row whose value is absent has no key
/// and is not found.
///
/// **Threads.** Any thread that may read the table may look up, also while another thread appends
/// or sets rows. After a reader has found a row of a writer, or was given its number, it finds all
/// earlier changes by this writer. A row that another thread removes, or gives another key, may
/// still be found meanwhile. [#next] of such a row may end early. Threads that set rows of a table
/// with an index wait for one another.
///
/// **Memory.** A key takes 16 to 20 bytes of heap. If keys have several rows, each row takes 8 to
/// 10 bytes more. An index has up to 536 million keys, of rows below 2^32. An append that finds the
/// index full copies it to a larger one.
///
/// **Other processes.** In a table that is open to read only, [MappedTable#refresh] makes the index
/// agree with the rows. Before the refresh, a row whose key the writer has changed in place is
/// found by the old key. The refresh adds rows that the writer has appended. If the writer has
/// changed rows in place or removed rows, the refresh builds the index again. While the writer
/// changes rows in place, a key of a [unique][Table#uniqueIndex] index may have several rows.
public final class Index {
  private final Table<?> table;
  private final String name;
  private final boolean unique;

  /// Null when the index was dropped, or the table is closed.
  private volatile @Nullable HashIndex hash;

  Index(Table<?> table, HashIndex hash, boolean unique) {
    this.table = table;
    this.name = hash.field().name();
    this.unique = unique;
    this.hash = hash;
  }

  HashIndex hash() {
    HashIndex index = hash;
    if (index == null) {
      table.requireOpen();
      throw new IllegalStateException(this + " was dropped: make another one");
    }
    return index;
  }

  /// Returns the name of the field.
  public String name() {
    return name;
  }

  /// Returns whether a key has one row at most.
  public boolean isUnique() {
    return unique;
  }

  /// Returns the rows with a value, in the order in which they got it. The value is an object: the
  /// constant of an enum, a `LocalDate`, a number of any integer type.
  ///
  /// @throws IllegalArgumentException if the field cannot have that value
  /// @throws IllegalStateException if the table is closed, or the index was dropped
  public LongStream rows(Object value) {
    return LongStream.iterate(find(keyOf(value)), row -> row >= 0, this::next);
  }

  /// Returns the row of a key, or the first of several rows that got the key; -1 if there is none.
  ///
  /// @throws IllegalStateException if the table is closed, or the index was dropped
  public long find(long key) {
    return visible(hash().find(key));
  }

  /// Returns the next row that got the same key as `row`; -1 if there is none.
  ///
  /// @throws IndexOutOfBoundsException if the table has no such row
  public long next(long row) {
    if (row < 0 || row >= table.size()) {
      throw new IndexOutOfBoundsException(Table.noRow(row, table));
    }
    return visible(hash().next(row));
  }

  /// A row is in the index just before the table shows it.
  private long visible(long row) {
    return row < table.sizeAcquire() ? row : -1;
  }

  /// Returns whether a row has the key.
  public boolean contains(long key) {
    return find(key) >= 0;
  }

  /// Returns the key of a value: the ordinal of an enum's constant, the days of a `LocalDate`.
  ///
  /// ```java
  /// record Bill(long id, LocalDate day) {}
  /// Table<Bill> bills = TableType.of(MethodHandles.lookup(), Bill.class).columns().heap(0);
  /// Index days = bills.index("day");
  /// long first = days.find(days.keyOf(LocalDate.of(2026, 11, 23)));
  /// ```
  ///
  /// @throws IllegalArgumentException if the field cannot have that value
  public long keyOf(Object value) {
    return hash().field().keyOf(value);
  }

  /// Returns the number of keys.
  public long keys() {
    return hash().keys();
  }

  /// Returns the bytes of heap that the index takes.
  public long byteSize() {
    return hash().byteSize();
  }

  /// Ends the index. After that, cursors and segments may write the field again.
  public void drop() {
    table.indexes().drop(this);
  }

  void replace(HashIndex other) {
    hash = other;
  }

  void end() {
    hash = null;
  }

  /// Returns a text that names the field and the table.
  @Override
  public String toString() {
    return "index of " + name + " in " + table;
  }
}
