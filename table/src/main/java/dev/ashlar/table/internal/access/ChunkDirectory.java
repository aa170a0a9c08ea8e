// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.util.Arrays;

/// Finds the chunk of a row among several, without a loop: see [RowPlace]. It never changes.
///
/// Rows whose numbers have equally many bits are a level. A table that grows gets larger and larger
/// chunks, so a level has few of them. It is divided into equal cells, none larger than its
/// smallest chunk. So the rows of a cell are in the chunk of the cell's first row, or in the next
/// one.
public final class ChunkDirectory {
  /// The most cells of a level, so that a directory stays small beside the rows. If the chunks of a
  /// table are too small for that, not all rows are found.
  private static final int MAX_CELLS = 1 << 12;

  /// The fewest cells of a level, so that few cells have rows of two chunks. For rows in random
  /// order, the processor then predicts in which of them a row is.
  private static final int MIN_CELLS = 1 << 6;

  final long capacity;

  /// For each level, the binary logarithm of the rows of a cell, and in the upper half what to add
  /// to the number of a cell, counted from row 0 in such cells.
  final long[] levels;

  /// For each cell, the chunk of its first row, and the one behind that, or the last one again.
  final Chunk[] cells;

  /// For each cell, the number of the chunk of its first row.
  final int[] numbers;

  /// For each chunk, the row behind its last one, or the greatest `int`.
  final int[] ends;

  private final boolean findsAll;

  /// @param chunks one after another from row 0 on, none of them empty
  public ChunkDirectory(Chunk[] chunks) {
    Chunk last = chunks[chunks.length - 1];
    this.capacity = last.first + last.rows;
    int[] shifts = shifts(chunks, capacity);
    this.levels = new long[shifts.length];
    long size = 0;
    for (int level = 0; level < shifts.length; level++) {
      long origin = size - (start(level) >>> shifts[level]);
      levels[level] = origin << Integer.SIZE | shifts[level];
      size = origin + ((end(level) - 1) >>> shifts[level]) + 1;
    }
    this.cells = new Chunk[2 * (int) size];
    this.numbers = new int[(int) size];
    this.ends = new int[chunks.length];
    for (int number = 0; number < chunks.length; number++) {
      long end = chunks[number].first + chunks[number].rows;
      ends[number] = (int) Math.min(end, Integer.MAX_VALUE);
    }
    boolean findsAll = capacity <= Integer.MAX_VALUE;
    int chunk = 0;
    for (int level = 0; level < shifts.length; level++) {
      for (long row = start(level); row < end(level); row += 1L << shifts[level]) {
        while (chunk < chunks.length - 1 && chunks[chunk + 1].first <= row) {
          chunk++;
        }
        int cell = (int) ((levels[level] >> Integer.SIZE) + (row >>> shifts[level]));
        numbers[cell] = chunk;
        cells[2 * cell] = chunks[chunk];
        int next = Math.min(chunk + 1, chunks.length - 1);
        cells[2 * cell + 1] = chunks[next];
        long cellEnd = Math.min(row + (1L << shifts[level]), end(level));
        findsAll &= cellEnd <= chunks[next].first + chunks[next].rows;
      }
    }
    this.findsAll = findsAll;
  }

  /// Whether each row is in the chunk of its cell's first row or in the next one, and is an `int`.
  public boolean findsAll() {
    return findsAll;
  }

  private static int[] shifts(Chunk[] chunks, long capacity) {
    long[] smallest = new long[level(capacity - 1) + 1];
    Arrays.fill(smallest, Long.MAX_VALUE);
    for (Chunk chunk : chunks) {
      int end = level(chunk.first + chunk.rows - 1);
      for (int level = level(chunk.first); level <= end; level++) {
        smallest[level] = Math.min(smallest[level], chunk.rows);
      }
    }
    int[] shifts = new int[smallest.length];
    for (int level = 0; level < shifts.length; level++) {
      long rows = start(level + 1) - start(level);
      long wanted = Math.min(smallest[level], Math.max(rows / MIN_CELLS, 1));
      shifts[level] = log2(Math.max(wanted, rows / MAX_CELLS));
    }
    return shifts;
  }

  private static int log2(long number) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
  }

  /// Returns the level of a row: how many bits its number has.
  private static int level(long row) {
    return Long.SIZE - Long.numberOfLeadingZeros(row);
  }

  /// Returns the first row of a level.
  private static long start(int level) {
    return level == 0 ? 0 : 1L << (level - 1);
  }

  private long end(int level) {
    return Math.min(start(level + 1), capacity);
  }
}
