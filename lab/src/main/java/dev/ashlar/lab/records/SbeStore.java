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
final class SbeStore extends Loops.OverSbe {
  private final boolean direct;

  private SbeStore(int rows, boolean direct, IntFunction<ByteBuffer> buffers) {
    super(rows, new Pieces(rows, buffers));
    this.direct = direct;
  }

  static SbeStore direct(int rows) {
    return new SbeStore(rows, true, ByteBuffer::allocateDirect);
  }

  @Override
  void fill(int from, int to) {
    MutableDirectBuffer buffer = memory.of(from);
    for (int row = from; row < to; row++) {
      memory
          .flyweight
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
  long bytesOutsideHeap() {
    return direct ? Chunks.byteSize(rows()) : 0;
  }

  @Override
  List<Store> kin(int rows) {
    return List.of(new SbeStore(rows, false, ByteBuffer::allocate), direct(rows));
  }

  /// The buffers, and the flyweight for all of their rows.
  static final class Pieces {
    final TradeFlyweight flyweight;
    private final Chunks<MutableDirectBuffer> chunks;

    Pieces(int rows, IntFunction<ByteBuffer> buffers) {
      chunks = new Chunks<>(rows, bytes -> new UnsafeBuffer(buffers.apply(bytes)));
      flyweight = new TradeFlyweight(chunks.of(0));
    }

    MutableDirectBuffer of(int row) {
      return chunks.of(row);
    }
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
