package dev.ashlar.lab.calls;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// C's `malloc` for each allocation and `free` for each after the call.
final class MallocMemory extends CallMemory<MallocMemory.Blocks> {
  private static final MethodHandle MALLOC =
      C.function("malloc", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
  private static final MethodHandle FREE =
      C.function("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

  /// What is to be freed by the calls that are under way, the innermost last.
  private final MemorySegment[] taken = new MemorySegment[4 * FiveStructsCall.COUNT];

  private int count;

  @Override
  Blocks open(long byteSize) {
    return new Blocks(count);
  }

  @Override
  void close(Blocks scratch) {
    while (count > scratch.first) {
      count--;
      free(taken[count]);
    }
  }

  private static MemorySegment malloc(long byteSize) {
    try {
      return ((MemorySegment) MALLOC.invokeExact(byteSize)).reinterpret(byteSize);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void free(MemorySegment block) {
    try {
      FREE.invokeExact(block);
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
      MemorySegment block = malloc(byteSize);
      taken[count] = block;
      count++;
      return block;
    }
  }
}
