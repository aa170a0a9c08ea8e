// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.index.HashIndex;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Finds the rows of a table by the values of one field, or of several. [Table#index] and
/// [Table#uniqueIndex] make an index, and the table keeps it up to date.
///
/// ```java
/// record Order(long id, String customer, LocalDate day) {}
///
/// Table<Order> orders = TableType.of(MethodHandles.lookup(), Order.class).columns().heap(0);
/// Index ids = orders.uniqueIndex("id");
/// Index customers = orders.index("customer");
/// Index days = orders.index("customer", "day");
/// LocalDate today = LocalDate.of(2026, 11, 27);
/// orders.append(new Order(7, "Grace Hopper", today));
/// Order order = orders.get(ids.find(7));
/// customers.rows("Grace Hopper").forEach(row -> orders.set(row, new Order(7, "Ada", today)));
/// long row = days.find("Ada", today);
/// ```
///
/// [#find] and [#next] make no garbage with a `long`, a `String`, a [Text], a `UUID` or bytes.
///
/// **Keys.** The key of a single field is its stored value, as a `long`, for these types: integers,
/// enums, booleans, dates, times, and decimals of up to 18 digits. Integers keep their value, chars
/// and ordinals of enums have no sign, true is 1, and dates, times and decimals are as
/// [stored][TableType]. [#keyOf] returns the key of a value. Texts, `byte[]`, UUIDs and larger
/// decimals are looked up by their values. Keys of several fields are looked up by one value for
/// each field, in the order of the names. Equal texts are equal keys, whether they are
/// [fixed][FixedUtf8], in a [dictionary][DictionaryEncoded] or of any length. A value of another
/// type is refused, and so is a number that the field cannot have. A text that the field cannot
/// have is not refused: no row has it.
///
/// A row in which a value is absent has no key and is not found, even if its other fields have
/// values. So a table with a [unique][Table#uniqueIndex] index may have any number of such rows.
///
/// **Threads.** Any thread that may read the table may look up, also while another thread appends
/// or sets rows. Once a reader has found a row that a writer wrote, or has been given that row's
/// number, its look-ups see every earlier change by that writer. A row that another thread removes,
/// or gives another key, may still be found meanwhile. Iteration by [#next] from such a row may
/// stop before the last row of the key. Threads that set rows of a table with an index wait for one
/// another.
///
/// **Memory.** A key that is a number takes 16 to 20 bytes of heap, any other 10 to 14. If keys
/// have several rows, each row takes 8 to 10 bytes more. An index has up to 536 million keys. It
/// covers rows below 2^32, or below 2^31 if a key has several rows. An append that finds the index
/// full copies it to a larger one.
///
/// **Other processes.** In a table that is open to read only, [MappedTable#refresh] makes the index
/// agree with the rows. Before the refresh, a row whose key the writer has changed in place is
/// found by its old key. If keys are not numbers, it may not be found at all. The refresh adds rows
/// that the writer has appended. If the writer has changed rows in place or removed rows, the
/// refresh builds the index again. While the writer changes rows in place, a key of a
/// [unique][Table#uniqueIndex] index may have several rows.
///
/// @implNote For keys that are not numbers, the index stores a hash of 32 bits. It is SipHash-1-3
///   with a random key for each index, so nobody can choose values with equal hashes. The row's own
///   value is compared with the one looked for. The file of an index is loaded at the first change
///   or after 1,000 look-ups. Earlier look-ups read parts of the file.
public final class Index {
  private final Table<?> table;
  private final String name;
  private final boolean unique;

  /// Null if the index was dropped, or if the table is closed.
  private volatile @Nullable HashIndex hash;

  /// The same as [#hash] if keys are numbers, otherwise null: a look-up of a number needs only this
  /// check.
  private volatile @Nullable HashIndex numbers;

  Index(Table<?> table, HashIndex hash, boolean unique) {
    this.table = table;
    this.name = hash.field().name();
    this.unique = unique;
    replace(hash);
  }

  HashIndex hash() {
    HashIndex index = hash;
    if (index == null) {
      table.requireOpen();
      throw new IllegalStateException(this + " was dropped: make another one");
    }
    return index;
  }

  /// Returns the name of the field, or the names of several fields with `+` between them.
  public String name() {
    return name;
  }

  /// Returns whether each key has at most one row.
  public boolean isUnique() {
    return unique;
  }

  /// Returns the rows with a value; with several fields, those with a value in each. The rows have
  /// the order in which they got the value, or the order of their numbers if the index was built
  /// later. A value is an object: the constant of an enum, a `LocalDate`, a number of any integer
  /// type, a `String` or a [Text].
  ///
  /// @throws IllegalArgumentException if there are more or fewer values than fields, or a field
  ///   cannot have the value
  /// @throws IllegalStateException if the table is closed, or the index was dropped
  public LongStream rows(Object... values) {
    return LongStream.iterate(find(values), row -> row >= 0, this::next);
  }

