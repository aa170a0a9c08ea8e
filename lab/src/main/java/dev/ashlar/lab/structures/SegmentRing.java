// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A ring over a segment: plain code, which does not distinguish kinds of memory.
class SegmentRing implements Ring {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHARED = LONG.varHandle().withInvokeExactBehavior();

  final MemorySegment memory;

  SegmentRing(MemorySegment memory) {
    this.memory = memory;
  }

  @Override
  public boolean offer(long value) {
    return offer(memory, value);
  }

  @Override
  public long poll(long none) {
    return poll(memory, none);
  }

  @Override
  public long pass(int count) {
    MemorySegment ring = memory;
    long sum = 0;
    for (int i = 0; i < count; i++) {
      offer(ring, i);
      sum += poll(ring, Long.MIN_VALUE);
    }
    return sum;
  }

  static boolean offer(MemorySegment ring, long value) {
    long tail = ring.get(LONG, TAIL);
    if (tail - (long) SHARED.getAcquire(ring, (long) HEAD) == CAPACITY) {
      return false;
    }
    ring.set(LONG, Ring.offset(tail), value);
    SHARED.setRelease(ring, (long) TAIL, tail + 1);
    return true;
  }

  static long poll(MemorySegment ring, long none) {
    long head = ring.get(LONG, HEAD);
    if (head == (long) SHARED.getAcquire(ring, (long) TAIL)) {
      return none;
    }
    long value = ring.get(LONG, Ring.offset(head));
    SHARED.setRelease(ring, (long) HEAD, head + 1);
    return value;
  }

  /// The same code, with a cast at the start of each method. The ring is always off the heap.
  static final class Known extends SegmentRing {
    Known(MemorySegment memory) {
      super(memory);
    }

    @Override
    public boolean offer(long value) {
      return offer(Segments.ofNative(memory), value);
    }

    @Override
    public long poll(long none) {
      return poll(Segments.ofNative(memory), none);
    }

    @Override
    public long pass(int count) {
      MemorySegment ring = Segments.ofNative(memory);
      long sum = 0;
      for (int i = 0; i < count; i++) {
        offer(ring, i);
        sum += poll(ring, Long.MIN_VALUE);
      }
      return sum;
    }
  }
}
