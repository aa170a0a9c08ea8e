// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.DecidesCopies;

/// A position in a table, from which the fields of a row are read and written without a record.
///
/// A caller extends this interface with methods that are named after the record's components.
/// [Table#cursor] returns an object of the caller's interface. For a component `long quantity`:
///
/// | method | does |
/// |---|---|
/// | `long quantity()` | reads |
/// | `void quantity(long value)`, `TradeCursor quantity(long value)` | writes, and returns the cursor |
/// | `long getQuantityVolatile()`, …`Acquire`, …`Opaque` | reads in that mode |
/// | `void setQuantityVolatile(long value)`, …`Release`, …`Opaque` | writes in that mode |
/// | `long getAndSetQuantity(long value)` | replaces |
/// | `long getAndAddQuantity(long delta)` | adds |
/// | `long getAndBitwiseOrQuantity(long mask)`, …`And`…, …`Xor`… | combines |
/// | `boolean compareAndSetQuantity(long expected, long value)`, `weakCompareAndSet`… | replaces if equal |
/// | `long compareAndExchangeQuantity(long expected, long value)` | replaces if equal, and returns the old value |
///
/// ```java
/// TradeCursor trade = TRADES.columns().heap(100).cursor(TradeCursor.class);
/// while (trade.next()) {
///   trade.getAndAddQuantity(trade.price());
/// }
/// ```
///
/// A component that is not a primitive has methods for its own type, and for the primitive that it
/// is [stored][TableType] as. The latter make no object, and have names with `get` or `set`:
///
/// | component | methods |
/// |---|---|
/// | `LocalDate day` | `LocalDate day()`, `int getDay()`, `int getAndAddDay(int days)` |
/// | `String name` | `String name()`, and `Text getName()`, which makes no `String` |
/// | `@DictionaryEncoded String side` | `String side()`, `Text getSide()`, or `int getSide()`, the code, which is only read |
/// | `Leg leg`, a record | `Leg leg()`, and `int legQuantity()` for its component `quantity` |
/// | `@OrNull Long limit` | `Long limit()`, `long getLimit()`, which is 0 if it is absent |
/// | `Optional<LocalDate> day` | `Optional<LocalDate> day()`, `boolean dayIsPresent()` |
///
/// A setter of the primitive does not change whether the value is absent: an absent value stays
/// absent until `dayIsPresent(true)`.
///
/// A method with the name of a method of [VarHandle][java.lang.invoke.VarHandle] does the same as
/// that method. The component's name comes behind the verb, and the mode (`Volatile`, `Acquire`,
/// `Release`, `Opaque` or `Plain`) behind the component, as in `getAndAddQuantityRelease`. Plain
/// `getQuantity` and `setQuantity` exist too. A setter returns void or the cursor. The caller's
/// interface may have `default` and `static` methods, but they cannot replace methods of this
/// interface.
///
/// The atomic methods depend on the memory. [TableType#rows] are not aligned and have none. Heap
/// columns have those of arrays. All other layouts have those of segments: all methods for `int`
/// and `long`; get, set, replace and compare for `float` and `double`; get and set for all other
/// types. Enums and booleans cannot be added. [Table#cursor] throws [UnsupportedOperationException]
/// for a method that the memory does not have.
///
/// A cursor covers the rows that its table had when the cursor was made; [Table#cursor] is cheap,
/// and a later one covers later rows. A row that was [deleted][Table#delete] meanwhile may be
/// shown. An access to a row that was [removed][Table#truncate] meanwhile throws, and so does an
/// access after the table was closed. One thread at a time may use a cursor.
///
/// A table has a class of cursors for each layout and memory. The compiler vectorizes a loop over a
/// cursor as it does a loop over arrays, if the rows are in one chunk and none was deleted.
@DecidesCopies
public interface Cursor {
  /// Returns the number of the current row; -1 before the first, and more than that of the last row
  /// behind it. A component that is named `row` is read by `getRow`, and one that is named `next`
  /// by `getNext`.
  long row();

  /// Moves to the next row that was not deleted. If there is none, this returns false, and the
  /// cursor is behind the last row: an access throws, unless rows were appended since.
  boolean next();

  /// Moves to a row that the cursor covers. An interface may redeclare it to return its own type.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row; the cursor stays
  Cursor moveTo(long row);
}
