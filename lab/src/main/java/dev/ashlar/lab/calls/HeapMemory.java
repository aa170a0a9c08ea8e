// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.openjdk.jmh.annotations.CompilerControl;

/// Arrays on the Java heap, for calls during which the garbage collector has to wait.
final class HeapMemory extends CallMemory<SegmentAllocator> {
  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  SegmentAllocator open(long byteSize) {
    return HeapMemory::allocate;
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  void close(SegmentAllocator scratch) {}

  @Override
  boolean isOnHeap() {
    return true;
  }

  private static MemorySegment allocate(long byteSize, long byteAlignment) {
    return byteAlignment == 1
        ? MemorySegment.ofArray(new byte[(int) byteSize])
        : MemorySegment.ofArray(new long[(int) (byteSize / Long.BYTES)]);
  }
}
