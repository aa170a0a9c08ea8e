// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

/// The number of the chunk that has a row, found without a call, as [RowPlace] finds the chunk. It
/// is for callers that keep data of each chunk in an array.
public final class ChunkNumber {
  /// From 0 on.
  public int number;

  /// @param directory one that [finds][ChunkDirectory#findsAll] all rows
  /// @param row one of them
  public ChunkNumber(ChunkDirectory directory, int row) {
    long level = directory.levels[Integer.SIZE - Integer.numberOfLeadingZeros(row)];
    int found = directory.numbers[(int) (level >> Integer.SIZE) + (row >>> (int) level)];
    number = row < directory.ends[found] ? found : found + 1;
  }
}
