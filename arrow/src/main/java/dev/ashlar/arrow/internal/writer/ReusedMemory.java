// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// Memory that is used again from the start after each [#reset]. It is not zeroed.
public final class ReusedMemory implements SegmentAllocator {
  private static final long FIRST_BYTES = 1 << 12;

  /// The largest alignment that is asked for.
  private static final long ALIGNMENT = 16;

  private final List<MemorySegment> outgrown = new ArrayList<>();
  private MemorySegment block = MemorySegment.NULL;
  private long used;
  private long allocatedBytes;

  @Override
  public MemorySegment allocate(long byteSize, long byteAlignment) {
    long start = (used + byteAlignment - 1) & -byteAlignment;
    if (start + byteSize > block.byteSize()) {
      long larger = Math.max(FIRST_BYTES, Math.max(byteSize, 2 * block.byteSize()));
      MemorySegment next = Arena.ofAuto().allocate(larger, ALIGNMENT);
      outgrown.add(block);
      block = next;
      start = 0;
    }
    used = start + byteSize;
    allocatedBytes += byteSize;
    return block.asSlice(start, byteSize);
  }

  /// Makes all memory available again. Earlier allocations must no longer be used.
  public void reset() {
    outgrown.clear();
    used = 0;
    allocatedBytes = 0;
  }

  /// Returns how many bytes were allocated since the last [#reset].
  public long allocatedBytes() {
    return allocatedBytes;
  }
}
