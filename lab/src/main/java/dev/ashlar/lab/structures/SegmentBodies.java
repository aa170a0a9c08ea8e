// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Structs in a segment: plain code, which does not distinguish kinds of memory.
class SegmentBodies implements Bodies {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  final MemorySegment memory;

  SegmentBodies(MemorySegment memory) {
    this.memory = memory;
  }

  @Override
  public void step() {
    MemorySegment bodies = memory;
    for (int i = 0; i < COUNT; i++) {
      step(bodies, i);
    }
  }

  @Override
  public long sum(int[] numbers) {
    MemorySegment bodies = memory;
    long sum = 0;
    for (int i : numbers) {
      sum += sum(bodies, i);
    }
    return sum;
  }

  static void step(MemorySegment bodies, int i) {
    long at = (long) STRIDE * i;
    bodies.set(DOUBLE, at, bodies.get(DOUBLE, at) + bodies.get(DOUBLE, at + 8));
    bodies.set(INT, at + 36, bodies.get(INT, at + 36) + 1);
  }

  static long sum(MemorySegment bodies, int i) {
    long at = (long) STRIDE * i;
    return (long) (bodies.get(DOUBLE, at) * bodies.get(DOUBLE, at + 16))
        + bodies.get(LONG, at + 24)
        + bodies.get(INT, at + 32);
  }

  /// The same code, with one loop for each kind of memory, and a cast before it.
  static final class Known extends SegmentBodies {
    Known(MemorySegment memory) {
      super(memory);
    }

    @Override
    public void step() {
      if (memory.isNative()) {
        stepNative();
      } else {
        stepBytes();
      }
    }

    private void stepNative() {
      MemorySegment bodies = Segments.ofNative(memory);
      for (int i = 0; i < COUNT; i++) {
        step(bodies, i);
      }
    }

    private void stepBytes() {
      MemorySegment bodies = Segments.ofBytes(memory);
      for (int i = 0; i < COUNT; i++) {
        step(bodies, i);
      }
    }

    @Override
    public long sum(int[] numbers) {
      return memory.isNative() ? sumOfNative(numbers) : sumOfBytes(numbers);
    }

    private long sumOfNative(int[] numbers) {
      MemorySegment bodies = Segments.ofNative(memory);
      long sum = 0;
      for (int i : numbers) {
        sum += sum(bodies, i);
      }
      return sum;
    }

    private long sumOfBytes(int[] numbers) {
      MemorySegment bodies = Segments.ofBytes(memory);
      long sum = 0;
      for (int i : numbers) {
        sum += sum(bodies, i);
      }
      return sum;
    }
  }
}
