// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A list over a segment: plain code, which does not distinguish kinds of memory.
class SegmentList implements NodeList {
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final MemorySegment memory;

  SegmentList(MemorySegment memory) {
    this.memory = memory;
  }

  @Override
  public long sum(long first) {
    MemorySegment list = memory;
    long sum = 0;
    for (long node = first; node != 0; node = list.get(LONG, node)) {
      sum += list.get(LONG, node + 8);
    }
    return sum;
  }

  /// The same code, with one loop for each kind of memory, and a cast before it.
  static final class Known extends SegmentList {
    Known(MemorySegment memory) {
      super(memory);
    }

    @Override
    public long sum(long first) {
      return memory.isNative() ? sumOfNative(first) : sumOfBytes(first);
    }

    private long sumOfNative(long first) {
      MemorySegment list = Segments.ofNative(memory);
      long sum = 0;
      for (long node = first; node != 0; node = list.get(LONG, node)) {
        sum += list.get(LONG, node + 8);
      }
      return sum;
    }

    private long sumOfBytes(long first) {
      MemorySegment list = Segments.ofBytes(memory);
      long sum = 0;
      for (long node = first; node != 0; node = list.get(LONG, node)) {
        sum += list.get(LONG, node + 8);
      }
      return sum;
    }
  }
}
