// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.openjdk.jmh.annotations.CompilerControl;

/// The JDK's slicing allocator, created for each call over the same memory. The lifetime of the
/// memory does not end with the call, and a nested call would get the same memory.
final class SlicingMemory extends CallMemory<SegmentAllocator> {
  private final MemorySegment memory = Arena.ofAuto().allocate(MAX_BYTE_SIZE, 16);

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  SegmentAllocator open(long byteSize) {
    return SegmentAllocator.slicingAllocator(memory);
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  void close(SegmentAllocator scratch) {}
}
