// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.lab.experiment.WrongResultException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import org.openjdk.jmh.annotations.CompilerControl;

/// The work of a case: native calls that need memory. Each call has arguments that differ from
/// those before it.
abstract class NativeCall {
  /// Makes call number `i`: opens memory, calls the function, and closes the memory.
  ///
  /// This method is not inlined, so that timing and verification run the same compiled code.
  ///
  /// @return a value that depends on all results of the call
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  final long call(int i) throws Throwable {
    return make(i);
  }

  abstract long make(int i) throws Throwable;

  /// {@return the value that [#call] has to return, computed without native code}
  abstract long expected(int i);

  /// Calls nothing, and so measures the cost of the loop around the contenders.
  static final class None extends NativeCall {
    private final String[] texts;

    None(String[] texts) {
      this.texts = texts;
    }

    @Override
    long make(int i) {
      return texts[i].length();
    }

    @Override
    long expected(int i) {
      return texts[i].length();
    }
  }

  /// Allocates and frees a 64 KiB buffer for I/O that any thread may use. The first and last bytes
  /// are written and read, so that the memory must exist. No native function is called.
  static final class BufferCall<A extends SegmentAllocator> extends NativeCall {
    static final long BYTE_SIZE = 64 << 10;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final long LAST = BYTE_SIZE - LONG.byteSize();

    private final CallMemory<A> memory;
    private final long[] heads = Inputs.numbers(8, 32);
    private final long[] tails = Inputs.numbers(9, 32);

    BufferCall(CallMemory<A> memory) {
      this.memory = memory;
    }

    @Override
    long make(int i) {
      A scratch = memory.openShared(BYTE_SIZE);
      try {
        MemorySegment buffer = scratch.allocate(BYTE_SIZE, LONG.byteAlignment());
        buffer.set(LONG, 0, heads[i]);
        buffer.set(LONG, LAST, tails[i]);
        return buffer.get(LONG, 0) - buffer.get(LONG, LAST);
      } finally {
        memory.close(scratch);
      }
    }

    @Override
    long expected(int i) {
      return heads[i] - tails[i];
    }
  }

  /// `div`, which returns a struct of two ints in one register.
  static final class DivCall<A extends SegmentAllocator> extends NativeCall {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final StructLayout RESULT =
        MemoryLayout.structLayout(INT.withName("quot"), INT.withName("rem"));
    private static final long REM = 4;
    private static final MethodHandle DIV =
        C.function("div", FunctionDescriptor.of(RESULT, INT, INT));

    private final CallMemory<A> memory;
    private final long[] numerators = Inputs.numbers(3, 32);
    private final long[] denominators = Inputs.numbers(4, 12);

    DivCall(CallMemory<A> memory) {
      this.memory = memory;
    }

    @Override
    long make(int i) throws Throwable {
      A scratch = memory.open(RESULT.byteSize());
      try {
        MemorySegment result =
            (MemorySegment)
                DIV.invokeExact(
                    (SegmentAllocator) scratch, (int) numerators[i], (int) denominators[i]);
        return mix(result.get(INT, 0), result.get(INT, REM));
      } finally {
        memory.close(scratch);
      }
    }

    @Override
    long expected(int i) {
      return mix(
          (int) numerators[i] / (int) denominators[i], (int) numerators[i] % (int) denominators[i]);
    }

    private static long mix(int quotient, int remainder) {
      return 31L * quotient + remainder;
    }
  }

  /// `ldiv`, which returns a struct of two longs in two registers.
  static final class LdivCall<A extends SegmentAllocator> extends NativeCall {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final StructLayout RESULT =
        MemoryLayout.structLayout(LONG.withName("quot"), LONG.withName("rem"));
    private static final long REM = 8;
    private static final MethodHandle LDIV =
        C.function("ldiv", FunctionDescriptor.of(RESULT, LONG, LONG));

    private final CallMemory<A> memory;
    private final long[] numerators = Inputs.numbers(1, 60);
    private final long[] denominators = Inputs.numbers(2, 20);

    /// @throws UnavailableException if C's `long` has fewer bytes than Java's
    LdivCall(CallMemory<A> memory) {
      if (!C.hasWideLong()) {
        throw new UnavailableException("C's long has four bytes here; struct-div is the same");
      }
      this.memory = memory;
    }

