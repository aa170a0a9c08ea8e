// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import dev.ashlar.lab.experiment.Proof;

/// A contender that stores blobs of one size.
abstract class Blobs {
  private final int count;
  private final int byteSize;

  Blobs(int count, int byteSize) {
    this.count = count;
    this.byteSize = byteSize;
  }

  final int count() {
    return count;
  }

  final int byteSize() {
    return byteSize;
  }

  /// Keeps a copy of a blob in place of the one that was there.
  abstract void put(int blob, byte[] content);

  /// {@return a new array with the content of a blob}
  abstract byte[] fetch(int blob);

  final void fill() {
    byte[] content = new byte[byteSize];
    for (int blob = 0; blob < count; blob++) {
      for (int i = 0; i < byteSize; i++) {
        content[i] = content(blob, i);
      }
      put(blob, content);
    }
  }

  /// Compares a blob with what was put, byte by byte.
  final void verify(int blob) {
    byte[] content = fetch(blob);
    Proof.requireEqual(content.length, byteSize, "the length of a blob");
    for (int i = 0; i < byteSize; i++) {
      Proof.requireEqual(content[i], content(blob, i), "a byte of a blob");
    }
  }

  private static byte content(int blob, int index) {
    return (byte) (((blob * 31 + index) * 0x9E37_79B1) >>> 24);
  }

  /// Creates the blobs of a contender.
  interface Factory {
    Blobs of(int count, int byteSize);
  }
}
