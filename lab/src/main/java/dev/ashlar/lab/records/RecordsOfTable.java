// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

/// A table whose rows come as records, which the compiler is to take apart again.
final class RecordsOfTable extends AshlarStore {
  RecordsOfTable(Kind kind, int rows) {
    super(kind, rows);
  }

  @Override
  void scan(int from, int to) {
    long bought = 0;
    long sold = 0;
    for (int row = from; row < to; row++) {
      Trade trade = table.get(row);
      long amount = trade.price() * trade.quantity();
      if (trade.side() == Trades.BUY) {
        bought += amount;
      } else {
        sold += amount;
      }
    }
    this.bought += bought;
    this.sold += sold;
  }
}
