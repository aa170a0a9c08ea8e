// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.calls.CallMemory.ArenaMemory;
import dev.ashlar.lab.calls.NativeCall.BufferCall;
import dev.ashlar.lab.calls.NativeCall.FiveStructsCall;
import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.memory.Lease;
import dev.ashlar.memory.NativePool;
import dev.ashlar.memory.NativeStack;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.lwjgl.system.SegmentStack;
import org.openjdk.jmh.annotations.CompilerControl;

/// A contender: allocates the memory for one native call, and releases it after the call. Only one
/// thread may use an instance.
///
/// A compiler command inlines [#open] and [#close]. A user would write their code at the call, so
/// the call of a method must not cost a contender anything.
///
/// @param <A> the allocator of the memory during the call
abstract class CallMemory<A extends SegmentAllocator> {
  /// The maximum number of bytes that a call needs, except [BufferCall].
  static final int MAX_BYTE_SIZE = 1024;

  /// {@return memory for one call}
  ///
  /// @param byteSize the number of bytes that the call allocates, alignment included
  abstract A open(long byteSize);

  /// {@return memory for one call, which any thread may use and close}
  A openShared(long byteSize) {
    return open(byteSize);
  }

  /// Releases the memory.
  abstract void close(A scratch);

  /// {@return whether the memory is on the heap, so that its address needs a critical call}
  boolean isOnHeap() {
    return false;
  }

  /// Arrays on the Java heap, for calls during which the garbage collector has to wait.
  static final class HeapMemory extends CallMemory<SegmentAllocator> {
    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    SegmentAllocator open(long byteSize) {
      return HeapMemory::allocate;
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    void close(SegmentAllocator scratch) {}

    @Override
    boolean isOnHeap() {
      return true;
    }

    private static MemorySegment allocate(long byteSize, long byteAlignment) {
      return byteAlignment == 1
          ? MemorySegment.ofArray(new byte[(int) byteSize])
          : MemorySegment.ofArray(new long[(int) (byteSize / Long.BYTES)]);
    }
  }

  /// A frame of LWJGL's `SegmentStack`, the successor of its `MemoryStack` for foreign functions.
  static final class LwjglFrame extends CallMemory<SegmentStack> {
    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    SegmentStack open(long byteSize) {
      return SegmentStack.stackPush();
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    void close(SegmentStack scratch) {
      scratch.close();
    }
  }

  /// A frame of the thread's [NativeStack].
  static final class StackFrame extends CallMemory<NativeStack.Frame> {
    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    NativeStack.Frame open(long byteSize) {
      return NativeStack.current().push();
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    void close(NativeStack.Frame scratch) {
      scratch.close();
    }
  }

  /// The JDK's slicing allocator, created for each call over the same memory. The lifetime of the
  /// memory does not end with the call, and a nested call would get the same memory.
  static final class SlicingMemory extends CallMemory<SegmentAllocator> {
    private final MemorySegment memory = Arena.ofAuto().allocate(MAX_BYTE_SIZE, 16);

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    SegmentAllocator open(long byteSize) {
      return SegmentAllocator.slicingAllocator(memory);
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    void close(SegmentAllocator scratch) {}
  }

