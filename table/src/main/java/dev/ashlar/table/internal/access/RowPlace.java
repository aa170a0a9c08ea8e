// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import org.jspecify.annotations.Nullable;

/// The chunk of a row, found without a call.
///
/// It is a constructor, because C2 inlines constructors wherever they were executed, like methods
/// that return a [dev.ashlar.memory.internal.hotspot.ForceInline]. A call would be rare, since a
/// row is seldom in another chunk than the row before, but it would keep all checks in the loop.
/// The code has no loop, since C2 optimizes only inner loops. Its field is not final, which would
/// need a memory barrier. The object itself is not allocated.
public class RowPlace {
  /// The chunk that has the row, if any thread may reach it now; null if it is not known here.
  public @Nullable Chunk chunk;

  /// @param row any number
  public RowPlace(@Nullable ChunkDirectory directory, long row) {
    if (directory != null && row == (int) row && row >= 0 && row < directory.capacity) {
      int low = (int) row;
      long level = directory.levels[Integer.SIZE - Integer.numberOfLeadingZeros(low)];
      int cell = 2 * ((int) (level >> Integer.SIZE) + (low >>> (int) level));
      Chunk found = directory.cells[cell];
      if (Integer.compareUnsigned(low - found.firstLow, found.reach) >= 0) {
        found = directory.cells[cell + 1];
      }
      if (Integer.compareUnsigned(low - found.firstLow, found.reach) < 0) {
        chunk = found;
      }
    }
  }
}
