// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;

/// A table over [Memory].
final class MemoryTable implements LongTable {
  private final Memory memory;

  MemoryTable(Memory memory) {
    this.memory = memory;
  }

  @Override
  public long get(long key, long none) {
    for (long slot = LongTable.slot(key); ; slot = (slot + 1) & (SLOTS - 1)) {
      long found = memory.getLong(slot << 4);
      if (found == key) {
        return memory.getLong((slot << 4) + 8);
      }
      if (found == 0) {
        return none;
      }
    }
  }

  @Override
  public void put(long key, long value) {
    for (long slot = LongTable.slot(key); ; slot = (slot + 1) & (SLOTS - 1)) {
      long found = memory.getLong(slot << 4);
      if (found == key || found == 0) {
        memory.putLong(slot << 4, key);
        memory.putLong((slot << 4) + 8, value);
        return;
      }
    }
  }

  @Override
  public long getAll(long[] keys, long none) {
    long sum = 0;
    for (long key : keys) {
      sum += get(key, none);
    }
    return sum;
  }

  @Override
  public void putAll(long[] keys) {
    for (int i = 0; i < keys.length; i++) {
      put(keys[i], i);
    }
  }
}