  /// A lease of a [NativePool] that all threads share, sliced for the needs of the call.
  static final class PoolLease extends CallMemory<PoolLease.Slices> {
    private static final NativePool POOL = NativePool.create(64 << 20);

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    Slices open(long byteSize) {
      return new Slices(POOL.acquire(byteSize));
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    Slices openShared(long byteSize) {
      return new Slices(POOL.acquireShared(byteSize));
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    void close(Slices scratch) {
      scratch.lease.close();
    }

    static final class Slices implements SegmentAllocator {
      private final Lease lease;
      private final SegmentAllocator allocator;

      private Slices(Lease lease) {
        this.lease = lease;
        this.allocator = SegmentAllocator.slicingAllocator(lease.segment());
      }

      @Override
      public MemorySegment allocate(long byteSize, long byteAlignment) {
        return allocator.allocate(byteSize, byteAlignment);
      }
    }
  }

  /// Returns the same segments in every call, whatever size is requested. The result is the cost of
  /// a call without its memory.
  static final class ReusedMemory extends CallMemory<ReusedMemory> implements SegmentAllocator {
    private final MemorySegment[] segments = new MemorySegment[FiveStructsCall.COUNT];
    private int next;

    ReusedMemory() {
      Arena arena = Arena.ofAuto();
      for (int i = 0; i < segments.length; i++) {
        segments[i] = arena.allocate(i == 0 ? BufferCall.BYTE_SIZE : MAX_BYTE_SIZE, 16);
      }
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    ReusedMemory open(long byteSize) {
      next = 0;
      return this;
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      return segments[next++];
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    void close(ReusedMemory scratch) {}
  }

  /// A contender whose memory is an arena that is closed after the call.
  abstract static class ArenaMemory extends CallMemory<Arena> {
    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    final void close(Arena scratch) {
      scratch.close();
    }

    /// `Arena.ofConfined()`, as the JDK's documentation recommends for a call.
    static final class Confined extends ArenaMemory {
      @Override
      @CompilerControl(CompilerControl.Mode.INLINE)
      Arena open(long byteSize) {
        return Arena.ofConfined();
      }
    }

    /// `Arena.ofShared()`. Its `close` ensures that no thread is using the memory.
    static final class Shared extends ArenaMemory {
      @Override
      @CompilerControl(CompilerControl.Mode.INLINE)
      Arena open(long byteSize) {
        return Arena.ofShared();
      }
    }

    /// `Arena.ofAuto()`. Its memory is freed some time after it has become unreachable.
    static final class Automatic extends CallMemory<Arena> {
      @Override
      @CompilerControl(CompilerControl.Mode.INLINE)
      Arena open(long byteSize) {
        return Arena.ofAuto();
      }

      @Override
      @CompilerControl(CompilerControl.Mode.INLINE)
      void close(Arena scratch) {}
    }
  }

  /// A frame of the buffer stack that the JDK's linker uses internally. The class is looked up at
  /// run time, because other JDKs may not have it.
  static final class BufferStackFrame extends ArenaMemory {
    private static final String CLASS = "jdk.internal.foreign.BufferStack";
    private static final long BYTE_SIZE = 64 << 10;
    private static final long BYTE_ALIGNMENT = 16;

    private static final MethodHandle PUSH_FRAME = pushFrame();

    /// @throws UnavailableException if this JDK has no such class, or hides it
    BufferStackFrame() {
      open(1).close();
    }

    @Override
    @CompilerControl(CompilerControl.Mode.INLINE)
    Arena open(long byteSize) {
      try {
        return (Arena) PUSH_FRAME.invokeExact(byteSize, BYTE_ALIGNMENT);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }

    /// {@return a handle that pushes a frame on the only `BufferStack` that the lab creates; if
    /// this is impossible, a handle that throws the reason}
    private static MethodHandle pushFrame() {
      MethodType sizes = MethodType.methodType(Arena.class, long.class, long.class);
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      try {
        Class<?> type = Class.forName(CLASS);
        Object stack =
            lookup
                .findStatic(type, "of", sizes.changeReturnType(type))
                .invoke(BYTE_SIZE, BYTE_ALIGNMENT);
        return lookup.findVirtual(type, "pushFrame", sizes).bindTo(stack);
      } catch (Throwable e) {
        String why =
            e instanceof IllegalAccessException
                ? CLASS + " is not exported by java.base"
                : "JDK %s has no usable %s".formatted(Runtime.version(), CLASS);
        return MethodHandles.dropArguments(
            MethodHandles.throwException(Arena.class, UnavailableException.class)
                .bindTo(new UnavailableException(why)),
            0,
            sizes.parameterList());
      }
    }
  }

  /// Calls C's `malloc` for each allocation, and after the native call `free` for each block. The
  /// two functions pass pointers as `long`, which creates no objects.
  static final class MallocMemory extends CallMemory<MallocMemory.Blocks> {
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
}
