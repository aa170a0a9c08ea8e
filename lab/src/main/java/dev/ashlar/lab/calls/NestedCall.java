// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.calls.NativeCall.StrlenCall;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Nested calls: `bsearch` calls a Java method to compare, and this method calls `strlen`. Both
/// native calls need memory.
final class NestedCall<A extends SegmentAllocator> extends NativeCall {
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final MethodHandle BSEARCH =
      C.function(
          "bsearch",
          FunctionDescriptor.of(
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              ValueLayout.ADDRESS,
              LONG,
              LONG,
              ValueLayout.ADDRESS));
  private static final FunctionDescriptor COMPARE =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT,
          ValueLayout.ADDRESS.withTargetLayout(LONG),
          ValueLayout.ADDRESS.withTargetLayout(LONG));

  private final CallMemory<A> memory;
  private final StrlenCall<A> inner;
  private final long[] keys = Inputs.numbers(7, 32);
  private final MemorySegment compare;
  private int current;
  private long lengthInside;

  NestedCall(CallMemory<A> memory, String[] texts) {
    this.memory = memory;
    this.inner = new StrlenCall<>(memory, texts);
    this.compare = Linker.nativeLinker().upcallStub(comparison(), COMPARE, Arena.ofAuto());
  }

  private MethodHandle comparison() {
    try {
      return MethodHandles.lookup()
          .bind(
              this,
              "compare",
              MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("compare", e);
    }
  }

  @Override
  long make(int i) throws Throwable {
    current = i;
    lengthInside = 0;
    A scratch = memory.open(2 * LONG.byteSize());
    try {
      MemorySegment key = scratch.allocateFrom(LONG, keys[i]);
      MemorySegment array = scratch.allocateFrom(LONG, keys[i]);
      MemorySegment found =
          (MemorySegment) BSEARCH.invokeExact(key, array, 1L, LONG.byteSize(), compare);
      return found.address() == array.address() ? array.get(LONG, 0) + lengthInside : 0;
    } finally {
      memory.close(scratch);
    }
  }

  /// Called by `bsearch`. No exception may leave this method: it would end the JVM.
  @SuppressWarnings("UnusedMethod")
  private int compare(MemorySegment key, MemorySegment element) {
    try {
      lengthInside = inner.make(current);
    } catch (Throwable e) {
      lengthInside = -1;
    }
    return Long.compare(key.get(LONG, 0), element.get(LONG, 0));
  }

  @Override
  long expected(int i) {
    return keys[i] + inner.expected(i);
  }
}
