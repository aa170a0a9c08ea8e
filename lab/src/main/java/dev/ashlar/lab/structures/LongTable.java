// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
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

  /// A table over a segment: plain code, which does not distinguish kinds of memory.
  class SegmentTable implements LongTable {
    private static final ValueLayout.OfLong LONG =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    final MemorySegment memory;

    SegmentTable(MemorySegment memory) {
      this.memory = memory;
    }

    @Override
    public long get(long key, long none) {
      return get(memory, key, none);
    }

    @Override
    public void put(long key, long value) {
      put(memory, key, value);
    }

    @Override
    public long getAll(long[] keys, long none) {
      MemorySegment table = memory;
      long sum = 0;
      for (long key : keys) {
        sum += get(table, key, none);
      }
      return sum;
    }

    @Override
    public void putAll(long[] keys) {
      MemorySegment table = memory;
      for (int i = 0; i < keys.length; i++) {
        put(table, keys[i], i);
      }
    }

    static long get(MemorySegment table, long key, long none) {
      for (long slot = LongTable.slot(key); ; slot = (slot + 1) & (SLOTS - 1)) {
        long found = table.get(LONG, slot << 4);
        if (found == key) {
          return table.get(LONG, (slot << 4) + 8);
        }
        if (found == 0) {
          return none;
        }
      }
    }

    static void put(MemorySegment table, long key, long value) {
      for (long slot = LongTable.slot(key); ; slot = (slot + 1) & (SLOTS - 1)) {
        long found = table.get(LONG, slot << 4);
        if (found == key || found == 0) {
          table.set(LONG, slot << 4, key);
          table.set(LONG, (slot << 4) + 8, value);
          return;
        }
      }
    }

    /// The same code, with one loop for each kind of memory, and a cast before it.
    static final class Known extends SegmentTable {
      Known(MemorySegment memory) {
        super(memory);
      }

      @Override
      public long getAll(long[] keys, long none) {
        return memory.isNative() ? getAllNative(keys, none) : getAllBytes(keys, none);
      }

      private long getAllNative(long[] keys, long none) {
        MemorySegment table = Segments.ofNative(memory);
        long sum = 0;
        for (long key : keys) {
          sum += get(table, key, none);
        }
        return sum;
      }

      private long getAllBytes(long[] keys, long none) {
        MemorySegment table = Segments.ofBytes(memory);
        long sum = 0;
        for (long key : keys) {
          sum += get(table, key, none);
        }
        return sum;
      }

      @Override
      public void putAll(long[] keys) {
        if (memory.isNative()) {
          putAllNative(keys);
        } else {
          putAllBytes(keys);
        }
      }

      private void putAllNative(long[] keys) {
        MemorySegment table = Segments.ofNative(memory);
        for (int i = 0; i < keys.length; i++) {
          put(table, keys[i], i);
        }
      }

      private void putAllBytes(long[] keys) {
        MemorySegment table = Segments.ofBytes(memory);
        for (int i = 0; i < keys.length; i++) {
          put(table, keys[i], i);
        }
      }
    }
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
