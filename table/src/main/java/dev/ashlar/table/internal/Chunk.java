package dev.ashlar.table.internal;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Consecutive rows of a table in one run of memory, which never moves. A table that grows gets
/// more of them; one that is closed has memory whose access throws.
///
/// Native memory is reached through byte buffers: the JDK checks bounds, lifetime and thread, by
/// `int` arithmetic that C2 takes out of loops (range check elimination), in fewer nodes than a
/// segment. A buffer has less than 2^31 bytes, so a run of memory may have several chunks.
///
/// What does not belong to the kind of a chunk is empty, but there: where several kinds are
/// frequent, C2 may test for it in front of a loop.
public final class Chunk {
  /// Aligned rows in native memory. These are the values of [#kind]; the native ones come first.
  public static final int ALIGNED_ROWS = 0;

  /// Packed rows in native memory.
  public static final int ROWS = 1;

  /// Columns in native memory.
  public static final int COLUMNS = 2;

  /// Aligned rows in a `long[]`.
  public static final int HEAP_ROWS = 3;

  /// A primitive array for each column.
  public static final int HEAP_COLUMNS = 4;

  /// Native memory in any layout that is not reached directly: a value of [#rowKind].
  public static final int CHECKED = 5;

  /// The bytes of a view, at most.
  public static final long MAX_BYTES = 1 << 30;

  private static final ByteBuffer NO_BYTES = ByteBuffer.allocateDirect(0);
  private static final long[] NO_WORDS = {};

  /// How a field is reached. No enum: its fields are no constants for C2.
  public final int kind;

  /// How all fields of a row are reached: as [#kind] says, of native memory by address; or one by
  /// one, if this is [#CHECKED].
  public final int rowKind;

  /// Of [#memory], to be reached only behind [#requireDirect].
  public final long address;

  private final @Nullable Ownership ownership;

  /// The number of the first row in the table.
  public final long first;

  /// The lower half of [#first].
  public final int firstLow;

  /// The number of rows there is memory for.
  public final int rows;

  /// The rows of native memory.
  public final ByteBuffer bytes;

  /// The columns of native memory.
  public final ByteBuffer[] columns;

  /// The rows on the heap.
  public final long[] words;

  /// The columns on the heap, primitive arrays.
  public final Object[] arrays;

  /// The memory of this chunk and maybe of others; of columns on the heap, [MemorySegment#NULL].
  public final MemorySegment memory;

  /// In [#memory], the fields of the first row.
  public final long[] starts;

  /// In [#memory], the first row; of columns, the first of them.
  public final long start;

  /// From each field to the same field of the next row.
  public final long[] steps;

  /// Asked before rows of a file are written; null if there is nobody to ask.
  public final @Nullable Guard guard;

  /// What the guard calls the first row.
  public final long guarded;

  /// A row that is less than this many behind [#first] is there, if its number in the table is an
  /// `int`; any other may be there. It grows with the table, and may be read by any thread.
  public int reach;

  private Chunk(
      int kind,
      @Nullable Ownership ownership,
      long first,
      int rows,
      ByteBuffer bytes,
      ByteBuffer[] columns,
      long[] words,
      Object[] arrays,
      MemorySegment memory,
      long[] starts,
      long[] steps,
      @Nullable Guard guard,
      long guarded) {
    this.kind = kind;
    this.rowKind = kind <= COLUMNS && ownership == null ? CHECKED : kind;
    this.ownership = ownership;
    this.address = memory.address();
    this.first = first;
    this.firstLow = (int) first;
    this.rows = rows;
    this.bytes = bytes;
    this.columns = columns;
    this.words = words;
    this.arrays = arrays;
    this.memory = memory;
    this.starts = starts;
    this.start = min(starts);
    this.steps = steps;
    this.guard = guard;
    this.guarded = guarded;
  }

