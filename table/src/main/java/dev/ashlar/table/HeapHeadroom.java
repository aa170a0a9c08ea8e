package dev.ashlar.table;

/// Asks for heap now instead of in the initializer of a class, which is lost for the whole JVM when
/// it fails. It has no initializer itself.
final class HeapHeadroom {
  /// Uses, each of which initializes classes of its own when it comes first.
  static final int TYPE = 1;

  static final int CURSOR = 2;
  static final int COLUMN = 4;
  static final int FILE = 8;
  static final int REHEARSAL = 16;

  /// About twice what is left in the heap by all first uses together. In small pieces, as a
  /// collector may have no room for a large one.
  private static final int PIECES = 64;

  private static final int PIECE_BYTES = 1 << 14;

  /// The uses that have found enough. Two threads that come first at a time may both ask.
  private static int found;

  private HeapHeadroom() {}

  /// @throws OutOfMemoryError if this is the first use of its kind and there is not much heap left
  static void requireOnce(int use) {
    if ((found & use) == 0) {
      byte[][] pieces = new byte[PIECES][];
      for (int i = 0; i < PIECES; i++) {
        pieces[i] = new byte[PIECE_BYTES];
      }
      found |= use;
    }
  }
}
