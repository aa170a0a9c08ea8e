// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.CommitSlots;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.file.format.FileShape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;

/// Commits the rows of a file. The caller keeps other threads out, except those that write rows.
///
/// **A commit** forces, in this order: texts, deletions, the rows and the checksums of blocks that
/// have become full; a slot; the checksums of dirty blocks and the copy of the slot.
///
/// **A failed force** is not visible to a process that opens the file later. So the first commit
/// after opening first writes all pages again that may have been lost: those of dirty blocks, the
/// block table and the commits. Rows behind the last commit are written again when rows are
/// appended there.
final class FileCommits {
  private final OpenFile file;
  private final Blocks blocks;
  private final FileGates gates;
  private final BlockChecks checks;
  private final LateWriteDetector lateWrites;
  private final TextFiles texts;
  private final FileDeletions deletions;

  /// Whether pages may read back as they are not on the disk.
  private boolean mayBeLost;

  /// @param opened whether the file is older than this object
  FileCommits(
      OpenFile file,
      Blocks blocks,
      FileGates gates,
      BlockChecks checks,
      LateWriteDetector lateWrites,
      TextFiles texts,
      FileDeletions deletions,
      boolean opened) {
    this.file = file;
    this.blocks = blocks;
    this.gates = gates;
    this.checks = checks;
    this.lateWrites = lateWrites;
    this.texts = texts;
    this.deletions = deletions;
    this.mayBeLost = opened;
  }

  void commit(long rows) throws IOException {
    Commit commit = file.commit();
    if (rows < commit.rows()) {
      throw new IllegalStateException(
          "%s has %d rows committed, and this table has %d, so it was not committed: open it again"
              .formatted(file.path(), commit.rows(), rows));
    }
    write(rows);
  }

  /// Commits fewer rows than the last commit has. Until that is complete, rows behind them are
  /// covered by the last one, and are not written without asking.
  void truncate(long rows) throws IOException {
    write(rows);
    gates.cover(rows);
  }

  private void write(long rows) throws IOException {
    Commit commit = file.commit();
    lateWrites.mark();
    BlockTable table = file.blockTable();
    recordDamage(table, rows);
    long[] dirty = dirtyBlocks(table, blocks.count(rows));
    gates.cover(Math.max(rows, commit.rows()));
    if (mayBeLost) {
      rewrite(dirty);
    }
    MemorySegment data = file.data();
    long full = blocks.full(rows);
    long firstNew = firstWithNewChecksum(rows);
    for (long block = firstNew; block < full; block++) {
      if (!table.isDirty(block) && !table.isDamaged(block)) {
        table.set(block, BlockTable.clean(blocks.checksum(data, block, rows)));
      }
    }
    long[] entries = new long[dirty.length];
    for (int i = 0; i < dirty.length; i++) {
      entries[i] =
          dirty[i] < full
              ? BlockTable.clean(blocks.checksum(data, dirty[i], rows))
              : BlockTable.NOTHING;
    }
    int tail = full < blocks.count(rows) ? blocks.checksum(data, full, rows) : 0;
    long textEnd = texts.forceTexts(commit.textEnd(), mayBeLost);
    long dictionaryEnd = texts.forceDictionary();
    long deletionsEnd = deletions.force(rows);
    Commit next = commit.next(rows, commit.dataEnd(), tail, textEnd, dictionaryEnd, deletionsEnd);
    FileShape shape = file.shape();
    file.force(mayBeLost ? FileHeader.PAGE : shape.dataOffset(), shape.fileSize(commit.dataEnd()));
    mayBeLost = false;
    vouch(table, LongStream.range(firstNew, blocks.count(rows)));
    vouch(table, LongStream.of(dirty));
    file.complete(next, () -> settle(table, dirty, entries));
    deletions.settle();
  }

  /// The first block that the last commit does not fill, or the next one does not.
  private long firstWithNewChecksum(long rows) {
    return blocks.full(Math.min(rows, file.commit().rows()));
  }

  /// Until they have their new checksum, the old one is this object's own, or has been compared, or
  /// counts for nothing.
  private void vouch(BlockTable table, LongStream settled) {
    settled
        .filter(block -> !table.isDamaged(block))
        .forEach(block -> {
          checks.vouch(block);
          lateWrites.watch(block);
        });
  }

  /// Corrects the entries of blocks that get a checksum though they are not dirty. The block that
  /// one of both commits does not fill keeps its damage. Entries behind it are cleared.
  private void recordDamage(BlockTable table, long rows) {
    Commit commit = file.commit();
    long first = firstWithNewChecksum(rows);
    if (first < blocks.count(rows) && checks.isDamaged(file.mapping(), commit, first)) {
      table.set(first, BlockTable.DAMAGED);
    }
    for (long block = blocks.count(commit.rows()); block < blocks.count(rows); block++) {
      if (table.isDamaged(block)) {
        table.set(block, BlockTable.NOTHING);
      }
    }
  }

  /// Returns the dirty blocks that no thread can write without passing the gate.
  private long[] dirtyBlocks(BlockTable table, long blockCount) {
    return LongStream.range(0, blockCount)
        .filter(block -> table.isDirty(block) && !gates.isLent(block))
        .toArray();
  }

  /// Dirty blocks get their checksum when the commit is complete: the one before has no other.
  private void settle(BlockTable table, long[] dirty, long[] entries) throws IOException {
    for (int i = 0; i < dirty.length; i++) {
      table.set(dirty[i], entries[i]);
    }
    if (dirty.length > 0) {
      file.forceEntries(dirty[0], dirty[dirty.length - 1] + 1);
    }
  }

  /// Has pages written that read back as if they had been.
  private void rewrite(long[] dirty) {
    MemorySegment all = file.mapping();
    FileShape shape = file.shape();
    Disk disk = file.disk();
    long dataEnd = file.commit().dataEnd();
    disk.rewrite(all, FileHeader.PAGE, CommitSlots.SIZE);
    disk.rewrite(all, dataEnd, shape.blockTableSize(dataEnd));
    for (long block : dirty) {
      blocks.visit(
          block,
          shape.capacity(dataEnd),
          (offset, byteSize) -> disk.rewrite(all, shape.dataOffset() + offset, byteSize));
    }
  }
}
