// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Consecutive rows of a table in one run of memory, which never moves. A table that grows gets
/// more chunks. A closed table has a chunk whose access throws.
///
/// Native memory is reached directly, by its address, behind this library's checks of row, thread
/// and lifetime. Where that is not possible, it is reached through byte buffers and segments, with
/// the JDK's checks. A buffer has less than 2^31 bytes, so a run of memory may have several chunks.
///
/// The fields that a kind of chunk does not use are empty and never null: where several kinds are
/// frequent, compiled code may load them in front of a loop.
public final class Chunk {
  /// Aligned rows in native memory that is reached directly. These are the values of [#kind]; the
  /// direct ones come first.
  public static final int ALIGNED_ROWS = 0;

  /// Packed rows in native memory that is reached directly.
  public static final int ROWS = 1;

  /// Columns in native memory that is reached directly.
  public static final int COLUMNS = 2;

  /// Aligned rows in a `long[]`.
  public static final int HEAP_ROWS = 3;

  /// A primitive array for each column.
  public static final int HEAP_COLUMNS = 4;

  /// The first of the kinds of native memory that is reached through buffers, in the order of the
  /// direct ones. Of [#rowKind], any of them.
  public static final int CHECKED = 5;

  /// Packed rows in native memory that is reached through buffers.
  static final int CHECKED_ROWS = CHECKED + ROWS;

  /// Columns in native memory that is reached through buffers.
  static final int CHECKED_COLUMNS = CHECKED + COLUMNS;

  /// The bytes of a view, at most.
  public static final long MAX_BYTES = 1 << 30;

  /// Under this mask an address is known to be inside of all memory, and checked no more. It leaves
  /// room for a distance of up to 2^55 bytes.
  public static final long MAX_BASE = (1L << 55) - 1;

  /// The same mask for an address that is a sum.
  public static final long MAX_ADDRESS = (1L << 56) - 1;

  private static final ByteBuffer NO_BYTES = ByteBuffer.allocateDirect(0);
  private static final long[] NO_WORDS = {};
  private static final byte[][] NO_BYTE_ARRAYS = {};
  private static final short[][] NO_SHORT_ARRAYS = {};
  private static final char[][] NO_CHAR_ARRAYS = {};
  private static final int[][] NO_INT_ARRAYS = {};
  private static final long[][] NO_LONG_ARRAYS = {};
  private static final float[][] NO_FLOAT_ARRAYS = {};
  private static final double[][] NO_DOUBLE_ARRAYS = {};

  /// The kind of access to a field. It is not an enum, whose fields are not constants to the
  /// compiler.
  public final int kind;

  /// The kind of access to all fields of a row: [#kind], or [#CHECKED] if they are reached one by
  /// one.
  public final int rowKind;

  /// The address of the first row of native memory. To be used only behind [#requireDirect].
  public final long address;

  /// The address of the first value of each field in native memory. To be used only behind
  /// [#requireDirect].
  public final long[] addresses;

  /// The same for accesses to single fields; [ColumnAddresses#NONE] if there are no such columns.
  public final ColumnAddresses columnAddresses;

  /// The condition for direct access to the memory; [Ownership#NONE] if there is no direct access.
  public final Ownership ownership;

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

  /// The [#arrays] of this type, at the same index. The fields below are the same for other types.
  /// Their type is known, so that there is no check for it. With one for each field, the code of a
  /// record of a dozen fields is too big to be inlined (`InlineSmallCode`).
  public final byte[][] arraysOfByte;

  public final short[][] arraysOfShort;

  public final char[][] arraysOfChar;

  public final int[][] arraysOfInt;

  public final long[][] arraysOfLong;

  public final float[][] arraysOfFloat;

  public final double[][] arraysOfDouble;

  /// The memory of this chunk and maybe of others; of columns on the heap, [MemorySegment#NULL].
  public final MemorySegment memory;

  /// In [#memory], the fields of the first row.
  public final long[] starts;

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

  /// Rows from this one on are not reached directly, or by a deferred access: [#rows], and 0 when
  /// the table has been closed. A loop may have read it before.
  public int limit;

  /// A row that is less than this many behind [#first] is there and was not deleted, if its number
  /// in the table is an `int`; any other may be there. It grows with the table, and may be read by
  /// any thread.
  public int reach;

