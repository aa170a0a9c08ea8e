// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// `div`, which returns a struct of two ints in one register.
final class DivCall<A extends SegmentAllocator> extends NativeCall {
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
