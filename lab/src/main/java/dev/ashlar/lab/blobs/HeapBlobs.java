// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

/// An array for each blob, which is copied when it is fetched.
final class HeapBlobs extends Blobs {
  private final byte[][] blobs;

  HeapBlobs(int count, int byteSize) {
    super(count, byteSize);
    blobs = new byte[count][];
  }

  @Override
  void put(int blob, byte[] content) {
    blobs[blob] = content.clone();
  }

  @Override
  byte[] fetch(int blob) {
    return blobs[blob].clone();
  }
}
