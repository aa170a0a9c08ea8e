// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.structures.Ring.RingWorkload;
import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A ring buffer of `long` values for one producer and one consumer:
///
/// ```
/// offset 0      values taken, written by the consumer
/// offset 128    values offered, written by the producer
/// offset 256    CAPACITY values
/// ```
///
/// Each counter has its own cache line. The line after it stays unused, because the processor may
/// prefetch it.
interface Ring {
  int CAPACITY = 1024;
  int HEAD = 0;
  int TAIL = 128;
  int VALUES = 256;
  int BYTE_SIZE = VALUES + CAPACITY * Long.BYTES;

  /// {@return whether there was room for the value}
  boolean offer(long value);

  /// {@return the oldest value, or `none` if there is no value}
  long poll(long none);

  /// Offers and takes the numbers below `count`, one at a time.
  ///
  /// @return the sum of the values taken
  long pass(int count);

  static long offset(long count) {
    return VALUES + ((count & (CAPACITY - 1)) << 3);
  }

  /// A ring over [Memory].
  final class OverMemory implements Ring {
    private final Memory memory;

    OverMemory(Memory memory) {
      this.memory = memory;
    }

    @Override
    public boolean offer(long value) {
      long tail = memory.getLongPlain(TAIL);
      if (tail - memory.getLongAcquire(HEAD) == CAPACITY) {
        return false;
      }
      memory.putLongPlain(Ring.offset(tail), value);
      memory.putLongRelease(TAIL, tail + 1);
      return true;
    }

    @Override
    public long poll(long none) {
      long head = memory.getLongPlain(HEAD);
      if (head == memory.getLongAcquire(TAIL)) {
        return none;
      }
      long value = memory.getLongPlain(Ring.offset(head));
      memory.putLongRelease(HEAD, head + 1);
      return value;
    }

    @Override
    public long pass(int count) {
      long sum = 0;
      for (int i = 0; i < count; i++) {
        offer(i);
        sum += poll(Long.MIN_VALUE);
      }
      return sum;
    }
  }

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

  /// Passes values through a [Ring] one at a time: one thread offers and takes them.
  final class RingWorkload implements Workload {
    static final int COUNT = 4096;

    private static final long NONE = Long.MIN_VALUE;

    /// The sum of the values of one run.
    static final long SUM = (COUNT - 1L) * COUNT / 2;

    private final Ring ring;

    RingWorkload(Ring ring) {
      this.ring = ring;
    }

    /// Verifies the order of values, and the results of full and empty rings.
    @Override
    public void verify() {
      Proof.repeat(() -> {
        for (int i = 0; i < Ring.CAPACITY; i++) {
          require(ring.offer(i), "the ring has no room for value " + i);
        }
        require(!ring.offer(NONE), "a full ring took a value");
        for (int i = 0; i < Ring.CAPACITY; i++) {
          Proof.requireEqual(ring.poll(NONE), i, "a value of a full ring");
        }
        require(ring.poll(NONE) == NONE, "an empty ring had a value");
        Proof.requireEqual(run(), SUM, "the sum of all values");
      });
    }

    static void require(boolean condition, String message) {
      if (!condition) {
        throw new WrongResultException(message);
      }
    }

    @Override
    public long run() {
      return ring.pass(COUNT);
    }
  }

  /// Passes values through a [Ring] from one thread to another.
  final class TwoThreadsWorkload implements Workload {
    static final int COUNT = 1 << 16;

    private static final long NONE = Long.MIN_VALUE;

    private final Ring ring;
    private long sum;
    private boolean inOrder;

    TwoThreadsWorkload(Ring ring) {
      this.ring = ring;
    }

    @Override
    public boolean isSpread() {
      return true;
    }

    @Override
    public void verify() {
      run();
      RingWorkload.require(inOrder, "the values are not in order");
      Proof.requireEqual(sum, (COUNT - 1L) * COUNT / 2, "the sum of all values");
    }

    @Override
    public long run() {
      Thread consumer = Thread.ofPlatform().daemon().start(this::consume);
      for (int i = 0; i < COUNT; i++) {
        while (!ring.offer(i)) {
          Thread.onSpinWait();
        }
      }
      try {
        consumer.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
      return sum;
    }

    private void consume() {
      long total = 0;
      boolean ordered = true;
      for (int i = 0; i < COUNT; i++) {
        long value = ring.poll(NONE);
        while (value == NONE) {
          Thread.onSpinWait();
          value = ring.poll(NONE);
        }
        ordered &= value == i;
        total += value;
      }
      sum = total;
      inOrder = ordered;
    }
  }
}
