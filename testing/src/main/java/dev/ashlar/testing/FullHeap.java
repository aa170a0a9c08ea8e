// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

/// A heap that is full to the last 24 bytes or less: anything that allocates may fail, at any of
/// its allocations. For a JVM of its own with a small heap.
public final class FullHeap {
  private static final Object[] NOTHING = {};

  /// A list: its first element is the rest of it.
  private Object[] hog = NOTHING;

  /// Takes all there is, and then gives back the last objects that were taken, which are small.
  ///
  /// @param objects how many
  public void fillBut(int objects) {
    fill();
    for (int i = 0; i < objects && hog.length > 0; i++) {
      hog = (Object[]) hog[0];
    }
  }

  private void fill() {
    for (int byteSize = 1 << 21; byteSize >= 8; ) {
      try {
        hog = new Object[] {hog, byteSize > 8 ? new byte[byteSize] : ""};
      } catch (OutOfMemoryError full) {
        byteSize /= 8;
      }
    }
  }

  /// Gives everything back.
  public void empty() {
    hog = NOTHING;
  }
}