  /// The most that [#reach] may be: [#rows], or the first row here that was deleted.
  public int kept;

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
      @Nullable WriteGate gate,
      long gateRow) {
    this.kind = kind;
    this.rowKind = Math.min(kind, CHECKED);
    this.ownership = ownership == null ? Ownership.NONE : ownership;
    this.first = first;
    this.firstLow = (int) first;
    this.rows = rows;
    this.limit = rows;
    this.kept = rows;
    this.bytes = bytes;
    this.columns = columns;
    this.words = words;
    this.arrays = arrays;
    this.arraysOfByte = select(arrays, NO_BYTE_ARRAYS);
    this.arraysOfShort = select(arrays, NO_SHORT_ARRAYS);
    this.arraysOfChar = select(arrays, NO_CHAR_ARRAYS);
    this.arraysOfInt = select(arrays, NO_INT_ARRAYS);
    this.arraysOfLong = select(arrays, NO_LONG_ARRAYS);
    this.arraysOfFloat = select(arrays, NO_FLOAT_ARRAYS);
    this.arraysOfDouble = select(arrays, NO_DOUBLE_ARRAYS);
    this.memory = memory;
    this.starts = starts;
    this.start = min(starts);
    this.address = memory.address() + start;
    this.addresses = starts.clone();
    for (int i = 0; i < addresses.length; i++) {
      addresses[i] += memory.address();
    }
    this.columnAddresses = kind == COLUMNS ? new ColumnAddresses(addresses) : ColumnAddresses.NONE;
    this.steps = steps;
    this.gate = gate;
    this.gateRow = gateRow;
  }

  /// Returns the arrays of one type, at the index that they have.
  ///
  /// @param none the result if there are none
  private static <T> T[] select(Object[] arrays, T[] none) {
    T[] selected = none;
    for (int i = 0; i < arrays.length; i++) {
      if (none.getClass().componentType().isInstance(arrays[i])) {
        selected = selected.length == 0 ? Arrays.copyOf(none, arrays.length) : selected;
        Array.set(selected, i, arrays[i]);
      }
    }
    return selected;
  }

  /// Makes a chunk of native memory.
  ///
  /// @param layout as a kind that is reached directly
  /// @param ownership the condition for direct access; null if there is no direct access
  /// @param memory to view, with `starts` and `steps` as in this class
  /// @param sizes of the fields in bytes
  /// @param none empty arrays of the fields' types
  /// @param gate called before rows are written, null if there is none; `gateRow` is the number of
  ///   the first row there
  public static Chunk ofNative(
      int layout,
      @Nullable Ownership ownership,
      long first,
      int rows,
      MemorySegment memory,
      long[] starts,
      long[] steps,
      int[] sizes,
      Object[] none,
      @Nullable WriteGate gate,
      long gateRow) {
    boolean direct = ownership != null;
    ByteBuffer bytes = NO_BYTES;
    ByteBuffer[] columns = noBytes(starts.length);
    if (!direct && layout != COLUMNS) {
      bytes = buffer(memory, min(starts), rows * steps[0]);
    }
    for (int i = 0; !direct && layout == COLUMNS && i < columns.length; i++) {
      columns[i] = buffer(memory, starts[i], (long) rows * sizes[i]);
    }
    return new Chunk(
        direct ? layout : CHECKED + layout,
        ownership,
        first,
        rows,
        bytes,
        columns,
        NO_WORDS,
        none,
        memory,
        starts,
        steps,
        gate,
        gateRow);
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
        CHECKED,
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

  /// Returns how rows lie in memory: the kind that native memory has if it is reached directly, or
  /// that of the heap.
  public int layout() {
    return kind >= CHECKED ? kind - CHECKED : kind;
  }

  /// Returns when the memory may be reached directly; null if it is not.
  public @Nullable Ownership direct() {
    return kind <= COLUMNS ? ownership : null;
  }

  /// Whether the memory of this chunk is reached in the same way and under the same condition as
  /// that of another chunk.
  public boolean isReachedAs(Chunk other) {
    return kind == other.kind && ownership.isSame(other.ownership);
  }

  /// Whether the memory is native, however it is reached.
  public boolean isNative() {
    return layout() <= COLUMNS;
  }

  /// Throws unless this thread may reach the memory by its address now. The caller keeps this chunk
  /// reachable until it has done so.
  public void requireDirect() {
    OwnershipCheck.require(ownership, this);
  }

  /// Returns the row, which has memory here that this thread may reach now. Memory that is not
  /// reached directly checks thread and lifetime itself.
  int require(int row) {
    if (kind <= COLUMNS) {
      requireDirect();
    }
    return Objects.checkIndex(row, limit);
  }

  /// Returns the exception that the JDK throws for the reason.
  RuntimeException refused() {
    try {
      memory.get(ValueLayout.JAVA_BYTE, start);
    } catch (RuntimeException reason) {
      return reason;
    }
    return new IllegalStateException("The memory of a table may not be reached now");
  }

  /// Has direct accesses throw from now on, sooner or later: a loop may have read the limit
  /// already. What the JDK checks throws when its memory ends.
  public void end() {
    limit = 0;
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

  /// Returns [#memory] of a native kind, as a class that the compiler knows.
  public MemorySegment segment() {
    return (MemorySegment) SegmentAccess.NATIVE.cast(memory);
  }

  /// Where a row is in [#memory], unless it is one of columns.
  public long offset(int row) {
    return start + row * steps[0];
  }

  /// Where a field is in [#memory].
  public long offset(int field, int row) {
    return starts[field] + row * steps[field];
  }
}
