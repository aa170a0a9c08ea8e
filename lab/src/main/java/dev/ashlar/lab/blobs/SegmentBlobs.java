// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The JDK's `MemorySegment` over native memory.
final class SegmentBlobs extends Blobs {
  private final MemorySegment memory;

  SegmentBlobs(int count, int byteSize) {
    super(count, byteSize);
    memory = Arena.ofAuto().allocate((long) count * byteSize, Long.BYTES);
  }

  @Override
  void put(int blob, byte[] content) {
    MemorySegment.copy(content, 0, memory, JAVA_BYTE, (long) blob * byteSize(), byteSize());
  }

  @Override
  byte[] fetch(int blob) {
    return memory.asSlice((long) blob * byteSize(), byteSize()).toArray(JAVA_BYTE);
  }
}