  /// Makes a chunk of native memory.
  ///
  /// @param ownership what direct access depends on; null if there is none
  /// @param memory to view, with `starts` and `steps` as in this class
  /// @param sizes of the fields in bytes
  /// @param none empty arrays of the fields' types
  /// @param guard asked before rows are written, null if there is none; `guarded` is what it calls
  ///   the first row
  public static Chunk ofNative(
      int kind,
      @Nullable Ownership ownership,
      long first,
      int rows,
      MemorySegment memory,
      long[] starts,
      long[] steps,
      int[] sizes,
      Object[] none,
      @Nullable Guard guard,
      long guarded) {
    ByteBuffer[] columns = new ByteBuffer[starts.length];
    ByteBuffer bytes = NO_BYTES;
    if (kind != COLUMNS) {
      bytes = buffer(memory, min(starts), rows * steps[0]);
    }
    for (int i = 0; i < columns.length; i++) {
      columns[i] = kind == COLUMNS ? buffer(memory, starts[i], (long) rows * sizes[i]) : NO_BYTES;
    }
    return new Chunk(
        kind, ownership, first, rows, bytes, columns, NO_WORDS, none, memory, starts, steps, guard,
        guarded);
  }

  private static long min(long[] starts) {
    long min = Long.MAX_VALUE;
    for (long start : starts) {
      min = Math.min(min, start);
    }
    return min;
  }

  private static ByteBuffer buffer(MemorySegment memory, long offset, long byteSize) {
    return memory.asSlice(offset, byteSize).asByteBuffer().order(ByteOrder.nativeOrder());
  }

  /// Makes a chunk of aligned rows on the heap.
  public static Chunk ofWords(
      long first, int rows, long[] words, long[] starts, long[] steps, Object[] none) {
    return new Chunk(
        HEAP_ROWS,
        null,
        first,
        rows,
        NO_BYTES,
        noBytes(none.length),
        words,
        none,
        MemorySegment.ofArray(words),
        starts,
        steps,
        null,
        0);
  }

  /// Makes a chunk of columns on the heap.
  public static Chunk ofArrays(long first, int rows, Object[] arrays, long[] steps) {
    return new Chunk(
        HEAP_COLUMNS,
        null,
        first,
        rows,
        NO_BYTES,
        noBytes(arrays.length),
        NO_WORDS,
        arrays,
        MemorySegment.NULL,
        new long[arrays.length],
        steps,
        null,
        0);
  }

  /// Makes the chunk of a closed table, which has no rows.
  public static Chunk none(Object[] none) {
    long[] zeros = new long[none.length];
    return new Chunk(
        ROWS,
        null,
        0,
        0,
        NO_BYTES,
        noBytes(none.length),
        NO_WORDS,
        none,
        MemorySegment.ofArray(NO_WORDS),
        zeros,
        zeros,
        null,
        0);
  }

  private static ByteBuffer[] noBytes(int fields) {
    ByteBuffer[] columns = new ByteBuffer[fields];
    Arrays.fill(columns, NO_BYTES);
    return columns;
  }

  /// Whether the row of the table has memory here.
  public boolean contains(long row) {
    return Long.compareUnsigned(row - first, rows) < 0;
  }

  /// Throws unless this thread may reach the memory by its address now. The caller keeps this chunk
  /// reachable until it has done so.
  public void requireDirect() {
    Ownership known = ownership;
    if (known == null || !known.permits()) {
      // Throws what the JDK throws for the reason.
      (kind == COLUMNS ? columns[0] : bytes).get(0);
      throw new IllegalStateException("not to be reached directly");
    }
  }

  /// Has accesses through buffers throw from now on, sooner or later: a loop may have read their
  /// limits already.
  public void end() {
    bytes.limit(0);
    for (ByteBuffer column : columns) {
      column.limit(0);
    }
  }

  /// Returns when a row may be written.
  ///
  /// @param row behind [#first], of this chunk or of a later one in the same memory
  public void requireWritable(long row) {
    Guard files = guard;
    if (files != null && (files.hasOwner || guarded + row < files.covered.rows)) {
      files.require(guarded + row);
    }
  }

  /// Where a field is in [#memory].
  public long offset(int field, int row) {
    return starts[field] + row * steps[field];
  }
}
