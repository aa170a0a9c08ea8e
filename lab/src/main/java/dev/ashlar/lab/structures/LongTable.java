// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;

/// A hash table from `long` to `long` with open addressing and linear probing. A slot has a key and
/// a value, 16 bytes in total. The key 0 marks an empty slot.
interface LongTable {
  int SLOTS = 1 << 14;
  int BYTE_SIZE = SLOTS * 16;

  /// {@return the value of a key, or `none` if the table does not have the key}
  long get(long key, long none);

  /// Writes the value of a new or existing key. The caller must leave at least one slot empty, so
  /// that a search for a missing key ends.
  void put(long key, long value);

  /// {@return the sum of the values of these keys, with `none` for each missing key}
  long getAll(long[] keys, long none);

  /// Writes the index of each key as its value.
  void putAll(long[] keys);

  /// {@return the slot at which the search for a key starts}
  static long slot(long key) {
    return (key * 0x9E37_79B9_7F4A_7C15L) >>> (Long.SIZE - Integer.numberOfTrailingZeros(SLOTS));
  }

  /// A table over [Memory].
  final class OverMemory implements LongTable {
    private final Memory memory;

    OverMemory(Memory memory) {
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
}
