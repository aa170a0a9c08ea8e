// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Consecutive rows of a table in one run of memory, which never moves. A table that grows gets
/// more chunks. A closed table has a chunk whose access throws.
public final class Chunk {
  private static final Object[] NO_ARRAYS = {};

  /// The [#limit] of a chunk that shows no rows any more.
  public static final int ENDED = -1;

  /// How the rows lie in memory.
  public final MemoryKind kind;

  /// The number of the first row in the table.
  public final long first;

  /// The number of rows there is memory for.
  public final int rows;

  /// The memory of this chunk and maybe of others; of columns on the heap, [MemorySegment#NULL].
  public final MemorySegment memory;

  /// The columns on the heap, primitive arrays; none for other kinds.
  public final Object[] arrays;

  /// In [#memory], the fields of the first row.
  public final long[] starts;

  /// The same for code that reads rows in loops.
  public final ColumnStarts columns;

  /// In [#memory], the first row; of columns, the first of them.
  public final long start;

  /// From each field to the same field of the next row.
  public final long[] steps;

  /// Called before rows of a file are written; null if there is no gate.
  public final @Nullable WriteGate gate;

  /// The number of the first row at the gate.
  public final long gateRow;

  /// The long texts of the table; null if it has no fields for such.
  public @Nullable TextArea texts;

  /// The texts of the table that have codes; null if it has no fields for such.
  public @Nullable TextDictionary dictionary;

  /// Rows from this one on are not reached: [#rows], and less than 0 when the table has been
  /// closed. A loop may have read it before.
  public int limit;

  /// The number of rows here that the table has, deleted ones included. It is 0 when the table has
  /// been closed. Any thread may read it; a loop may have read it before.
  public long filled;

  private Chunk(
      MemoryKind kind,
      long first,
      int rows,
      MemorySegment memory,
      Object[] arrays,
      long[] starts,
      long[] steps,
      @Nullable WriteGate gate,
      long gateRow) {
    this.kind = kind;
    this.first = first;
    this.rows = rows;
    this.limit = rows;
    this.memory = memory;
    this.arrays = arrays;
    this.starts = starts;
    this.columns = new ColumnStarts(starts);
    this.start = min(starts);
    this.steps = steps;
    this.gate = gate;
    this.gateRow = gateRow;
  }

  private static long min(long[] starts) {
    long min = Long.MAX_VALUE;
    for (long start : starts) {
      min = Math.min(min, start);
    }
    return min;
  }

  /// Makes a chunk of rows or columns in a segment, with `starts` and `steps` as in this class.
  ///
  /// @param gate called before rows are written, null if there is none; `gateRow` is the number of
  ///   the first row there
  public static Chunk ofSegment(
      MemoryKind kind,
      long first,
      int rows,
      MemorySegment memory,
      long[] starts,
      long[] steps,
      @Nullable WriteGate gate,
      long gateRow) {
    return new Chunk(kind, first, rows, memory, NO_ARRAYS, starts, steps, gate, gateRow);
  }

  /// Makes a chunk of columns on the heap.
  public static Chunk ofArrays(long first, int rows, Object[] arrays, long[] steps) {
    return new Chunk(
        MemoryKind.HEAP_COLUMNS,
        first,
        rows,
        MemorySegment.NULL,
        arrays,
        new long[arrays.length],
        steps,
        null,
        0);
  }

  /// Makes the chunk of a closed table, which has no rows.
  public static Chunk ended(MemoryKind kind, int fields) {
    long[] zeros = new long[fields];
    Chunk ended = ofSegment(kind, 0, 0, MemorySegment.NULL, zeros, zeros, null, 0);
    ended.limit = ENDED;
    return ended;
  }

  /// Whether it is the chunk of a closed table.
  public boolean hasEnded() {
    return limit == ENDED;
  }

  /// Whether the row of the table has memory here.
  public boolean contains(long row) {
    return Long.compareUnsigned(row - first, rows) < 0;
  }

  /// Returns the row, which has memory here. The memory itself checks thread and lifetime.
  ///
  /// @throws IllegalStateException if the table has been closed
  int require(int row) {
    int end = limit;
    if (end == ENDED) {
      throw ended();
    }
    return Objects.checkIndex(row, end);
  }

  /// Returns the exception to throw where the table is closed; the table names itself.
  public static IllegalStateException ended() {
    return new IllegalStateException("The table is closed");
  }

  /// Shows as many rows as there are in a table of this size.
  public void fill(long size) {
    filled = Math.clamp(size - first, 0L, (long) Math.max(0, limit));
  }

  /// Shows a row that was added to the table.
  public void add(long row) {
    filled = limit < 0 ? 0 : row + 1 - first;
  }

  /// Shows no more rows than there are in a table of this size.
  public void cut(long size) {
    filled = Math.clamp(size - first, 0L, filled);
  }

  /// Has accesses throw from now on, sooner or later: a loop may have read the limit already.
  public void end() {
    limit = ENDED;
    VarHandle.releaseFence();
    filled = 0;
  }

  /// Returns when a row may be written.
  ///
  /// @param row behind [#first], of this chunk or of a later one in the same memory
  public void requireWritable(long row) {
    WriteGate files = gate;
    if (files != null && (files.hasOwner || gateRow + row < files.covered.rows)) {
      files.require(gateRow + row);
    }
  }

  /// Whether a checksum covers the row, so that it may reach the disk before the next commit.
  public boolean isCovered(long row) {
    WriteGate files = gate;
    return files != null && gateRow + row < files.covered.rows;
  }

  /// Sets the texts of the table, once, before the chunk belongs to it.
  public void setTexts(@Nullable TextArea ofAnyLength, @Nullable TextDictionary withCodes) {
    texts = ofAnyLength;
    dictionary = withCodes;
  }

  /// Where a field is in [#memory].
  public long offset(int field, int row) {
    return starts[field] + row * steps[field];
  }
}
