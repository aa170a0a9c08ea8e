// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

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

  /// Looks up keys, or writes to existing keys, in a [LongTable] that is half full.
  final class TableWorkload implements Workload {
    static final int COUNT = 4096;

    private static final int SEED = 16;
    private static final long NONE = -1;

    /// The operation on a key.
    enum Operation {
      GET,
      PUT
    }

    private final LongTable table;
    private final Operation operation;
    private final Map<Long, Long> entries = new HashMap<>();
    private final long[] keys = new long[COUNT];

    TableWorkload(LongTable table, Operation operation) {
      this.table = table;
      this.operation = operation;
      Random random = new Random(SEED);
      long[] all = random.longs(LongTable.SLOTS / 2).map(key -> key | 1).toArray();
      for (int i = 0; i < all.length; i++) {
        table.put(all[i], i);
        entries.put(all[i], (long) i);
      }
      for (int i = 0; i < COUNT; i++) {
        keys[i] = all[random.nextInt(all.length)];
      }
    }

    @Override
    public void verify() {
      Proof.repeat(() -> {
        run();
        if (operation == Operation.PUT) {
          for (int i = 0; i < COUNT; i++) {
            entries.put(keys[i], (long) i);
          }
        }
        entries.forEach((key, value) -> {
          require(table.get(key, NONE), value, key);
          // Keys are odd.
          require(table.get(key << 1, NONE), NONE, key << 1);
        });
      });
      if (operation == Operation.GET) {
        long expected = 0;
        for (long key : keys) {
          expected += entries.getOrDefault(key, NONE);
        }
        Proof.requireEqual(run(), expected, "the sum of the values");
      }
    }

    private static void require(long actual, long expected, long key) {
      if (actual != expected) {
        Proof.requireEqual(actual, expected, "the value of key " + key);
      }
    }

    @Override
    public long run() {
      if (operation == Operation.GET) {
        return table.getAll(keys, NONE);
      }
      table.putAll(keys);
      return 0;
    }
  }
}
