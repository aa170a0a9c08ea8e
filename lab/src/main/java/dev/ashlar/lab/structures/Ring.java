// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;

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
}
