// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;

/// Allocates and frees a 64 KiB buffer for I/O that any thread may use. The first and last bytes
/// are written and read, so that the memory must exist. No native function is called.
final class BufferCall<A extends SegmentAllocator> extends NativeCall {
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
