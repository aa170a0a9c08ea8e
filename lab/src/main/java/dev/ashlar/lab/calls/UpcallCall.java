// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.experiment.CLibrary;
import dev.ashlar.lab.experiment.UnavailableException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/// Passes a struct of two longs to C by value, and from C by value to a Java method. The JDK
/// allocates the copy for that method.
final class UpcallCall<A extends SegmentAllocator> extends NativeCall {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final StructLayout PAIR =
      MemoryLayout.structLayout(LONG.withName("first"), LONG.withName("second"));
  private static final long SECOND = 8;
  private static final FunctionDescriptor CALLBACK = FunctionDescriptor.of(LONG, PAIR);
  private static final MethodHandle PASS_ON =
      CLibrary.compile(UpcallCall.class, "upcall.c", List.of("-O2"))
          .function("pass_on", FunctionDescriptor.of(LONG, PAIR, ValueLayout.ADDRESS));

  private final CallMemory<A> memory;
  private final long[] firsts = Inputs.numbers(8, 60);
  private final long[] seconds = Inputs.numbers(9, 60);
  private final MemorySegment callback;

  /// @throws UnavailableException if there is no C compiler
  UpcallCall(CallMemory<A> memory) {
    this.memory = memory;
    this.callback = Linker.nativeLinker().upcallStub(mixing(), CALLBACK, Arena.ofAuto());
  }

  private static MethodHandle mixing() {
    try {
      return MethodHandles.lookup()
          .findStatic(
              UpcallCall.class, "mix", MethodType.methodType(long.class, MemorySegment.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("mix", e);
    }
  }

  @Override
  long make(int i) throws Throwable {
    A scratch = memory.open(PAIR.byteSize());
    try {
      MemorySegment pair = scratch.allocate(PAIR);
      pair.set(LONG, 0, firsts[i]);
      pair.set(LONG, SECOND, seconds[i]);
      return (long) PASS_ON.invokeExact(pair, callback);
    } finally {
      memory.close(scratch);
    }
  }

  @Override
  long expected(int i) {
    return mix(firsts[i], seconds[i]);
  }

  @SuppressWarnings("UnusedMethod") // called by C
  private static long mix(MemorySegment pair) {
    return mix(pair.get(LONG, 0), pair.get(LONG, SECOND));
  }

  private static long mix(long first, long second) {
    return 31 * first + second;
  }
}
