// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import java.nio.ByteBuffer;

/// A direct `ByteBuffer` for each blob.
final class ByteBufferBlobs extends Blobs {
  private final ByteBuffer[] blobs;

  ByteBufferBlobs(int count, int byteSize) {
    super(count, byteSize);
    blobs = new ByteBuffer[count];
    for (int blob = 0; blob < count; blob++) {
      blobs[blob] = ByteBuffer.allocateDirect(byteSize);
    }
  }

  @Override
  void put(int blob, byte[] content) {
    blobs[blob].put(0, content);
  }

  @Override
  byte[] fetch(int blob) {
    byte[] content = new byte[byteSize()];
    blobs[blob].get(0, content);
    return content;
  }
}
