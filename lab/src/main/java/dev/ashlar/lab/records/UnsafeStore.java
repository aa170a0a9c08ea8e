// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import static dev.ashlar.lab.records.Loops.UNSAFE;

import dev.ashlar.lab.records.Trade.PackedTrade;

/// Packed rows in native memory, through `sun.misc.Unsafe`.
@SuppressWarnings("removal") // It is what the others are measured by.
final class UnsafeStore extends Loops.OverUnsafe {
  UnsafeStore(int rows) {
    super(rows, UNSAFE.allocateMemory(Chunks.byteSize(rows)));
  }

  @Override
  void fill(int from, int to) {
    for (int row = from; row < to; row++) {
      long at = memory + (long) row * PackedTrade.BYTES;
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
  long bytesOutsideHeap() {
    return Chunks.byteSize(rows());
  }

  @Override
  public void close() {
    UNSAFE.freeMemory(memory);
  }
}
