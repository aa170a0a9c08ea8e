// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import dev.ashlar.lab.records.Trade;
import dev.ashlar.table.Cursor;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;

/// A [MappedTable] of packed rows.
final class TableTrades implements TradeFile {
  static final TableLayout<Trade> LAYOUT = TableType.of(MethodHandles.lookup(), Trade.class).rows();

  static final Kind KIND =
      new Kind() {
        @Override
        public TradeFile create(Path path, int room) throws IOException {
          MappedTable<Trade> table = LAYOUT.create(path, 0);
          table.reserve(room);
          return new TableTrades(table);
        }

        @Override
        public TradeFile open(Path path) throws IOException {
          return new TableTrades(LAYOUT.openReadOnly(path));
        }
      };

  private final MappedTable<Trade> table;

  private TableTrades(MappedTable<Trade> table) {
    this.table = table;
  }

  interface Quantity extends Cursor {
    long quantity();

    void quantity(long value);
  }

  @Override
  public int size() {
    return Math.toIntExact(table.size());
  }

  @Override
  public Trade get(int row) {
    return table.get(row);
  }

  @Override
  public void append(Trade trade) {
    table.append(trade);
  }

  @Override
  public void update(int row) {
    Quantity cursor = table.cursor(Quantity.class);
    cursor.moveTo(row);
    cursor.quantity(cursor.quantity() + 1);
  }

  @Override
  public void commit() throws IOException {
    table.commit();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
