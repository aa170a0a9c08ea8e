// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import java.util.function.LongUnaryOperator;

/// The chunks of columns in a file, of which the first has as many rows as the file was made with.
/// The others have as many, or grow with the file, so that a large file has few of them:
///
/// ```
/// chunk 0          first rows
/// chunks 1 … 7     step rows each
/// chunks 8 … 11    2 × step
/// chunks 12 … 15   4 × step, and so on
/// ```
///
/// If `step` is at most `first`, a chunk from the eighth on has at most a quarter of the rows in
/// front of it.
///
/// The size of a chunk can be its rows, its blocks or its bytes. It is a function of its rows.
///
/// @param step 0 if all chunks have `first` rows
public record FileChunks(long first, long step) {
  /// The number of chunks of equal size.
  private static final int GROUP = 4;

  /// Rows are in one run of memory, like a chunk that has more of them than any memory.
  static final FileChunks ONE = new FileChunks(1L << 56, 0);

  /// A position in a chunk.
  public record Place(long chunk, long rest) {}

  /// The number of rows of a chunk.
  public long rows(long chunk) {
    return chunk == 0 || step == 0
        ? first
        : Math.multiplyExact(step, 1L << Math.max(0, chunk / GROUP - 1));
  }

  /// The first row of a chunk.
  public long firstRow(long chunk) {
    return before(chunk, rows -> rows);
  }

  /// The chunk of a row.
  public Place of(long row) {
    return of(row, rows -> rows);
  }

  /// Returns the total size of the chunks in front of a chunk.
  ///
  /// @throws ArithmeticException if it is more than a `long`
  long before(long chunk, LongUnaryOperator size) {
    if (chunk == 0) {
      return 0;
    }
    long sum = size.applyAsLong(first);
    if (step == 0) {
      return Math.multiplyExact(chunk, sum);
    }
    for (long from = 1; from < chunk; from = nextGroup(from)) {
      long count = Math.min(chunk, nextGroup(from)) - from;
      sum = Math.addExact(sum, Math.multiplyExact(count, size.applyAsLong(rows(from))));
    }
    return sum;
  }

  /// Returns the chunk that has a position, and where it has it.
  ///
  /// @throws ArithmeticException if the size of a chunk is more than a `long`
  Place of(long position, LongUnaryOperator size) {
    long each = size.applyAsLong(first);
    if (step == 0 || position < each) {
      return new Place(position / each, position % each);
    }
    long rest = position - each;
    for (long chunk = 1; ; chunk = nextGroup(chunk)) {
      each = size.applyAsLong(rows(chunk));
      if (rest / each < nextGroup(chunk) - chunk) {
        return new Place(chunk + rest / each, rest % each);
      }
      rest -= (nextGroup(chunk) - chunk) * each;
    }
  }

  /// Returns the first chunk of the next group; chunks 1 to 7 are the first one.
  private static long nextGroup(long chunk) {
    return Math.max(2 * GROUP, chunk + GROUP);
  }
}
