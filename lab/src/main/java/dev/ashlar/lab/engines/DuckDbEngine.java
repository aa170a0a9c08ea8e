// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.lab.engines.Answer.PricingLine;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.stream.LongStream;

/// DuckDB, which is queried with SQL.
final class DuckDbEngine implements Engine {
  private static final TableType<PricingLine> LINES =
      TableType.of(MethodHandles.lookup(), PricingLine.class);
  private static final TableType<Answer.Revenue> REVENUE =
      TableType.of(MethodHandles.lookup(), Answer.Revenue.class);

  private static final String NAME = "line_items";

  private final DuckDb database = DuckDbLocation.open();
  private final TableEngine items;
  private final Storage storage;

  /// The storage of the line items that DuckDB reads.
  enum Storage {
    /// In a table.
    TABLE,
    /// In DuckDB's own memory.
    NATIVE
  }

  /// @param items the table that DuckDB reads in place, or copies to its own memory
  DuckDbEngine(TableEngine items, Storage storage, int threads) {
    this.items = items;
    this.storage = storage;
    database.execute("set threads = " + threads);
  }

  @Override
  public void add(LineItem item) {
    items.add(item);
  }

  @Override
  public void ready() {
    database.register(NAME, items.table());
    if (storage == Storage.NATIVE) {
      database.execute("create table native as from " + NAME);
      database.unregister(NAME);
      database.execute("alter table native rename to " + NAME);
    }
  }

  @Override
  public Answer answer(Query query) {
    return switch (query) {
      case Q1 -> new Answer.PricingSummary(rows(query, LINES));
      case Q6 -> rows(query, REVENUE).getFirst();
    };
  }

  private <R extends Record> List<R> rows(Query query, TableType<R> type) {
    Table<R> rows = database.query(query.sql(), type.columns(), Arena.ofAuto());
    return LongStream.range(0, rows.size()).mapToObj(rows::get).toList();
  }

  /// {@return the bytes that queries have copied so far because DuckDB could not read the table}
  long copiedBytes() {
    return database.copiedBytes();
  }
}
