// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Allocates native blocks with `malloc`, as Unsafe does.
@SuppressWarnings("restricted")
public final class NativeMemory {
  private static final MethodHandle MALLOC =
      function("malloc", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle REALLOC =
      function(
          "realloc",
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle FREE =
      function("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

  private NativeMemory() {}

  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
  }

  /// {@return the address of `bytes` new bytes, which are not zeroed; 0 if `bytes` is 0}
  ///
  /// @throws IllegalArgumentException if `bytes` is negative or too large to be rounded up to 8
  /// @throws OutOfMemoryError if `malloc` fails
  public static long allocate(long bytes) {
    return bytes == 0 ? 0 : reallocate(0, bytes);
  }

  public static long reallocate(long address, long bytes) {
    if (bytes < 0 || bytes > Long.MAX_VALUE - Long.BYTES) {
      throw new IllegalArgumentException("invalid size of a block: " + bytes);
    }
    if (bytes == 0) {
      free(address);
      return 0;
    }
    // Unsafe rounds up as well, and some programs read the last word whole.
    long rounded = (bytes + Long.BYTES - 1) & -Long.BYTES;
    long allocated;
    try {
      allocated =
          address == 0
              ? (long) MALLOC.invokeExact(rounded)
              : (long) REALLOC.invokeExact(address, rounded);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    if (allocated == 0) {
      throw new OutOfMemoryError("Unable to allocate " + bytes + " bytes");
    }
    return allocated;
  }

  public static void free(long address) {
    if (address != 0) {
      try {
        FREE.invokeExact(address);
      } catch (Throwable e) {
        throw unexpected(e);
      }
    }
  }

  private static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(e);
  }
}
