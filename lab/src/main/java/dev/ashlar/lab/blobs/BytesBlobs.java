// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import dev.ashlar.memory.Bytes;
import java.lang.foreign.Arena;

/// [Bytes] over native memory.
final class BytesBlobs extends Blobs {
  private final Bytes memory;

  BytesBlobs(int count, int byteSize) {
    super(count, byteSize);
    memory = Bytes.of(Arena.ofAuto().allocate((long) count * byteSize, Long.BYTES));
  }

  @Override
  void put(int blob, byte[] content) {
    memory.copyFrom((long) blob * byteSize(), content, 0, byteSize());
  }

  @Override
  byte[] fetch(int blob) {
    byte[] content = new byte[byteSize()];
    memory.copyTo((long) blob * byteSize(), content, 0, byteSize());
    return content;
  }
}
