// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.StackHeadroom;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// All restricted calls for stacks and pools: segments over addresses, and calls of the C heap.
/// Memory of the C heap is not zeroed, and is freed at once without a handshake. Arenas offer
/// neither. Code that works on the heap does not initialize this class.
@SuppressWarnings("restricted")
final class NativeMemory {
  /// The smallest alignment of [#malloc].
  static final long ALIGNMENT = 8;

  private static volatile boolean linked;

  private NativeMemory() {}

  /// All of memory, for as long as `session` lives. Only slices of it may leave this module.
  static MemorySegment allMemory(Arena session) {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE, session, null);
  }

  static MemorySegment segment(long address, long byteSize, Arena session) {
    return MemorySegment.ofAddress(address).reinterpret(byteSize, session, null);
  }

  /// Memory for as long as the result is reachable; then `action` is run.
  static MemorySegment untilUnreachable(
      long address, long byteSize, Consumer<MemorySegment> action) {
    return MemorySegment.ofAddress(address).reinterpret(byteSize, Arena.ofAuto(), action);
  }

  /// Returns memory that is freed when `arena` is closed.
  static MemorySegment allocateUntilClosed(long byteSize, Arena arena) {
    FreedOnce freed = new FreedOnce();
    boolean taken = false;
    freed.set(malloc(byteSize));
    try {
      MemorySegment segment =
          MemorySegment.ofAddress(freed.get()).reinterpret(byteSize, arena, freed);
      taken = true;
      return segment;
    } finally {
      if (!taken) {
        freed.free();
      }
    }
  }

  /// Returns the address of `byteSize` bytes that are not zeroed.
  ///
  /// @throws OutOfMemoryError if there is not as much
  static long malloc(long byteSize) {
    StackHeadroom.requireLittle();
    if (!linked) {
      link();
    }
    long address = 0;
    if (byteSize > 0) {
      try {
        address = (long) Functions.MALLOC.invokeExact(byteSize);
      } catch (Throwable failure) {
        throw unchecked(failure);
      }
    }
    if (address == 0) {
      throw exhausted(byteSize);
    }
    return address;
  }

  /// Links once before [Functions] is initialized. A failure here does no harm; in the
  /// initialization of that class it would make the class unusable.
  private static void link() {
    StackHeadroom.require();
    mallocHandle();
    freeHandle();
    free(0);
    linked = true;
  }

  private static MethodHandle mallocHandle() {
    MemoryLayout size = size();
    return function("malloc", FunctionDescriptor.of(size, size), long.class);
  }

  private static MethodHandle freeHandle() {
    return function("free", FunctionDescriptor.ofVoid(size()), void.class);
  }

  private static MemoryLayout size() {
    return Objects.requireNonNull(Linker.nativeLinker().canonicalLayouts().get("size_t"));
  }

  private static MethodHandle function(String name, FunctionDescriptor type, Class<?> result) {
    Linker linker = Linker.nativeLinker();
    return MethodHandles.explicitCastArguments(
        linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type),
        MethodType.methodType(result, long.class));
  }

  static OutOfMemoryError exhausted(long byteSize) {
    return new OutOfMemoryError("Cannot reserve " + byteSize + " bytes of native memory");
  }

  /// Frees memory that [#malloc] returned; does nothing for 0.
  static void free(long address) {
    try {
      Functions.FREE.invokeExact(address);
    } catch (Throwable failure) {
      throw unchecked(failure);
    }
  }

  private static Error unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      return error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    return new AssertionError(failure);
  }

  /// An address that is freed once, although it may be called twice: an arena that has taken the
  /// action may still fail to make the segment. Not a lambda: linking one costs more than a class.
  private static final class FreedOnce extends AtomicLong implements Consumer<MemorySegment> {
    private static final long serialVersionUID = 1;

    @Override
    public void accept(MemorySegment closed) {
      free();
    }

    private void free() {
      NativeMemory.free(getAndSet(0));
    }
  }

  /// Pointers are passed as integers of their size, so that no segment is made of them.
  private static final class Functions {
    static final MethodHandle MALLOC = mallocHandle();
    static final MethodHandle FREE = freeHandle();
  }
}
