// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.RowStatistics;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.statistics.BlockKey;
import dev.ashlar.table.internal.statistics.FieldRanges;
import dev.ashlar.table.internal.statistics.FieldSlots;
import dev.ashlar.table.internal.statistics.RowScan;
import dev.ashlar.table.internal.statistics.StatisticsFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The statistics of a file's rows. Stored statistics of a block are valid as long as the block has
/// the checksum with which they were stored. The caller keeps other threads out.
final class FileStatistics {
  private final OpenFile file;
  private final Blocks blocks;
  private final Commit commit;

  /// The last one of the writer, whose rows a reader may not have seen yet.
  private final Commit newest;

  private final FieldSlots slots;
  private final Path path;
  private final StatisticsFile.Table table;

  private final @Nullable TextArea texts;

  FileStatistics(OpenFile file, Blocks blocks, @Nullable TextArea texts) {
    FileHeader header = file.shape().header();
    this.file = file;
    this.blocks = blocks;
    this.texts = texts;
    this.commit = file.commit();
    this.newest = file.newestCommit();
    this.slots = new FieldSlots(blocks.layout().schema());
    this.path = StatisticsFile.path(file.realPath());
    this.table = new StatisticsFile.Table(header.id(), header.seal());
  }

  /// Returns those that are stored, of blocks with any of the rows.
  List<RowStatistics> read(long from, long to) {
    List<RowStatistics> found = new ArrayList<>();
    long end = Math.min(to, commit.rows());
    if (from < end) {
      try (StatisticsFile stored = StatisticsFile.openReadOnly(path, slots, table)) {
        for (long block = blocks.of(from); block <= blocks.of(end - 1); block++) {
          BlockKey key = key(block);
          long[] values = key == null ? null : stored.read(key);
          if (key != null && values != null) {
            found.add(new FieldRanges(slots, key.from(), key.to() - key.from(), values));
          }
        }
      } catch (IOException none) {
        return found;
      }
    }
    return found;
  }

  /// Returns those of any rows.
  RowStatistics compute(long from, long to) {
    long[] values = new RowScan(blocks, slots, texts).scan(file.data(), from, to);
    return new FieldRanges(slots, from, to - from, values);
  }

  /// Stores those that are missing.
  void write() throws IOException {
    long count = blocks.count(commit.rows());
    if (count == 0) {
      return;
    }
    RowScan scan = new RowScan(blocks, slots, texts);
    MemorySegment data = file.data();
    try (StatisticsFile stored = StatisticsFile.open(path, slots, table)) {
      for (long block = 0; block < count; block++) {
        BlockKey key = key(block);
        if (key != null && stored.read(key) == null) {
          long[] values = scan.scan(data, key.from(), key.to());
          // Whoever wrote a row since the commit has changed the checksum, too.
          if (blocks.checksum(data, block, key.to()) == (int) key.entry()) {
            stored.write(key, values);
          }
        }
      }
    }
  }

  /// Returns the key that statistics of a block must have now; null if they cannot be trusted: rows
  /// may have been written since they were committed.
  private @Nullable BlockKey key(long block) {
    if (!file.isMapped(newest)) {
      return null;
    }
    BlockTable entries = file.blockTable();
    long from = blocks.firstRow(block);
    if (block < blocks.full(Math.min(commit.rows(), newest.rows()))) {
      long entry = entries.get(block);
      return BlockTable.isClean(entry)
          ? new BlockKey(block, entry, from, blocks.endRow(block))
          : null;
    }
    boolean known =
        newest.number() == commit.number() && !entries.isDirty(block) && !entries.isDamaged(block);
    return known ? new BlockKey(block, BlockTable.clean(commit.tail()), from, commit.rows()) : null;
  }
}
