// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.openjdk.jmh.annotations.CompilerControl;

/// Returns the same segments in every call, whatever size is requested. The result is the cost of a
/// call without its memory.
final class ReusedMemory extends CallMemory<ReusedMemory> implements SegmentAllocator {
  private final MemorySegment[] segments = new MemorySegment[FiveStructsCall.COUNT];
  private int next;

  ReusedMemory() {
    Arena arena = Arena.ofAuto();
    for (int i = 0; i < segments.length; i++) {
      segments[i] = arena.allocate(i == 0 ? BufferCall.BYTE_SIZE : MAX_BYTE_SIZE, 16);
    }
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  ReusedMemory open(long byteSize) {
    next = 0;
    return this;
  }

  @Override
  public MemorySegment allocate(long byteSize, long byteAlignment) {
    return segments[next++];
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  void close(ReusedMemory scratch) {}
}
