// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

/// Asks for heap now instead of in the initializer of a class, which is lost for the whole JVM when
/// it fails. It has no initializer itself.
public final class HeapHeadroom {
  /// Uses, each of which initializes classes of its own when it comes first.
  public static final int TYPE = 1;

  public static final int CURSOR = 2;
  public static final int COLUMN = 4;
  public static final int FILE = 8;
  public static final int WARMUP = 16;
  public static final int INDEX = 32;
  public static final int STATISTICS = 64;
  public static final int ITERATOR = 128;

  /// A table of the first kind of memory; further kinds have the bits above.
  public static final int KIND = 256;

  /// About twice what is left in the heap by all first uses together. In small pieces, as a
  /// collector may have no room for a large one.
  private static final int PIECES = 64;

  private static final int PIECE_BYTES = 1 << 14;

  /// The uses that have found enough. Two threads that come first at a time may both ask.
  private static int found;

  private HeapHeadroom() {}

  /// Asks for heap, once for each use.
  ///
  /// @throws OutOfMemoryError if this is the first use of its kind and there is not much heap left
  public static void requireOnce(int use) {
    if ((found & use) == 0) {
      byte[][] pieces = new byte[PIECES][];
      for (int i = 0; i < PIECES; i++) {
        pieces[i] = new byte[PIECE_BYTES];
      }
      found |= use;
    }
  }
}
