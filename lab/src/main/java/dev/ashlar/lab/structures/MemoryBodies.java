// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;

/// Structs in [Memory].
record MemoryBodies(Memory memory) implements Bodies {
  @Override
  public void step() {
    for (int i = 0; i < COUNT; i++) {
      long at = (long) STRIDE * i;
      memory.putDouble(at, memory.getDouble(at) + memory.getDouble(at + 8));
      memory.putInt(at + 36, memory.getInt(at + 36) + 1);
    }
  }

  @Override
  public long sum(int[] numbers) {
    long sum = 0;
    for (int i : numbers) {
      long at = (long) STRIDE * i;
      sum +=
          (long) (memory.getDouble(at) * memory.getDouble(at + 16))
              + memory.getLong(at + 24)
              + memory.getInt(at + 32);
    }
    return sum;
  }
}
