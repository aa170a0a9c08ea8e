/// Tables of records that are packed flat, by rows or by columns.
///
/// A record is the schema. A [TableType][dev.ashlar.table.TableType] is made of it once. A
/// [TableLayout][dev.ashlar.table.TableLayout] places rows or columns one after another, and makes
/// tables on the heap, in native memory or in a mapped file. The rows of a
/// [Table][dev.ashlar.table.Table] are written and read as records, which the compiler does not
/// allocate in hot code. A [Cursor][dev.ashlar.table.Cursor] reads and writes their fields one by
/// one.
///
/// ```java
/// record Trade(long id, long price, long quantity, char side) {}
///
/// interface TradeCursor extends Cursor {
///   long price();
///   long getAndAddQuantity(long delta);
/// }
///
/// static final TableType<Trade> TRADES = TableType.of(MethodHandles.lookup(), Trade.class);
///
/// static long worth(Arena arena) {
///   Table<Trade> trades = TRADES.columns().allocate(arena, 1_000_000);
///   trades.set(7, new Trade(1, 42, 10, 'B'));
///   TradeCursor cursor = trades.cursor(TradeCursor.class);
///   long sum = 0;
///   while (cursor.next()) {
///     sum += cursor.price() * cursor.getAndAddQuantity(1);
///   }
///   return sum;
/// }
/// ```
///
/// No method is restricted: native and mapped tables need no flag.
@NullMarked
package dev.ashlar.table;

import org.jspecify.annotations.NullMarked;
