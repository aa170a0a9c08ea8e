// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.Verification;
import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.Blocks;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Marks blocks as dirty, and forces the marks, before their committed rows are written. So the
/// mark is on the disk before any part of a row that is written in place. The caller keeps other
/// threads out.
final class BlockMarks {
  private final OpenFile file;
  private final Blocks blocks;
  private final FileGates gates;
  private final BlockChecks checks;

  BlockMarks(OpenFile file, Blocks blocks, FileGates gates, BlockChecks checks) {
    this.file = file;
    this.blocks = blocks;
    this.gates = gates;
    this.checks = checks;
  }

  /// Marks the blocks of rows that are about to be written, as far as they are covered.
  void mark(FileGate gate, long from, long to) {
    long covered = Math.min(to, gate.coveredEnd());
    if (from >= covered) {
      return;
    }
    long coveredBlocks = blocks.count(gate.coveredEnd());
    long end = blocks.of(covered - 1) + 1;
    for (long block = blocks.of(from); block < end; block++) {
      if (!gate.isMarked(blocks.firstRow(block))) {
        long run = Math.max(end, gates.runFrom(block, coveredBlocks));
        markDirty(block, run);
        return;
      }
    }
  }

  /// Marks the blocks of rows as dirty as long as the table is open, whether or not a checksum
  /// covers them yet.
  void lend(long from, long to) {
    long first = blocks.of(from);
    long end = blocks.of(to - 1) + 1;
    markDirty(first, end);
    gates.lend(first, end);
  }

  private void markDirty(long from, long to) {
    try {
      file.requireForced();
      BlockTable table = file.blockTable();
      for (long block = from; block < to; block++) {
        boolean damaged = checks.isDamaged(file.mapping(), file.commit(), block);
        table.set(block, damaged ? BlockTable.DAMAGED : BlockTable.DIRTY);
      }
      file.forceEntries(from, to);
      gates.mark(from, to);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          file.path() + " cannot be written: " + failed.getMessage(), failed);
    }
  }

  /// Marks damaged blocks as dirty, so that the next commit gives them a checksum.
  void accept(Verification.Rows rows) throws IOException {
    requireBlocks(rows);
    BlockTable table = file.blockTable();
    long first = blocks.of(rows.from());
    long end = blocks.of(rows.to() - 1) + 1;
    for (long block = first; block < end; block++) {
      table.set(block, BlockTable.DIRTY);
    }
    file.forceEntries(first, end);
    gates.mark(first, end);
  }

  private void requireBlocks(Verification.Rows rows) {
    long committed = file.commit().rows();
    boolean inside = 0 <= rows.from() && rows.from() < rows.to() && rows.to() <= committed;
    if (!inside
        || blocks.firstRow(blocks.of(rows.from())) != rows.from()
        || (rows.to() != committed && blocks.firstRow(blocks.of(rows.to())) != rows.to())) {
      throw new IllegalArgumentException(
          "Rows %s of %s are no whole blocks of its %d committed rows: give what verify() has found"
              .formatted(rows, file.path(), committed));
    }
  }
}