  /// Returns the row with a key that is a number; -1 if there is none. If several rows have the
  /// key, returns the first that got it.
  ///
  /// @throws IllegalArgumentException if keys are not numbers
  /// @throws IllegalStateException if the table is closed, or the index was dropped
  public long find(long key) {
    HashIndex index = numbers;
    if (index == null) {
      throw hash().field().noNumber();
    }
    try {
      return visible(index.find(key));
    } catch (RuntimeException thrown) {
      requireReplaced(index, thrown);
      return find(key);
    }
  }

  /// Returns the row with this value; -1 if there is none. If several rows have the value, returns
  /// the first that got it.
  ///
  /// @throws IllegalArgumentException if the field cannot have that value, or the index has several
  ///   fields
  /// @throws IllegalStateException if the table is closed, or the index was dropped
  public long find(Object value) {
    HashIndex index = hash();
    try {
      return visible(index.find(value));
    } catch (RuntimeException thrown) {
      requireReplaced(index, thrown);
      return find(value);
    }
  }

  /// Same as [#find(Object)], with a value for each field.
  ///
  /// @throws IllegalArgumentException also if there are more or fewer values than fields
  public long find(Object... values) {
    HashIndex index = hash();
    try {
      return visible(index.find(values));
    } catch (RuntimeException thrown) {
      requireReplaced(index, thrown);
      return find(values);
    }
  }

  /// Same as [#find(Object)], with a part of an array: a text in UTF-8, or the value of a
  /// [FixedBytes] field.
  ///
  /// @throws IndexOutOfBoundsException if the part is not inside of the array
  /// @throws IllegalArgumentException unless the index has one field, of texts or of `byte[]`
  public long find(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    HashIndex index = hash();
    try {
      return visible(index.find(bytes, offset, length));
    } catch (RuntimeException thrown) {
      requireReplaced(index, thrown);
      return find(bytes, offset, length);
    }
  }

  /// Returns the next row with the same key as `row`; -1 if there is none.
  ///
  /// @throws IllegalStateException if the table is closed, or the index was dropped
  /// @throws IndexOutOfBoundsException if the table has no such row
  public long next(long row) {
    if (row < 0 || row >= table.size()) {
      throw new IndexOutOfBoundsException(Table.noRow(row, table));
    }
    HashIndex index = hash();
    try {
      return visible(index.next(row));
    } catch (RuntimeException thrown) {
      requireReplaced(index, thrown);
      return next(row);
    }
  }

  /// Returns if a refresh has replaced the index since, so that the look-up can be repeated.
  /// Otherwise throws the exception that explains `thrown`.
  private void requireReplaced(HashIndex used, RuntimeException thrown) {
    HashIndex now = hash;
    if (now == null || now == used) {
      throw table.explained(thrown, 0);
    }
  }

  /// Returns -1 for a row that the table does not show yet: a row is in the index just before.
  private long visible(long row) {
    return row < table.sizeAcquire() ? row : -1;
  }

  /// Returns whether a row has this key, which is a number.
  public boolean contains(long key) {
    return find(key) >= 0;
  }

  /// Returns whether [#rows] is not empty.
  public boolean contains(Object... values) {
    return find(values) >= 0;
  }

  /// Returns the key of a value, such as the ordinal of an enum constant, or the days of a
  /// `LocalDate`.
  ///
  /// ```java
  /// record Bill(long id, LocalDate day) {}
  /// Table<Bill> bills = TableType.of(MethodHandles.lookup(), Bill.class).columns().heap(0);
  /// Index days = bills.index("day");
  /// long key = days.keyOf(LocalDate.of(2026, 11, 23));
  /// long first = days.find(key);
  /// ```
  ///
  /// @throws IllegalArgumentException if the field cannot have the value, or if keys are not
  ///   numbers
  public long keyOf(Object value) {
    return hash().field().keyOf(value);
  }

  /// Returns the number of keys.
  public long keys() {
    return hash().keys();
  }

  /// Returns the size of the index on the heap, in bytes.
  public long byteSize() {
    return hash().byteSize();
  }

  /// Drops the index. It no longer prevents cursors and segments from writing its fields.
  public void drop() {
    table.indexes().drop(this);
  }

  final void replace(HashIndex other) {
    hash = other;
    numbers = other.field().isNumber() ? other : null;
  }

  void end() {
    HashIndex index = hash;
    hash = null;
    numbers = null;
    if (index != null) {
      index.release();
    }
  }

  /// Returns a text that names the fields and the table.
  @Override
  public String toString() {
    return "index of " + name + " in " + table;
  }
}
