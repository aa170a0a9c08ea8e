// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.experiment.UnavailableException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/// `close` of an invalid file descriptor, and the `errno` that it sets.
final class ErrnoCall<A extends SegmentAllocator> extends NativeCall {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final int EBADF = 9;
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO = STATE.byteOffset(PathElement.groupElement("errno"));
  private static final MethodHandle CLOSE =
      C.function("close", FunctionDescriptor.of(INT, INT), Linker.Option.captureCallState("errno"));

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
