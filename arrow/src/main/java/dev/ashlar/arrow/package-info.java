/// Tables for other engines in the same process.
///
/// An [ArrowStream][dev.ashlar.arrow.ArrowStream] hands a table to a program that knows Arrow's C
/// interfaces, and makes a table of what such a program hands over. A
/// [DuckDb][dev.ashlar.arrow.DuckDb] asks tables with SQL. Columns in native or mapped memory are
/// not copied.
///
/// ```java
/// record Trade(long id, long price, long quantity) {}
///
/// record Worth(long sum) {}
///
/// static final TableType<Trade> TRADES = TableType.of(MethodHandles.lookup(), Trade.class);
/// static final TableType<Worth> WORTH = TableType.of(MethodHandles.lookup(), Worth.class);
///
/// static long worth() {
///   Table<Trade> trades = TRADES.columns().allocate(Arena.ofAuto(), 1_000);
///   trades.set(7, new Trade(1, 42, 10));
///   try (DuckDb db = DuckDb.open()) {
///     db.register("trades", trades);
///     String sql = "select sum(price * quantity)::bigint as sum from trades";
///     return db.query(sql, WORTH.columns(), Arena.ofAuto()).get(0).sum();
///   }
/// }
/// ```
///
/// All of it needs native access: `--enable-native-access=dev.ashlar.arrow,dev.ashlar.table,
/// dev.ashlar.memory`, or `=ALL-UNNAMED` on the class path.
@NullMarked
package dev.ashlar.arrow;

import org.jspecify.annotations.NullMarked;
