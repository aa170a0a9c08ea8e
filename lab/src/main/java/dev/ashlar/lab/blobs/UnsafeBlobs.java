// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import dev.ashlar.lab.experiment.SunUnsafe;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import sun.misc.Unsafe;

/// `sun.misc.Unsafe` over native memory.
@SuppressWarnings("removal") // It is what the others are measured by.
final class UnsafeBlobs extends Blobs {
  private static final Unsafe UNSAFE = SunUnsafe.get();

  private final MemorySegment owner;

  UnsafeBlobs(int count, int byteSize) {
    super(count, byteSize);
    owner = Arena.ofAuto().allocate((long) count * byteSize, Long.BYTES);
  }

  private long address(int blob) {
    return owner.address() + (long) blob * byteSize();
  }

  @Override
  void put(int blob, byte[] content) {
    UNSAFE.copyMemory(content, Unsafe.ARRAY_BYTE_BASE_OFFSET, null, address(blob), byteSize());
  }

  @Override
  byte[] fetch(int blob) {
    byte[] content = new byte[byteSize()];
    UNSAFE.copyMemory(null, address(blob), content, Unsafe.ARRAY_BYTE_BASE_OFFSET, byteSize());
    return content;
  }
}
