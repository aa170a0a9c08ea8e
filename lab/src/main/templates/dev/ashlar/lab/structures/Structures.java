// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;
import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The code of all structures: over [Memory], over segments in plain code, which does not distinguish kinds of memory,
/// and over segments with a loop for each kind of memory, and a cast before it.
final class Structures {
  private static final ByteOrder LE = ByteOrder.LITTLE_ENDIAN;
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(LE);
  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LE);
  static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(LE);
  static final ValueLayout.OfLong ALIGNED = ValueLayout.JAVA_LONG.withOrder(LE);
  static final VarHandle SHARED = ALIGNED.varHandle().withInvokeExactBehavior();

  private Structures() {}

  //@ for  Kind     Type           getLong    putLong    getInt    putInt    getDouble    putDouble    plainGet       plainPut       acquire                                release
  //@      Memory   Memory         getLong(   putLong(   getInt(   putInt(   getDouble(   putDouble(   getLongPlain(  putLongPlain(  ring.getLongAcquire(                   ring.putLongRelease(
  //@      Segment  MemorySegment  get(LONG,  set(LONG,  get(INT,  set(INT,  get(DOUBLE,  set(DOUBLE,  get(ALIGNED,   set(ALIGNED,   (long) SHARED.getAcquire(ring, (long)  SHARED.setRelease(ring, (long)
  static class $KindTable implements LongTable {
    final $Type memory;

    $KindTable($Type memory) {
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
      $Type table = memory;
      long sum = 0;
      for (long key : keys) {
        sum += get(table, key, none);
      }
      return sum;
    }

    @Override
    public void putAll(long[] keys) {
      $Type table = memory;
      for (int i = 0; i < keys.length; i++) {
        put(table, keys[i], i);
      }
    }

    static long get($Type table, long key, long none) {
      for (long slot = LongTable.slot(key); ; slot = (slot + 1) & (SLOTS - 1)) {
        long found = table.$getLong slot << 4);
        if (found == key) {
          return table.$getLong (slot << 4) + 8);
        }
        if (found == 0) {
          return none;
        }
      }
    }

    static void put($Type table, long key, long value) {
      for (long slot = LongTable.slot(key); ; slot = (slot + 1) & (SLOTS - 1)) {
        long found = table.$getLong slot << 4);
        if (found == key || found == 0) {
          table.$putLong slot << 4, key);
          table.$putLong (slot << 4) + 8, value);
          return;
        }
      }
    }
  }

  static class $KindList implements NodeList {
    final $Type memory;

    $KindList($Type memory) {
      this.memory = memory;
    }

    @Override
    public long sum(long first) {
      $Type list = memory;
      long sum = 0;
      for (long node = first; node != 0; node = list.$getLong node)) {
        sum += list.$getLong node + 8);
      }
      return sum;
    }
  }

  static class $KindBodies implements Bodies {
    final $Type memory;

    $KindBodies($Type memory) {
      this.memory = memory;
    }

    @Override
    public void step() {
      $Type bodies = memory;
      for (int i = 0; i < COUNT; i++) {
        step(bodies, i);
      }
    }

    @Override
    public long sum(int[] numbers) {
      $Type bodies = memory;
      long sum = 0;
      for (int i : numbers) {
        sum += sum(bodies, i);
      }
      return sum;
    }

    static void step($Type bodies, int i) {
      long at = (long) STRIDE * i;
      bodies.$putDouble at, bodies.$getDouble at) + bodies.$getDouble at + 8));
      bodies.$putInt at + 36, bodies.$getInt at + 36) + 1);
    }

    static long sum($Type bodies, int i) {
      long at = (long) STRIDE * i;
      return (long) (bodies.$getDouble at) * bodies.$getDouble at + 16))
          + bodies.$getLong at + 24)
          + bodies.$getInt at + 32);
    }
  }

  static class $KindRing implements Ring {
    final $Type memory;

    $KindRing($Type memory) {
      this.memory = memory;
    }

    @Override
    public boolean offer(long value) {
      return offer(memory, value);
    }

    @Override
    public long poll(long none) {
      return poll(memory, none);
    }

    @Override
    public long pass(int count) {
      $Type ring = memory;
      long sum = 0;
      for (int i = 0; i < count; i++) {
        offer(ring, i);
        sum += poll(ring, Long.MIN_VALUE);
      }
      return sum;
    }

    static boolean offer($Type ring, long value) {
      long tail = ring.$plainGet TAIL);
      if (tail - $acquire HEAD) == CAPACITY) {
        return false;
      }
      ring.$plainPut Ring.offset(tail), value);
      $release TAIL, tail + 1);
      return true;
    }

    static long poll($Type ring, long none) {
      long head = ring.$plainGet HEAD);
      if (head == $acquire TAIL)) {
        return none;
      }
      long value = ring.$plainGet Ring.offset(head));
      $release HEAD, head + 1);
      return value;
    }
  }

  //@ end
  static final class KnownTable extends SegmentTable {
    KnownTable(MemorySegment memory) {
      super(memory);
    }

    @Override
    public long getAll(long[] keys, long none) {
      return memory.isNative() ? getAllNative(keys, none) : getAllBytes(keys, none);
    }

    @Override
    public void putAll(long[] keys) {
      if (memory.isNative()) {
        putAllNative(keys);
      } else {
        putAllBytes(keys);
      }
    }

    //@ for  Kind
    //@      Native
    //@      Bytes
    private long getAll$Kind(long[] keys, long none) {
      MemorySegment table = Segments.of$Kind(memory);
      long sum = 0;
      for (long key : keys) {
        sum += get(table, key, none);
      }
      return sum;
    }

    private void putAll$Kind(long[] keys) {
      MemorySegment table = Segments.of$Kind(memory);
      for (int i = 0; i < keys.length; i++) {
        put(table, keys[i], i);
      }
    }

    //@ end
  }

  static final class KnownList extends SegmentList {
    KnownList(MemorySegment memory) {
      super(memory);
    }

    @Override
    public long sum(long first) {
      return memory.isNative() ? sumOfNative(first) : sumOfBytes(first);
    }

    //@ for  Kind
    //@      Native
    //@      Bytes
    private long sumOf$Kind(long first) {
      MemorySegment list = Segments.of$Kind(memory);
      long sum = 0;
      for (long node = first; node != 0; node = list.get(LONG, node)) {
        sum += list.get(LONG, node + 8);
      }
      return sum;
    }

    //@ end
  }

  static final class KnownBodies extends SegmentBodies {
    KnownBodies(MemorySegment memory) {
      super(memory);
    }

    @Override
    public void step() {
      if (memory.isNative()) {
        stepNative();
      } else {
        stepBytes();
      }
    }

    @Override
    public long sum(int[] numbers) {
      return memory.isNative() ? sumOfNative(numbers) : sumOfBytes(numbers);
    }

    //@ for  Kind
    //@      Native
    //@      Bytes
    private void step$Kind() {
      MemorySegment bodies = Segments.of$Kind(memory);
      for (int i = 0; i < COUNT; i++) {
        step(bodies, i);
      }
    }

    private long sumOf$Kind(int[] numbers) {
      MemorySegment bodies = Segments.of$Kind(memory);
      long sum = 0;
      for (int i : numbers) {
        sum += sum(bodies, i);
      }
      return sum;
    }

    //@ end
  }

  /// The ring is always off the heap.
  static final class KnownRing extends SegmentRing {
    KnownRing(MemorySegment memory) {
      super(memory);
    }

    @Override
    public boolean offer(long value) {
      return offer(Segments.ofNative(memory), value);
    }

    @Override
    public long poll(long none) {
      return poll(Segments.ofNative(memory), none);
    }

    @Override
    public long pass(int count) {
      MemorySegment ring = Segments.ofNative(memory);
      long sum = 0;
      for (int i = 0; i < count; i++) {
        offer(ring, i);
        sum += poll(ring, Long.MIN_VALUE);
      }
      return sum;
    }
  }
}
