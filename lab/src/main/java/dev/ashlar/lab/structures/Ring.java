// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.structures.Ring.RingWorkload;

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
