// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.experiment.WrongResultException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// `strlen` of a Java String, which needs a native copy during the call.
final class StrlenCall<A extends SegmentAllocator> extends NativeCall {
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
        ? (long) Critical.STRLEN.invokeExact(string)
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

  private static final class Critical {
    static final MethodHandle STRLEN = C.function("strlen", TYPE, Linker.Option.critical(true));
  }
}
