/// Tables for other engines in the same process.
///
/// An [ArrowStream][dev.ashlar.arrow.ArrowStream] exports a table to a program that supports
/// Arrow's C interfaces, or imports a table from such a program. A
/// [DuckDb][dev.ashlar.arrow.DuckDb] queries tables with SQL. Columns in native or mapped memory
/// are not copied.
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
/// All of it needs native access. The flag `--enable-native-access` names `dev.ashlar.arrow`,
/// `dev.ashlar.table` and `dev.ashlar.memory`, or `ALL-UNNAMED` on the class path.
@NullMarked
package dev.ashlar.arrow;

import org.jspecify.annotations.NullMarked;
