// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.memory.internal.UninterruptibleThread;
import dev.ashlar.table.internal.file.Verifier.BlockState;
import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.Blocks;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/// Finds blocks that were written while their checksum was computed.
///
/// A thread may pass the [gate][FileGate], and then write its row after a commit has computed the
/// checksum. Such a block has no mark and differs from its new checksum, as if it were damaged. So
/// the next commit, and closing the table, compare the blocks of a commit again, and set the
/// missing marks.
///
/// A thread may be held up for longer than the time between two commits. So if a checksum was too
/// young at the next commit, its block is compared once more when the checksum is old enough. The
/// caller keeps other threads out, except those that write rows.
final class LateWriteDetector implements Closeable {
  /// The longest time of a loop in which the JIT compiler has hoisted the call of the gate.
  private static final long GRACE_NANOS = 5_000_000_000L;

  private final OpenFile file;
  private final Blocks blocks;

  /// Blocks with a checksum that is this object's own, and when the commit began that wrote it.
  private final Map<Long, Long> watched = new TreeMap<>();

  /// When the last commit began.
  private long marked;

  LateWriteDetector(OpenFile file, Blocks blocks) {
    this.file = file;
    this.blocks = blocks;
  }

  /// The block is about to get a checksum, by a commit that began with [#mark]. The only thread of
  /// a table for one is not in the middle of a write.
  void watch(long block) {
    if (!file.mappings().hasOwner()) {
      watched.put(block, marked);
    }
  }

  /// Whether the block differs from its checksum, if it does, because it was written.
  boolean isWatched(long block) {
    return watched.containsKey(block);
  }

  /// Marks blocks as dirty that were written late: those of the last commit, and those whose
  /// checksum is old enough. The marks are forced.
  void mark() throws IOException {
    long now = System.nanoTime();
    mark(
        file.mapping(),
        block -> {
          long at = watched.getOrDefault(block, now);
          return at == marked || isOld(at, now);
        });
    watched.values().removeIf(at -> isOld(at, now));
    marked = now;
  }

  private static boolean isOld(long at, long now) {
    return now - at >= GRACE_NANOS;
  }

  private void mark(MemorySegment mapping, LongPredicate due) throws IOException {
    long[] written =
        watched.keySet().stream()
            .mapToLong(block -> block)
            .filter(due)
            .filter(block -> isWritten(mapping, block))
            .toArray();
    if (written.length > 0) {
      BlockTable table = file.blockTable(mapping, file.commit());
      for (long block : written) {
        table.set(block, BlockTable.DIRTY);
      }
      file.forceEntries(mapping, written[0], written[written.length - 1] + 1);
    }
  }

  private boolean isWritten(MemorySegment mapping, long block) {
    return block < blocks.count(file.commit().rows())
        && new Verifier(file.shape(), file.commit(), false, null).state(mapping, block)
            == BlockState.DAMAGED;
  }

  /// Marks all watched blocks that were written late, after no thread can write to the file any
  /// more. They are unverified when the table is opened again.
  @Override
  public void close() throws IOException {
    if (watched.isEmpty() || file.hasFailed()) {
      return;
    }
    try {
      Exception failed = new Last().runToEnd();
      if (failed != null) {
        throw new IOException(
            "%s is closed, and rows that were written during a commit may look damaged: %s"
                .formatted(file.path(), failed.getMessage()),
            failed);
      }
    } finally {
      watched.clear();
    }
  }

  /// Compares blocks after the table's mappings are gone. An interrupt would prevent mapping the
  /// file.
  private final class Last extends UninterruptibleThread {
    Last() {
      super("Ashlar close");
    }

    @Override
    protected void work() throws IOException {
      try (Arena arena = Arena.ofConfined()) {
        mark(file.mapApart(arena), block -> true);
      }
    }
  }
}
