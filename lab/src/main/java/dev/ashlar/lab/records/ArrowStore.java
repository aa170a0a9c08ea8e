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
final class ArrowStore extends Loops.OverArrow {
  ArrowStore(int rows) {
    super(rows, new Vectors(rows));
  }

  @Override
  void fill(int from, int to) {
    Vectors of = memory;
    for (int row = from; row < to; row++) {
      of.tradeIds.set(row, Trades.tradeId(row));
      of.clientIds.set(row, Trades.clientId(row));
      of.venueCodes.set(row, Trades.venueCode(row));
      of.instrumentCodes.set(row, Trades.instrumentCode(row));
      of.prices.set(row, Trades.price(row));
      of.quantities.set(row, Trades.quantity(row));
      of.sides.set(row, Trades.side(row));
    }
  }

  @Override
  long bytesOutsideHeap() {
    return memory.allocator.getAllocatedMemory();
  }

  @Override
  public void close() {
    memory.all().forEach(BaseFixedWidthVector::close);
    memory.allocator.close();
  }

  /// A vector for each field.
  static final class Vectors {
    final BufferAllocator allocator = new RootAllocator();
    final BigIntVector tradeIds = new BigIntVector("tradeId", allocator);
    final BigIntVector clientIds = new BigIntVector("clientId", allocator);
    final IntVector venueCodes = new IntVector("venueCode", allocator);
    final IntVector instrumentCodes = new IntVector("instrumentCode", allocator);
    final BigIntVector prices = new BigIntVector("price", allocator);
    final BigIntVector quantities = new BigIntVector("quantity", allocator);
    final UInt2Vector sides = new UInt2Vector("side", allocator);

    Vectors(int rows) {
      for (BaseFixedWidthVector vector : all()) {
        vector.allocateNew(rows);
        vector.setValueCount(rows);
      }
    }

    List<BaseFixedWidthVector> all() {
      return List.of(tradeIds, clientIds, venueCodes, instrumentCodes, prices, quantities, sides);
    }
  }
}