    @Override
    long make(int i) throws Throwable {
      A scratch = memory.open(RESULT.byteSize());
      try {
        MemorySegment result =
            (MemorySegment)
                LDIV.invokeExact((SegmentAllocator) scratch, numerators[i], denominators[i]);
        return mix(result.get(LONG, 0), result.get(LONG, REM));
      } finally {
        memory.close(scratch);
      }
    }

    @Override
    long expected(int i) {
      return mix(numerators[i] / denominators[i], numerators[i] % denominators[i]);
    }

    private static long mix(long quotient, long remainder) {
      return 31 * quotient + remainder;
    }
  }

  /// `close` of an invalid file descriptor, and the `errno` that it sets.
  static final class ErrnoCall<A extends SegmentAllocator> extends NativeCall {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final int EBADF = 9;
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final long ERRNO = STATE.byteOffset(PathElement.groupElement("errno"));
    private static final MethodHandle CLOSE =
        C.function(
            "close", FunctionDescriptor.of(INT, INT), Linker.Option.captureCallState("errno"));

    private final CallMemory<A> memory;

    /// @throws UnavailableException on Windows, where this call ends the process
    ErrnoCall(CallMemory<A> memory) {
      if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows")) {
        throw new UnavailableException("Windows ends a process that closes what is not open");
      }
      this.memory = memory;
    }

    @Override
    long make(int i) throws Throwable {
      A scratch = memory.open(STATE.byteSize());
      try {
        MemorySegment state = scratch.allocate(STATE);
        int result = (int) CLOSE.invokeExact(state, -1 - i);
        return result == -1 ? state.get(INT, ERRNO) : 0;
      } finally {
        memory.close(scratch);
      }
    }

    @Override
    long expected(int i) {
      return EBADF;
    }
  }

  /// Five small structs for one call of `memcmp`, which compares the first and the last. All are
  /// read once more before their memory is released.
  static final class FiveStructsCall<A extends SegmentAllocator> extends NativeCall {
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
          ? (int) CriticalMemcmp.MEMCMP.invokeExact(first, last, STRUCT.byteSize())
          : (int) MEMCMP.invokeExact(first, last, STRUCT.byteSize());
    }

    /// {@return the sum of the values: the first and the last are equal, so `memcmp` returns 0}
    @Override
    long expected(int i) {
      return COUNT * values[i] + 1 + 2 + 3;
    }

    private static final class CriticalMemcmp {
      static final MethodHandle MEMCMP = C.function("memcmp", TYPE, Linker.Option.critical(true));
    }
  }

  /// `strlen` of a Java String, which needs a native copy during the call.
  static final class StrlenCall<A extends SegmentAllocator> extends NativeCall {
    private static final FunctionDescriptor TYPE =
        FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    private static final MethodHandle STRLEN = C.function("strlen", TYPE);

    private final CallMemory<A> memory;
    private final String[] texts;

    StrlenCall(CallMemory<A> memory, String[] texts) {
      this.memory = memory;
      this.texts = texts;
    }

    @Override
    long make(int i) throws Throwable {
      String text = texts[i];
      A scratch = memory.open(text.length() + 1L);
      try {
        return strlen(scratch.allocateFrom(text));
      } finally {
        memory.close(scratch);
      }
    }

    private long strlen(MemorySegment string) throws Throwable {
      return memory.isOnHeap()
          ? (long) CriticalStrlen.STRLEN.invokeExact(string)
          : (long) STRLEN.invokeExact(string);
    }

    /// Like [#make], but yields to other threads while the memory is open.
    ///
    /// @throws WrongResultException if another thread has written to the memory
    @SuppressWarnings("ThreadPriorityCheck") // whom it lets run does not matter
    long makeWhileOthersRun(int i) throws Throwable {
      String text = texts[i];
      A scratch = memory.open(text.length() + 1L);
      try {
        MemorySegment string = scratch.allocateFrom(text);
        Thread.yield();
        if (!string.getString(0).equals(text)) {
          throw new WrongResultException("another thread has written to a thread's memory");
        }
        return strlen(string);
      } finally {
        memory.close(scratch);
      }
    }

    @Override
    long expected(int i) {
      return texts[i].length();
    }

    private static final class CriticalStrlen {
      static final MethodHandle STRLEN = C.function("strlen", TYPE, Linker.Option.critical(true));
    }
  }
}
