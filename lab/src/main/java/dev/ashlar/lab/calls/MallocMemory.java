// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.openjdk.jmh.annotations.CompilerControl;

/// Calls C's `malloc` for each allocation, and after the native call `free` for each block. The two
/// functions pass pointers as `long`, which creates no objects.
final class MallocMemory extends CallMemory<MallocMemory.Blocks> {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final MethodHandle MALLOC =
      C.function("malloc", FunctionDescriptor.of(LONG, LONG));
  private static final MethodHandle FREE = C.function("free", FunctionDescriptor.ofVoid(LONG));

  /// The blocks of the calls that are under way, the innermost last.
  private final long[] taken = new long[2 * FiveStructsCall.COUNT];

  private int count;

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  Blocks open(long byteSize) {
    return new Blocks(count);
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  void close(Blocks scratch) {
    while (count > scratch.first) {
      count--;
      free(taken[count]);
    }
  }

  private static long malloc(long byteSize) {
    try {
      return (long) MALLOC.invokeExact(byteSize);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void free(long address) {
    try {
      FREE.invokeExact(address);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  final class Blocks implements SegmentAllocator {
    private final int first;

    private Blocks(int first) {
      this.first = first;
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      long address = malloc(byteSize);
      if (address == 0) {
        throw new OutOfMemoryError("malloc");
      }
      taken[count] = address;
      count++;
      return MemorySegment.ofAddress(address).reinterpret(byteSize);
    }
  }
}
