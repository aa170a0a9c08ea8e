// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.access.WriteGate;
import java.nio.file.Path;

/// The gate of a mapped table's memory, or of a chunk of it. It makes sure that blocks are marked
/// as dirty before their committed rows are written.
///
/// If the row is less than `covered.rows`, a write calls [#require]. Rows that were not committed
/// are written without it: no checksum covers them.
public final class FileGate extends WriteGate {
  /// A smaller row is covered by a checksum, unless its block is marked by a value other than 0.
  /// Each commit makes a new object, so that a thread sees both the rows and the marks of one
  /// commit.
  private static final class Marked extends Covered {
    private final byte[] marks;

    Marked(long rows, byte[] marks) {
      super(rows);
      this.marks = marks;
    }
  }

  private static final Marked NOTHING = new Marked(0, new byte[0]);
  private static final Marked READ_ONLY = new Marked(Long.MAX_VALUE, new byte[1]);

  private final FileStorage storage;
  private final long firstRow;
  private final int shift;

  private FileGate(FileStorage storage, long firstRow, int shift, Covered covered) {
    super(covered, storage.hasOwner());
    this.storage = storage;
    this.firstRow = firstRow;
    this.shift = shift;
  }

  /// @param firstRow of the chunk in its table
  /// @param shift binary logarithm of the rows of a block
  static FileGate of(FileStorage storage, long firstRow, int shift) {
    return new FileGate(storage, firstRow, shift, NOTHING);
  }

  /// Returns one that refuses every row.
  static FileGate readOnly(FileStorage storage) {
    return new FileGate(storage, 0, Long.SIZE - 1, READ_ONLY);
  }

  @Override
  public Path file() {
    return storage.path();
  }

  /// Returns when the row may be written, which is [covered][#covered].
  @Override
  public void require(long row) {
    if (hasOwner) {
      storage.requireOwner();
    }
    Marked now = (Marked) covered;
    if (row < now.rows && now.marks[(int) (row >>> shift)] == 0) {
      storage.mark(this, firstRow + row, firstRow + row + 1);
    }
  }

  private byte[] marks() {
    return ((Marked) covered).marks;
  }

  @Override
  public void require(long from, long rows) {
    if (rows > 0 && from < covered.rows) {
      storage.mark(this, firstRow + from, firstRow + from + rows);
    }
  }

  @Override
  public void lend(long rows) {
    if (rows > 0) {
      storage.lend(firstRow, firstRow + rows);
    }
  }

  /// The rest is called by the storage, which keeps other threads out.
  long firstRow() {
    return firstRow;
  }

  long coveredEnd() {
    return firstRow + covered.rows;
  }

  /// Forgets all marks and covers the rows of the chunk that are less than `endRow`.
  ///
  /// @param lent tells which blocks of the chunk stay marked
  void cover(long endRow, java.util.function.LongPredicate lent) {
    long rows = Math.max(0, endRow - firstRow);
    byte[] marks = new byte[Math.toIntExact((rows + (1L << shift) - 1) >>> shift)];
    for (int i = 0; i < marks.length; i++) {
      marks[i] = (byte) (lent.test(i) ? 1 : 0);
    }
    covered = new Marked(rows, marks);
  }

  boolean isMarked(long row) {
    return row >= coveredEnd() || marks()[(int) ((row - firstRow) >>> shift)] != 0;
  }

  void mark(long row) {
    if (row < coveredEnd()) {
      marks()[(int) ((row - firstRow) >>> shift)] = 1;
    }
  }
}
