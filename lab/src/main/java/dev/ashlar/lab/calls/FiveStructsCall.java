// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Five small structs for one call of `memcmp`, which compares the first and the last. All are read
/// once more before their memory is released.
final class FiveStructsCall<A extends SegmentAllocator> extends NativeCall {
  static final int COUNT = 5;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final StructLayout STRUCT =
      MemoryLayout.structLayout(LONG.withName("key"), LONG.withName("value"));
  private static final long VALUE = 8;
  private static final FunctionDescriptor TYPE =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, LONG);
  private static final MethodHandle MEMCMP = C.function("memcmp", TYPE);

  private final CallMemory<A> memory;
  private final long[] keys = Inputs.numbers(5, 32);
  private final long[] values = Inputs.numbers(6, 32);

  FiveStructsCall(CallMemory<A> memory) {
    this.memory = memory;
  }

  @Override
  long make(int i) throws Throwable {
    long key = keys[i];
    long value = values[i];
    A scratch = memory.open(COUNT * STRUCT.byteSize());
    try {
      MemorySegment first = struct(scratch, key, value);
      MemorySegment second = struct(scratch, key, value + 1);
      MemorySegment third = struct(scratch, key, value + 2);
      MemorySegment fourth = struct(scratch, key, value + 3);
      MemorySegment last = struct(scratch, key, value);
      return memcmp(first, last)
          + value(first)
          + value(second)
          + value(third)
          + value(fourth)
          + value(last);
    } finally {
      memory.close(scratch);
    }
  }

  private static MemorySegment struct(SegmentAllocator scratch, long key, long value) {
    MemorySegment struct = scratch.allocate(STRUCT);
    struct.set(LONG, 0, key);
    struct.set(LONG, VALUE, value);
    return struct;
  }

  private static long value(MemorySegment struct) {
    return struct.get(LONG, VALUE);
  }

  private int memcmp(MemorySegment first, MemorySegment last) throws Throwable {
    return memory.isOnHeap()
        ? (int) Critical.MEMCMP.invokeExact(first, last, STRUCT.byteSize())
        : (int) MEMCMP.invokeExact(first, last, STRUCT.byteSize());
  }

  /// {@return the sum of the values: the first and the last are equal, so `memcmp` returns 0}
  @Override
  long expected(int i) {
    return COUNT * values[i] + 1 + 2 + 3;
  }

  private static final class Critical {
    static final MethodHandle MEMCMP = C.function("memcmp", TYPE, Linker.Option.critical(true));
  }
}
