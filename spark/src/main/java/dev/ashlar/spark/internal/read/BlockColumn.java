// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.table.TableChunk;

/// A column of a table that is read block by block.
interface BlockColumn {
  /// Takes the blocks that it will be a column of.
  default void begin(TableBlocks blocks) {}

  /// Takes the memory of the columns it needs: the next blocks are in there.
  void open(TableChunk chunk);

  /// Goes to a block.
  ///
  /// @param row its first row, counted from the start of the columns
  void moveTo(long row, int rowCount);
}
