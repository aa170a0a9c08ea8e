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

/// Trades in a file, which are written and read through a mapping.
interface TradeFile extends AutoCloseable {
  /// Creates and opens files of one kind.
  interface Kind {
    /// Creates a file without trades. The disk space for `room` trades is allocated when this
    /// returns.
    TradeFile create(Path path, int room) throws IOException;

    /// Opens a file for reading, with the trades of its last commit.
    TradeFile open(Path path) throws IOException;
  }

  int size();

  Trade get(int row);

  void append(Trade trade);

  /// Adds 1 to the quantity of a trade, in place.
  void update(int row);

  /// Commits all changes. They are on the disk when this returns.
  void commit() throws IOException;

  @Override
  void close() throws IOException;

  /// A [MappedTable] of packed rows.
  final class TableTrades implements TradeFile {
    static final TableLayout<Trade> LAYOUT =
        TableType.of(MethodHandles.lookup(), Trade.class).rows();

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
}
