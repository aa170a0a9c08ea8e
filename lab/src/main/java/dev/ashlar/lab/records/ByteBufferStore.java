// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.records.Store.Chunks;
import dev.ashlar.lab.records.Trade.PackedTrade;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntFunction;

/// Packed rows in `ByteBuffer`s. A large store needs several, because a buffer is limited to 2 GiB.
final class ByteBufferStore extends Loops.OverByteBuffer {
  private final boolean direct;

  private ByteBufferStore(int rows, boolean direct, IntFunction<ByteBuffer> buffers) {
    super(rows, new Chunks<>(rows, bytes -> buffers.apply(bytes).order(ByteOrder.nativeOrder())));
    this.direct = direct;
  }

  static ByteBufferStore direct(int rows) {
    return new ByteBufferStore(rows, true, ByteBuffer::allocateDirect);
  }

  @Override
  void fill(int from, int to) {
    ByteBuffer buffer = memory.of(from);
    for (int row = from; row < to; row++) {
      int at = Chunks.offset(row);
      buffer.putLong(at + PackedTrade.TRADE_ID, Trades.tradeId(row));
      buffer.putLong(at + PackedTrade.CLIENT_ID, Trades.clientId(row));
      buffer.putInt(at + PackedTrade.VENUE_CODE, Trades.venueCode(row));
      buffer.putInt(at + PackedTrade.INSTRUMENT_CODE, Trades.instrumentCode(row));
      buffer.putLong(at + PackedTrade.PRICE, Trades.price(row));
      buffer.putLong(at + PackedTrade.QUANTITY, Trades.quantity(row));
      buffer.putChar(at + PackedTrade.SIDE, Trades.side(row));
    }
  }

  @Override
  long bytesOutsideHeap() {
    return direct ? Chunks.byteSize(rows()) : 0;
  }

  @Override
  List<Store> kin(int rows) {
    return List.of(new ByteBufferStore(rows, false, ByteBuffer::allocate), direct(rows));
  }
}
