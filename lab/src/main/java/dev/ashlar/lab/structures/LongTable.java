// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;

/// A hash table from `long` to `long` with open addressing and linear probing: slots of a key and a
/// value, 16 bytes. The key 0 stands for an empty slot.
final class LongTable {
  static final int SLOTS = 1 << 14;
  static final int BYTE_SIZE = SLOTS * 16;

  private static final long MIXER = 0x9E37_79B9_7F4A_7C15L;
  private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(SLOTS);

  private final Memory memory;

  LongTable(Memory memory) {
    this.memory = memory;
  }

  /// {@return the value, or `none` if there is no such key}
  long get(long key, long none) {
    for (long slot = slot(key); ; slot = (slot + 1) & (SLOTS - 1)) {
      long found = memory.getLong(slot << 4);
      if (found == key) {
        return memory.getLong((slot << 4) + 8);
      }
      if (found == 0) {
        return none;
      }
    }
  }

  /// Writes the value of a key, which is new or there already. One slot at least stays empty: that
  /// is for the caller to see to.
  void put(long key, long value) {
    for (long slot = slot(key); ; slot = (slot + 1) & (SLOTS - 1)) {
      long found = memory.getLong(slot << 4);
      if (found == key || found == 0) {
        memory.putLong(slot << 4, key);
        memory.putLong((slot << 4) + 8, value);
        return;
      }
    }
  }

  private static long slot(long key) {
    return (key * MIXER) >>> SHIFT;
  }
}
