// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt2Vector;

/// Apache Arrow's vectors, with the checks that they make by default.
final class ArrowStore extends Store {
  private final BufferAllocator allocator = new RootAllocator();
  private final BigIntVector tradeIds = new BigIntVector("tradeId", allocator);
  private final BigIntVector clientIds = new BigIntVector("clientId", allocator);
  private final IntVector venueCodes = new IntVector("venueCode", allocator);
  private final IntVector instrumentCodes = new IntVector("instrumentCode", allocator);
  private final BigIntVector prices = new BigIntVector("price", allocator);
  private final BigIntVector quantities = new BigIntVector("quantity", allocator);
  private final UInt2Vector sides = new UInt2Vector("side", allocator);

  ArrowStore(int rows) {
    super(rows);
    for (BaseFixedWidthVector vector : vectors()) {
      vector.allocateNew(rows);
      vector.setValueCount(rows);
    }
  }

  private List<BaseFixedWidthVector> vectors() {
    return List.of(tradeIds, clientIds, venueCodes, instrumentCodes, prices, quantities, sides);
  }

  @Override
  void fill(int from, int to) {
    for (int row = from; row < to; row++) {
      tradeIds.set(row, Trades.tradeId(row));
      clientIds.set(row, Trades.clientId(row));
      venueCodes.set(row, Trades.venueCode(row));
      instrumentCodes.set(row, Trades.instrumentCode(row));
      prices.set(row, Trades.price(row));
      quantities.set(row, Trades.quantity(row));
      sides.set(row, Trades.side(row));
    }
  }

  @Override
  void scan(int from, int to) {
    long bought = 0;
    long sold = 0;
    for (int row = from; row < to; row++) {
      long amount = prices.get(row) * quantities.get(row);
      if (sides.get(row) == Trades.BUY) {
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
      sum += prices.get(row);
    }
    return sum;
  }

  @Override
  long random(int[] shuffled, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += prices.get(shuffled[i]);
    }
    return sum;
  }

  @Override
  void update(int from, int to) {
    for (int row = from; row < to; row++) {
      quantities.set(row, quantities.get(row) + 1);
    }
  }

  @Override
  long bytesOutsideHeap() {
    return allocator.getAllocatedMemory();
  }

  @Override
  public void close() {
    vectors().forEach(BaseFixedWidthVector::close);
    allocator.close();
  }
}
