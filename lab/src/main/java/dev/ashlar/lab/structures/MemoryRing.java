// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;

/// A ring over [Memory].
final class MemoryRing implements Ring {
  private final Memory memory;

  MemoryRing(Memory memory) {
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
