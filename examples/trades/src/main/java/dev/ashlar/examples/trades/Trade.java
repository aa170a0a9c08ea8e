// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.trades;

import dev.ashlar.table.TableType;
import java.lang.invoke.MethodHandles;

/// A row of the file.
///
/// @param price in cents
record Trade(long id, int instrument, long price, int quantity, Side side) {
  enum Side {
    BUY,
    SELL
  }

  static final TableType<Trade> TYPE = TableType.of(MethodHandles.lookup(), Trade.class);

  static Trade ofNumber(long id) {
    return new Trade(
        id,
        (int) (id % 7),
        10_000 + id * 31 % 997,
        (int) (1 + id % 50),
        id % 3 == 0 ? Side.SELL : Side.BUY);
  }
}
