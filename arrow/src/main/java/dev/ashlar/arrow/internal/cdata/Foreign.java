// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.cdata;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;

/// Access to foreign native memory, and calls from and to native code: the only restricted calls of
/// this module.
///
/// Addresses are not checked. They come from the structures of Arrow's C interfaces and from
/// DuckDB, which state how long they are valid.
@SuppressWarnings("restricted")
public final class Foreign {
  private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long LOW_BITS = 0x7F * ONES;
  private static final Linker LINKER = Linker.nativeLinker();

  private Foreign() {}

  public static byte getByte(long address) {
    return MEMORY.get(JAVA_BYTE, address);
  }

  public static long getLong(long address) {
    return MEMORY.get(JAVA_LONG, address);
  }

  public static void setLong(long address, long value) {
    MEMORY.set(JAVA_LONG, address, value);
  }

  public static void setInt(long address, int value) {
    MEMORY.set(JAVA_INT, address, value);
  }

  /// Returns the text up to its zero byte; an empty text if the address is 0.
  public static String getString(long address) {
    return address == 0 ? "" : MEMORY.getString(address);
  }

  /// Returns memory as a segment that is never closed.
  public static MemorySegment segment(long address, long byteSize) {
    return MemorySegment.ofAddress(address).reinterpret(byteSize);
  }

  /// Returns a segment of that size, which ends when the one without size ends.
  static MemorySegment sized(MemorySegment address, long byteSize) {
    return address.reinterpret(byteSize);
  }

  public static void copy(long from, long to, long byteSize) {
    MemorySegment.copy(MEMORY, from, MEMORY, to, byteSize);
  }

  /// Copies booleans of one byte. Any byte but 0 is true, and is copied as 1.
  public static void copyBooleans(long from, long to, int count) {
    int row = 0;
    for (; row <= count - Long.BYTES; row += Long.BYTES) {
      long bytes = MEMORY.get(JAVA_LONG_UNALIGNED, from + row);
      long high = (bytes & LOW_BITS) + LOW_BITS | bytes;
      MEMORY.set(JAVA_LONG_UNALIGNED, to + row, high >>> 7 & ONES);
    }
    for (; row < count; row++) {
      MEMORY.set(JAVA_BYTE, to + row, (byte) (MEMORY.get(JAVA_BYTE, from + row) == 0 ? 0 : 1));
    }
  }

  /// A procedure of one pointer. It must not throw when native code calls it: the JVM would crash.
  public interface Procedure {
    void call(MemorySegment pointer);
  }

  /// A procedure of two pointers.
  public interface Procedure2 {
    void call(MemorySegment first, MemorySegment second);
  }

  /// A function of a pointer that returns a pointer.
  public interface Getter {
    MemorySegment call(MemorySegment pointer);
  }

  /// A function of two pointers that returns an error code.
  public interface Filler {
    int call(MemorySegment first, MemorySegment second);
  }

  /// Returns the address of a native function that calls `target`. It is valid until the arena is
  /// closed.
  public static long procedure(Procedure target, Arena arena) {
    return function(Procedure.class, target, FunctionDescriptor.ofVoid(ADDRESS), arena);
  }

  /// As [#procedure], with two pointers.
  public static long procedure2(Procedure2 target, Arena arena) {
    return function(Procedure2.class, target, FunctionDescriptor.ofVoid(ADDRESS, ADDRESS), arena);
  }

  /// As [#procedure], with a result.
  public static long getter(Getter target, Arena arena) {
    return function(Getter.class, target, FunctionDescriptor.of(ADDRESS, ADDRESS), arena);
  }

  /// As [#procedure2], with an error code as the result.
  public static long filler(Filler target, Arena arena) {
    return function(Filler.class, target, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS), arena);
  }

  private static <T> long function(
      Class<T> type, T target, FunctionDescriptor descriptor, Arena arena) {
    try {
      MethodHandle call =
          MethodHandles.lookup().findVirtual(type, "call", descriptor.toMethodType());
      return LINKER.upcallStub(call.bindTo(target), descriptor, arena).address();
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("No call in " + type, missing);
    }
  }

  /// Returns a handle that calls the function whose address is the first parameter.
  public static MethodHandle call(FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(descriptor);
  }

  public static MethodHandle call(long function, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(MemorySegment.ofAddress(function), descriptor);
  }

  /// Loads a library, which stays loaded as long as the JVM lives.
  ///
  /// @throws IllegalArgumentException if it cannot be loaded
  public static SymbolLookup library(Path file) {
    return SymbolLookup.libraryLookup(file, Arena.global());
  }
}
