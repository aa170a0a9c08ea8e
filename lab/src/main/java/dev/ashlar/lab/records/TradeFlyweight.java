// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import java.nio.ByteOrder;
import org.agrona.MutableDirectBuffer;

/// A flyweight over a buffer, as SBE's tool generates it for a message with these fields:
/// little-endian and packed.
final class TradeFlyweight {
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
