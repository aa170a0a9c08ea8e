// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.index.HashIndex;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Finds the rows of a table by the values of one field. [Table#index] and [Table#uniqueIndex] make
/// it, and the table keeps it up to date.
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
/// **Keys** are what the field has in memory, as a `long`: integers as they are, chars and ordinals
/// of enums without a sign, true as 1, and dates, times and decimals as they are
/// [stored][TableType]. [#keyOf] returns that of a value. A row whose value is absent has no key
/// and is not found.
///
/// **Threads.** Any thread that may read the table may look up, also while another one appends or
/// sets. A reader that has found a later row of that writer, or was given its number, finds all
/// that the writer did before. A row that another thread takes away or gives another key may still
/// be found. [#next] of such a row may end early. Threads that set rows of a table with an index
/// wait for one another.
///
/// **Memory.** A key takes 16 to 20 bytes of heap, and a row 8 to 10 more if there are keys of
/// several rows. An index has up to 536 million keys of rows below 2^32. When there is no more
/// room, the append that needs it copies the index.
///
/// **Other processes.** In a table that is open to read only, the index agrees with the rows after
/// [MappedTable#refresh]. Before it, a row whose key the writer has changed in place is found by
/// the old key. Rows that the writer appends are added. If it has changed rows in place or taken
/// some away, the refresh makes the index again. While the writer changes rows in place, a key of a
/// [unique][Table#uniqueIndex] index may have several rows.
public final class Index {
  private final Table<?> table;
  private final String name;
  private final boolean unique;

  /// Null when it was dropped, or the table is closed.
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

  /// The name of the field.
  public String name() {
    return name;
  }

  /// Whether a key has one row at most.
  public boolean isUnique() {
    return unique;
  }

  /// Returns the rows of a value, in the order in which they got it. A value is what the component
  /// holds, as an object: an enum's constant, a `LocalDate`, a number of any integer type.
  ///
  /// @throws IllegalArgumentException if the field cannot have that value
  /// @throws IllegalStateException if the table is closed, or the index was dropped
  public LongStream rows(Object value) {
    return LongStream.iterate(find(keyOf(value)), row -> row >= 0, this::next);
  }

  /// Returns the row of a key, or the first one that got it; -1 if there is none.
  ///
  /// @throws IllegalStateException if the table is closed, or the index was dropped
  public long find(long key) {
    return visible(hash().find(key));
  }

  /// Returns the row that got the key of `row` next; -1 if there is none.
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

  /// Whether a row has the key.
  public boolean contains(long key) {
    return find(key) >= 0;
  }

  /// Returns the key of a value: of an enum's constant its ordinal, of a `LocalDate` its days.
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

  /// The number of keys.
  public long keys() {
    return hash().keys();
  }

  /// The heap that it takes.
  public long byteSize() {
    return hash().byteSize();
  }

  /// Ends the index. The field may then be written by any cursor or segment again.
  public void drop() {
    table.indexes().drop(this);
  }

  void replace(HashIndex other) {
    hash = other;
  }

  void end() {
    hash = null;
  }

  /// Names the field and the table.
  @Override
  public String toString() {
    return "index of " + name + " in " + table;
  }
}
