// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;

/// Files of tables.
public final class TradeFiles {
  enum Side {
    BUY,
    SELL
  }

  record Trade(long id, double price, Side side, boolean open, char venue) {}

  public static final TableType<Trade> TYPE = TableType.of(MethodHandles.lookup(), Trade.class);

  private TradeFiles() {}

  static Trade trade(long id) {
    return new Trade(
        id,
        id % 100 / 4.0,
        id % 3 == 0 ? Side.SELL : Side.BUY,
        id % 2 == 0,
        (char) ('A' + id % 26));
  }

  /// Writes trades from number `first` on.
  public static Path write(Path path, TableLayout<Trade> layout, long first, long count)
      throws IOException {
    try (MappedTable<Trade> table = layout.create(path, 0)) {
      for (long id = first; id < first + count; id++) {
        table.append(trade(id));
      }
      table.commit();
    }
    return path;
  }
}
