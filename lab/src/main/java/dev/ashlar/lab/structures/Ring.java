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
/// The two counters are on cache lines of their own, that of a prefetched neighbor included.
final class Ring {
  static final int CAPACITY = 1024;
  static final int BYTE_SIZE = 256 + CAPACITY * Long.BYTES;

  private static final int HEAD = 0;
  private static final int TAIL = 128;
  private static final int VALUES = 256;

  private final Memory memory;

  Ring(Memory memory) {
    this.memory = memory;
  }

  /// {@return whether there was room for the value}
  boolean offer(long value) {
    long tail = memory.getLongPlain(TAIL);
    if (tail - memory.getLongAcquire(HEAD) == CAPACITY) {
      return false;
    }
    memory.putLongPlain(offset(tail), value);
    memory.putLongRelease(TAIL, tail + 1);
    return true;
  }

  /// {@return the oldest value, or `none` if there is no value}
  long poll(long none) {
    long head = memory.getLongPlain(HEAD);
    if (head == memory.getLongAcquire(TAIL)) {
      return none;
    }
    long value = memory.getLongPlain(offset(head));
    memory.putLongRelease(HEAD, head + 1);
    return value;
  }

  private static long offset(long count) {
    return VALUES + ((count & (CAPACITY - 1)) << 3);
  }
}
