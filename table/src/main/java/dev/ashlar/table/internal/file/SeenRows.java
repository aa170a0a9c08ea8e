// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import java.util.stream.LongStream;

/// The checksums of the committed rows' blocks, as a reader has found them. By these the reader
/// learns later whether the writer has changed a row, or has appended other rows in its place.
final class SeenRows {
  private final OpenFile file;
  private final Blocks blocks;
  private final Commit commit;

  /// The entries of the full blocks in the block table.
  private final long[] entries;

  SeenRows(OpenFile file, Blocks blocks) {
    this.file = file;
    this.blocks = blocks;
    this.commit = file.commit();
    this.entries =
        LongStream.range(0, blocks.full(commit.rows())).map(file.blockTable()::get).toArray();
  }

  /// Whether the rows may have changed since then. The rows of a block that was or is dirty may
  /// have changed.
  boolean mayDiffer() {
    if (file.commit().rows() < commit.rows()
        || file.commit().deletionsEnd() != commit.deletionsEnd()) {
      return true;
    }
    BlockTable table = file.blockTable();
    for (int block = 0; block < entries.length; block++) {
      if (!BlockTable.isClean(entries[block]) || table.get(block) != entries[block]) {
        return true;
      }
    }
    return entries.length < blocks.count(commit.rows())
        && blocks.checksum(file.data(), entries.length, commit.rows()) != commit.tail();
  }
}
