// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.SunUnsafe;
import dev.ashlar.lab.records.Trade.PackedTrade;
import sun.misc.Unsafe;

/// Packed rows in native memory, through `sun.misc.Unsafe`.
@SuppressWarnings("removal") // It is what the others are measured by.
final class UnsafeStore extends Store {
  private static final Unsafe UNSAFE = SunUnsafe.get();

  private final long memory;

  UnsafeStore(int rows) {
    super(rows);
    memory = UNSAFE.allocateMemory(bytesOutsideHeap());
  }

  private long address(int row) {
    return memory + (long) row * PackedTrade.BYTES;
  }

  @Override
  void fill(int from, int to) {
    for (int row = from; row < to; row++) {
      long at = address(row);
      UNSAFE.putLong(at + PackedTrade.TRADE_ID, Trades.tradeId(row));
      UNSAFE.putLong(at + PackedTrade.CLIENT_ID, Trades.clientId(row));
      UNSAFE.putInt(at + PackedTrade.VENUE_CODE, Trades.venueCode(row));
      UNSAFE.putInt(at + PackedTrade.INSTRUMENT_CODE, Trades.instrumentCode(row));
      UNSAFE.putLong(at + PackedTrade.PRICE, Trades.price(row));
      UNSAFE.putLong(at + PackedTrade.QUANTITY, Trades.quantity(row));
      UNSAFE.putChar(at + PackedTrade.SIDE, Trades.side(row));
    }
  }

  @Override
  void scan(int from, int to) {
    long bought = 0;
    long sold = 0;
    for (int row = from; row < to; row++) {
      long at = address(row);
      long amount =
          UNSAFE.getLong(at + PackedTrade.PRICE) * UNSAFE.getLong(at + PackedTrade.QUANTITY);
      if (UNSAFE.getChar(at + PackedTrade.SIDE) == Trades.BUY) {
        bought += amount;
      } else {
        sold += amount;
      }
    }
    this.bought += bought;
    this.sold += sold;
  }

  @Override
  long scanOneField(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum += UNSAFE.getLong(address(row) + PackedTrade.PRICE);
    }
    return sum;
  }

  @Override
  long random(int[] shuffled, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += UNSAFE.getLong(address(shuffled[i]) + PackedTrade.PRICE);
    }
    return sum;
  }

  @Override
  void update(int from, int to) {
    for (int row = from; row < to; row++) {
      long at = address(row) + PackedTrade.QUANTITY;
      UNSAFE.putLong(at, UNSAFE.getLong(at) + 1);
    }
  }

  @Override
  long bytesOutsideHeap() {
    return (long) rows() * PackedTrade.BYTES;
  }

  @Override
  public void close() {
    UNSAFE.freeMemory(memory);
  }
}
