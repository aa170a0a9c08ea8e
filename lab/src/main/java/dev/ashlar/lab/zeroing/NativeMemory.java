// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.memory.Unzeroed;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// A contender off the heap: allocates memory of a message's size, writes the message to it, and
/// frees it.
interface NativeMemory {
  /// {@return the address of the freed memory}
  long use(Message message);

  /// {@return the bytes of the memory, copied before it is freed}
  byte[] content(Message message);

  /// {@return whether bytes that were not written are zero}
  boolean zeroes();

  /// Memory that a confined arena frees.
  final class ArenaMemory implements NativeMemory {
    private final Allocator allocator;
    private final boolean zeroes;

    private ArenaMemory(Allocator allocator, boolean zeroes) {
      this.allocator = allocator;
      this.zeroes = zeroes;
    }

    private interface Allocator {
      MemorySegment allocate(Arena arena, long byteSize);
    }

    /// {@return memory that the arena itself allocates and zeroes}
    static ArenaMemory zeroed() {
      return new ArenaMemory(Arena::allocate, true);
    }

    /// {@return memory from [Unzeroed]}
    static ArenaMemory unzeroed() {
      return new ArenaMemory((arena, byteSize) -> Unzeroed.segment(byteSize, arena), false);
    }

    @Override
    public long use(Message message) {
      try (Arena arena = Arena.ofConfined()) {
        return written(arena, message).address();
      }
    }

    @Override
    public byte[] content(Message message) {
      try (Arena arena = Arena.ofConfined()) {
        return written(arena, message).toArray(ValueLayout.JAVA_BYTE);
      }
    }

    private MemorySegment written(Arena arena, Message message) {
      MemorySegment memory = allocator.allocate(arena, message.size());
      message.writeTo(memory);
      return memory;
    }

    @Override
    public boolean zeroes() {
      return zeroes;
    }
  }

  /// Memory from C's `malloc` and `free`, without any check of its lifetime.
  final class MallocMemory implements NativeMemory {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle MALLOC =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("malloc"),
            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE =
        LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("free"),
            FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    @Override
    public long use(Message message) {
      MemorySegment memory = written(message);
      long address = memory.address();
      free(memory);
      return address;
    }

    @Override
    public byte[] content(Message message) {
      MemorySegment memory = written(message);
      byte[] content = memory.toArray(ValueLayout.JAVA_BYTE);
      free(memory);
      return content;
    }

    private static MemorySegment written(Message message) {
      MemorySegment memory = malloc(message.size()).reinterpret(message.size());
      message.writeTo(memory);
      return memory;
    }

    private static MemorySegment malloc(long byteSize) {
      try {
        return (MemorySegment) MALLOC.invokeExact(byteSize);
      } catch (Throwable unexpected) {
        throw new AssertionError(unexpected);
      }
    }

    private static void free(MemorySegment memory) {
      try {
        FREE.invokeExact(memory);
      } catch (Throwable unexpected) {
        throw new AssertionError(unexpected);
      }
    }

    @Override
    public boolean zeroes() {
      return false;
    }
  }
}
