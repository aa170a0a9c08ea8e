// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

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
