// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

/// Stands on a row of a table and reaches its fields without making a record.
///
/// A caller extends this interface by methods that are named after the record's components, and
/// [Table#cursor] implements it. For a component `long quantity`:
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
/// | `long compareAndExchangeQuantity(long expected, long value)` | likewise, returns what was there |
///
/// ```java
/// TradeCursor trade = TRADES.columns().heap(100).cursor(TradeCursor.class);
/// while (trade.next()) {
///   trade.getAndAddQuantity(trade.price());
/// }
/// ```
///
/// A component that is no primitive is reached by its own type, or by the primitive that it is
/// [stored][TableType] as, which makes no object. The long form tells them apart:
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
/// A setter of the primitive changes nothing else: a value that was absent stays so until
/// `dayIsPresent(true)`.
///
/// A method has the name of a method of [VarHandle][java.lang.invoke.VarHandle] and does what that
/// does. The component comes behind the verb, and `Volatile`, `Acquire`, `Release`, `Opaque` or
/// `Plain` behind that, as in `getAndAddQuantityRelease`. Plain `getQuantity` and `setQuantity`
/// exist too. A setter may return void, or the cursor. `default` and `static` methods are the
/// caller's, but cannot replace those of this interface.
///
/// Which of the atomic methods exist depends on the memory. [TableType#rows] are not aligned and
/// have none. Heap columns have what arrays have, all others what segments have: for `int` and
/// `long` everything, for `float`, `double` to replace and compare too, otherwise to get and set.
/// Enums and booleans are not added. What there is not is refused when the cursor is made.
///
/// A cursor always reaches the memory that the table has now. It is for one thread at a time.
public interface Cursor {
  /// The row it stands on; -1 before the first. A component of this name is read by `getRow`, as
  /// one named `next` by `getNext`.
  long row();

  /// Moves to the next row; if there is none, stays and returns false.
  boolean next();

  /// Moves to a row. An interface may redeclare it to return its own type.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row; the cursor stays
  Cursor moveTo(long row);
}
