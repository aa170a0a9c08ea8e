// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.CommitSlots;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.CommitSlots.Found;
import dev.ashlar.table.internal.file.format.FileShape;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Compares committed rows with their checksums.
///
/// A reader may verify blocks that a writer is changing. The writer marks a block before it writes,
/// and commits afterwards. So a block that does not match is damaged only if neither its entry nor
/// the commit has changed meanwhile.
///
/// @param commit the commit that the table was opened with, or its own last commit
/// @param mayChange whether there may be a writer
/// @param texts the texts of the rows; null if they are not compared
record Verifier(
    FileShape shape,
    Blocks blocks,
    int seal,
    Commit commit,
    boolean mayChange,
    @Nullable TextChecks texts) {
  private static final int TRIES = 100;

  Verifier(FileShape shape, Commit commit, boolean mayChange, @Nullable TextChecks texts) {
    this(shape, shape.blocks(), shape.header().seal(), commit, mayChange, texts);
  }

  /// The state of a block's rows according to its checksum.
  enum BlockState {
    VERIFIED,
    UNVERIFIED,
    DAMAGED
  }

  /// Called with the state of each block.
  interface Visitor {
    void visit(BlockState state, long from, long to);
  }

  void verify(MemorySegment file, Visitor visitor) {
    for (long block = 0; block < blocks.count(commit.rows()); block++) {
      long end = Math.min(blocks.endRow(block), commit.rows());
      visitor.visit(state(file, block), blocks.firstRow(block), end);
    }
  }

  /// Of a file that another process has cut off, blocks that are missing are damaged.
  BlockState state(MemorySegment file, long block) {
    try {
      for (int i = 0; i < TRIES; i++) {
        Commit before = newest(file);
        long entry = entry(file, before, block);
        BlockState state = state(file, before, entry, block);
        if (state != BlockState.DAMAGED
            || (before.equals(newest(file)) && entry == entry(file, before, block))) {
          return state;
        }
      }
    } catch (InternalError cutOff) {
      return BlockState.DAMAGED;
    }
    return BlockState.UNVERIFIED;
  }

  private Commit newest(MemorySegment file) {
    if (!mayChange) {
      return commit;
    }
    Found found = CommitSlots.of(file, seal).newest();
    return found == null || found.commit().number() < commit.number() ? commit : found.commit();
  }

  /// A reader does not see what has been appended to the file since it was opened.
  private boolean isMapped(MemorySegment file, Commit now) {
    return shape.fileSize(now.dataEnd()) <= file.byteSize();
  }

  private long entry(MemorySegment file, Commit now, long block) {
    return isMapped(file, now)
        ? new BlockTable(file.asSlice(now.dataEnd(), shape.blockTableSize(now.dataEnd())))
            .get(block)
        : BlockTable.DIRTY;
  }

  private BlockState state(MemorySegment file, Commit now, long entry, long block) {
    if (entry == BlockTable.DIRTY) {
      return BlockState.UNVERIFIED;
    }
    if (entry == BlockTable.DAMAGED) {
      return BlockState.DAMAGED;
    }
    boolean full = block < blocks.full(now.rows());
    if (full && !BlockTable.isClean(entry)) {
      return BlockState.DAMAGED;
    }
    MemorySegment data = file.asSlice(shape.dataOffset(), now.dataEnd() - shape.dataOffset());
    int checksum = blocks.checksum(data, block, now.rows());
    return checksum == (full ? (int) entry : now.tail()) && hasTexts(data, now, block)
        ? BlockState.VERIFIED
        : BlockState.DAMAGED;
  }

  private boolean hasTexts(MemorySegment data, Commit now, long block) {
    long end = Math.min(blocks.endRow(block), now.rows());
    return texts == null || texts.areIntact(data, blocks.firstRow(block), end);
  }
}
