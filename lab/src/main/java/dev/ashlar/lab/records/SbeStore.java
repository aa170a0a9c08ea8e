// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.records.Store.Chunks;
import dev.ashlar.lab.records.Trade.PackedTrade;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntFunction;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/// Packed rows in Agrona's buffers, which are accessed by a flyweight.
final class SbeStore extends Store {
  private final Chunks<MutableDirectBuffer> chunks;
  private final TradeFlyweight flyweight;
  private final boolean direct;

  private SbeStore(int rows, boolean direct, IntFunction<ByteBuffer> buffers) {
    super(rows);
    this.direct = direct;
    this.chunks = new Chunks<>(rows, bytes -> new UnsafeBuffer(buffers.apply(bytes)));
    this.flyweight = new TradeFlyweight(chunks.of(0));
  }

  static SbeStore direct(int rows) {
    return new SbeStore(rows, true, ByteBuffer::allocateDirect);
  }

  @Override
  void fill(int from, int to) {
    MutableDirectBuffer buffer = chunks.of(from);
    for (int row = from; row < to; row++) {
      flyweight
          .wrap(buffer, Chunks.offset(row))
          .tradeId(Trades.tradeId(row))
          .clientId(Trades.clientId(row))
          .venueCode(Trades.venueCode(row))
          .instrumentCode(Trades.instrumentCode(row))
          .price(Trades.price(row))
          .quantity(Trades.quantity(row))
          .side(Trades.side(row));
    }
  }

  @Override
  void scan(int from, int to) {
    MutableDirectBuffer buffer = chunks.of(from);
    long bought = 0;
    long sold = 0;
    for (int row = from; row < to; row++) {
      TradeFlyweight trade = flyweight.wrap(buffer, Chunks.offset(row));
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

  @Override
  long scanOneField(int from, int to) {
    MutableDirectBuffer buffer = chunks.of(from);
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum += flyweight.wrap(buffer, Chunks.offset(row)).price();
    }
    return sum;
  }

  @Override
  long random(int[] shuffled, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      int row = shuffled[i];
      sum += flyweight.wrap(chunks.of(row), Chunks.offset(row)).price();
    }
    return sum;
  }

  @Override
  void update(int from, int to) {
    MutableDirectBuffer buffer = chunks.of(from);
    for (int row = from; row < to; row++) {
      TradeFlyweight trade = flyweight.wrap(buffer, Chunks.offset(row));
      trade.quantity(trade.quantity() + 1);
    }
  }

  @Override
  long bytesOutsideHeap() {
    return direct ? Chunks.byteSize(rows()) : 0;
  }

  @Override
  List<Store> kin(int rows) {
    return List.of(new SbeStore(rows, false, ByteBuffer::allocate), direct(rows));
  }

  /// A flyweight over a buffer, as SBE's tool generates it for a message with these fields:
  /// little-endian and packed.
  static final class TradeFlyweight {
    private MutableDirectBuffer buffer;
    private int offset;

    TradeFlyweight(MutableDirectBuffer buffer) {
      this.buffer = buffer;
    }

    TradeFlyweight wrap(MutableDirectBuffer buffer, int offset) {
      this.buffer = buffer;
      this.offset = offset;
      return this;
    }

    TradeFlyweight tradeId(long value) {
      buffer.putLong(offset + PackedTrade.TRADE_ID, value, ByteOrder.LITTLE_ENDIAN);
      return this;
    }

    TradeFlyweight clientId(long value) {
      buffer.putLong(offset + PackedTrade.CLIENT_ID, value, ByteOrder.LITTLE_ENDIAN);
      return this;
    }

    TradeFlyweight venueCode(int value) {
      buffer.putInt(offset + PackedTrade.VENUE_CODE, value, ByteOrder.LITTLE_ENDIAN);
      return this;
    }

    TradeFlyweight instrumentCode(int value) {
      buffer.putInt(offset + PackedTrade.INSTRUMENT_CODE, value, ByteOrder.LITTLE_ENDIAN);
      return this;
    }

    TradeFlyweight price(long value) {
      buffer.putLong(offset + PackedTrade.PRICE, value, ByteOrder.LITTLE_ENDIAN);
      return this;
    }

    long price() {
      return buffer.getLong(offset + PackedTrade.PRICE, ByteOrder.LITTLE_ENDIAN);
    }

    TradeFlyweight quantity(long value) {
      buffer.putLong(offset + PackedTrade.QUANTITY, value, ByteOrder.LITTLE_ENDIAN);
      return this;
    }

    long quantity() {
      return buffer.getLong(offset + PackedTrade.QUANTITY, ByteOrder.LITTLE_ENDIAN);
    }

    /// SBE's unsigned 16 bits.
    TradeFlyweight side(int value) {
      buffer.putShort(offset + PackedTrade.SIDE, (short) value, ByteOrder.LITTLE_ENDIAN);
      return this;
    }

    int side() {
      return buffer.getShort(offset + PackedTrade.SIDE, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
    }
  }
}
