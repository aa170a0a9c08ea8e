// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.experiment.UnavailableException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// `ldiv`, which returns a struct of two longs in two registers.
final class LdivCall<A extends SegmentAllocator> extends NativeCall {
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
