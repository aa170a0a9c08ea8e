// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.file.format.Blocks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// The gates of a mapped table, one for each chunk, and their common state, which outlives the
/// mappings. The caller keeps other threads out.
final class FileGates {
  /// As many blocks are marked at once, at most, when blocks are written one after another.
  private static final long MAX_RUN = 64;

  private final FileStorage storage;
  private final Blocks blocks;
  private final List<FileGate> gates = new ArrayList<>();

  /// The blocks that a segment was handed out of.
  private final BitSet lent = new BitSet();

  private long runEnd;
  private long run;

  FileGates(FileStorage storage, Blocks blocks) {
    this.storage = storage;
    this.blocks = blocks;
  }

  /// Returns the gate of a chunk, which covers the rows that are less than `coveredEnd`.
  FileGate of(int chunk, long coveredEnd) {
    while (gates.size() <= chunk) {
      FileGate gate = FileGate.of(storage, blocks.chunks().firstRow(gates.size()), blocks.shift());
      gate.cover(chunkEnd(gates.size(), gate, coveredEnd), block -> false);
      gates.add(gate);
    }
    return gates.get(chunk);
  }

  private long chunkEnd(int chunk, FileGate gate, long row) {
    return Math.min(row, gate.firstRow() + blocks.chunks().rows(chunk));
  }

  /// From here on, who writes one of these rows has to ask.
  void cover(long endRow) {
    for (int chunk = 0; chunk < gates.size(); chunk++) {
      FileGate gate = gates.get(chunk);
      long first = blocks.of(gate.firstRow());
      gate.cover(chunkEnd(chunk, gate, endRow), block -> isLent(first + block));
    }
    run = 0;
  }

  boolean isLent(long block) {
    return lent.get(Math.toIntExact(block));
  }

  void lend(long fromBlock, long toBlock) {
    lent.set(Math.toIntExact(fromBlock), Math.toIntExact(toBlock));
  }

  /// Returns how many blocks to mark when `block` is about to be written: more and more if they are
  /// written one after another, as each time costs a force.
  long runFrom(long block, long coveredBlocks) {
    run = block == runEnd && run > 0 ? Math.min(2 * run, MAX_RUN) : 1;
    runEnd = Math.min(block + run, coveredBlocks);
    return runEnd;
  }

  /// Has the gates let pass who writes to these blocks.
  void mark(long fromBlock, long toBlock) {
    for (long block = fromBlock; block < toBlock; block++) {
      long row = blocks.firstRow(block);
      gates.get((int) blocks.chunks().of(row).chunk()).mark(row);
    }
  }
}
