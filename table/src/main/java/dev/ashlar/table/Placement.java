package dev.ashlar.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The memory a table has at the moment, and the checks before it is touched.
///
/// It never changes: a table that grows gets another one, so that no thread ever sees the size of
/// one memory together with the address of another. What does not belong to its kind is empty, but
/// there: C2 asks for it in front of a loop when other kinds are frequent.
final class Placement {
  private static final long[] NO_WORDS = {};
  private static final Table<?>[] NO_PARTS = {};

  /// Rows on the heap, as words and as memory.
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  record HeapRows(long[] words, MemorySegment memory) {}

  /// Native memory that the JDK has to check.
  record Checked(MemorySegment memory) {}

  /// Native memory, through one segment over everything, after checks of our own. These are the
  /// values of [#kind], in the order of the branches of [Access].
  static final int DIRECT_ROWS = 0;

  static final int DIRECT_ALIGNED_ROWS = 1;
  static final int DIRECT_COLUMNS = 2;
  static final int HEAP_COLUMNS = 3;
  static final int HEAP_ROWS = 4;

  /// Native memory in any layout, through the JDK's own checks.
  static final int CHECKED = 5;

  private static final int PARTS = 6;
  private static final int CLOSED = 7;

  /// How the fields of a row are reached. No enum: its fields are no constants for the compiler.
  final int kind;

  private final long capacity;

  /// What a row is checked against. A closed table has every row, and says so when it is reached.
  private final long limit;

  /// All rows, or all columns; the rows of a heap table are a `long[]`.
  final MemorySegment memory;

  final long address;

  /// Asked before rows of a file are written; null if there is nobody to ask.
  private final @Nullable WriteGuard guard;

  /// Of the only thread that may reach the memory directly; counts under the mask, which is 0 if
  /// any thread may.
  private final long owner;

  private final long ownerMask;

  /// The owner as a message names it: nothing keeps a thread that has ended.
  private final String ownerName;

  private final TableLayout<?> layout;

  /// What has to be alive when memory is reached directly: of memory that nobody can end, a scope
  /// that never ends. Both have the class of confined scopes, so that asking is no virtual call.
  private final MemorySegment.Scope scope;

  /// The rows of a heap table; anything else if this is none.
  final Object heapRows;

  /// The memory of a table that is reached through the JDK's checks; anything else if this is none.
  final Object checked;

  /// The columns on the heap, primitive arrays; empty ones if this has none.
  final Object[] arrays;

  /// Of the fields in the first row, or of the columns.
  final long[] starts;

  /// From a field to the same in the next row.
  final long[] steps;

  /// Tables of `partRows` rows each, the last of which may have fewer.
  private final Table<?>[] parts;

  private final long partRows;

  private Placement(
      TableLayout<?> layout,
      int kind,
      long capacity,
      MemorySegment memory,
      @Nullable Thread owner,
      MemorySegment.Scope scope,
      long[] words,
      Object[] arrays,
      Table<?>[] parts,
      long partRows,
      @Nullable WriteGuard guard) {
    this.kind = kind;
    this.capacity = capacity;
    this.limit = kind == CLOSED ? Long.MAX_VALUE : capacity;
    this.memory = memory;
    this.address = memory.address();
    this.guard = guard;
    this.owner = owner == null ? 0 : owner.threadId();
    this.ownerMask = owner == null ? 0 : -1;
    this.ownerName = owner == null ? "" : owner.toString();
    this.layout = layout;
    this.scope = scope;
    this.heapRows = kind == HEAP_ROWS ? new HeapRows(words, memory) : this;
    this.checked = kind == CHECKED ? new Checked(memory) : this;
    this.arrays = arrays;
    this.starts = layout.layout().offsets(layout.type().schema(), capacity);
    this.steps = layout.layout().steps(layout.type().schema());
    this.parts = parts;
    this.partRows = partRows;
  }

  static Placement ofNative(TableLayout<?> layout, MemorySegment memory, long capacity) {
    boolean direct = NativeAccess.isDirect(memory);
    Thread owner = direct ? NativeAccess.owner(memory) : null;
    MemorySegment.Scope scope = owner == null ? NativeAccess.endless() : memory.scope();
    return ofNative(layout, memory, capacity, direct, owner, scope, null);
  }

  /// Memory of a file, which ends when the table is closed: that is told by the table's placement.
  ///
  /// @param owner the only thread that may reach it; null if any may
  static Placement ofFile(
      TableLayout<?> layout,
      MemorySegment memory,
      long capacity,
      @Nullable Thread owner,
      WriteGuard guard) {
    boolean direct = NativeAccess.isDirect();
    return ofNative(layout, memory, capacity, direct, owner, NativeAccess.endless(), guard);
  }

  private static Placement ofNative(
      TableLayout<?> layout,
      MemorySegment memory,
      long capacity,
      boolean direct,
      @Nullable Thread owner,
      MemorySegment.Scope scope,
      @Nullable WriteGuard guard) {
    return new Placement(
        layout,
        direct ? direct(layout.layout()) : CHECKED,
        capacity,
        memory,
        owner,
        scope,
        NO_WORDS,
        noArrays(layout),
        NO_PARTS,
        0,
        guard);
  }

  static Placement ofHeapRows(TableLayout<?> layout, long[] rows, long capacity) {
    MemorySegment memory = MemorySegment.ofArray(rows);
    return new Placement(
        layout,
        HEAP_ROWS,
        capacity,
        memory,
        null,
        NativeAccess.endless(),
        rows,
        noArrays(layout),
        NO_PARTS,
        0,
        null);
  }

  static Placement ofHeapColumns(TableLayout<?> layout, Object[] arrays, long capacity) {
    return new Placement(
        layout,
        HEAP_COLUMNS,
        capacity,
        MemorySegment.NULL,
        null,
        NativeAccess.endless(),
        NO_WORDS,
        arrays,
        NO_PARTS,
        0,
        null);
  }

  static Placement ofParts(TableLayout<?> layout, Table<?>[] parts, long partRows) {
    long capacity = (parts.length - 1) * partRows + parts[parts.length - 1].capacity();
    return new Placement(
        layout,
        PARTS,
        capacity,
        MemorySegment.NULL,
        null,
        NativeAccess.endless(),
        NO_WORDS,
        noArrays(layout),
        parts,
        partRows,
        null);
  }

  /// @param guard of the file, which says that it is closed
  static Placement closed(TableLayout<?> layout, WriteGuard guard) {
    return new Placement(
        layout,
        CLOSED,
        0,
        MemorySegment.NULL,
        null,
        NativeAccess.endless(),
        NO_WORDS,
        noArrays(layout),
        NO_PARTS,
        0,
        guard);
  }

  private static int direct(Layout layout) {
    return switch (layout) {
      case ROWS -> DIRECT_ROWS;
      case ALIGNED_ROWS -> DIRECT_ALIGNED_ROWS;
      case COLUMNS -> DIRECT_COLUMNS;
    };
  }

  private static Object[] noArrays(TableLayout<?> layout) {
    return HeapStorage.arrays(layout.type().schema(), 0);
  }

  /// The number of rows there is memory for.
  long capacity() {
    return capacity;
  }

  /// Throws unless the row is there, and memory that is reached directly may be read by this thread
  /// now. What these depend on is the same for all rows, and asked whatever the kind: so that C2
  /// takes it out of a loop before it looks at the branches.
  void requireReadable(long row) {
    Objects.checkIndex(row, limit);
    requireReadable();
  }

  void requireReadable() {
    Rehearsal.beforeAccess();
    if (((owner ^ Thread.currentThread().threadId()) & ownerMask) != 0
        || !NativeAccess.isAlive(scope)) {
      refuse();
    }
  }

  /// Likewise, and unless the memory may be written.
  void requireWritable(long row) {
    requireReadable(row);
    // Written out: a call is not inlined where files are rare.
    WriteGuard files = guard;
    if (files != null && row < files.covered.rows) {
      files.require(row);
    }
  }

  /// Likewise, for rows one after another.
  private void requireWritable(long row, long rows) {
    requireMemory();
    if (guard != null) {
      guard.require(row, rows);
    }
  }

  /// Throws what memory throws after its end, or who may use the table.
  private void refuse() {
    if (((owner ^ Thread.currentThread().threadId()) & ownerMask) == 0) {
      memory.get(ValueLayout.JAVA_BYTE, 0);
    }
    WriteGuard file = guard;
    throw layout.wrongThread(file == null ? null : file.path(), ownerName);
  }

  /// Lets the first rows be written from now on without anybody asking.
  void lend(long rows) {
    if (guard != null) {
      guard.lend(rows);
    }
  }

  /// Where a field is in the table's memory.
  long offset(FieldOffsets field, long row) {
    return starts[field.index()] + row * steps[field.index()];
  }

  /// The table's memory, of a class that the compiler knows.
  MemorySegment nativeMemory() {
    return NativeAccess.nativeSegment(memory);
  }

  /// The rows on the heap.
  long[] words() {
    return ((HeapRows) heapRows).words();
  }

  /// The rows on the heap, of a class that the compiler knows.
  MemorySegment heapMemory() {
    return NativeAccess.heapSegment(memory);
  }

  /// Tables of `partRows` rows each; none if the rows are in one piece.
  Table<?>[] parts() {
    return parts;
  }

  /// The rows of a part; 0 if there are none.
  long partRows() {
    return partRows;
  }

  boolean hasParts() {
    return partRows != 0;
  }

  /// Whether the rows are in one piece, and there.
  boolean isWhole() {
    return kind <= CHECKED;
  }

  /// Returns the part of a row. What is not whole and has no parts is closed.
  Table<?> part(long row) {
    if (!hasParts()) {
      throw closed();
    }
    return parts[(int) (row / partRows)];
  }

  /// The place of a row in its part.
  long rowInPart(long row) {
    return hasParts() ? row % partRows : row;
  }

  /// Whether the fields are in primitive arrays, maybe of parts.
  boolean hasArrays() {
    return hasParts() ? parts[0].placement().hasArrays() : kind == HEAP_COLUMNS;
  }

  /// The memory of a column; of a heap table, its array as a segment.
  MemorySegment column(Field field) {
    if (kind == HEAP_COLUMNS) {
      return field.carrier().segment(arrays[field.index()]);
    }
    return requireMemory().asSlice(starts[field.index()], capacity * field.carrier().byteSize());
  }

  private MemorySegment requireMemory() {
    if (kind == CLOSED) {
      throw closed();
    }
    return memory;
  }

  private IllegalStateException closed() {
    return Objects.requireNonNull(guard).closed();
  }

  /// Copies rows as bytes. Neither placement has parts, both have the layout.
  void copyTo(TableLayout<?> layout, long row, Placement target, long targetRow, long rows) {
    target.requireWritable(targetRow, rows);
    if (layout.layout() != Layout.COLUMNS) {
      long stride = layout.bytesPerRow();
      MemorySegment.copy(
          requireMemory(), row * stride, target.requireMemory(), targetRow * stride, rows * stride);
      return;
    }
    for (Field field : layout.type().schema().fields()) {
      long size = field.carrier().byteSize();
      MemorySegment.copy(
          column(field), row * size, target.column(field), targetRow * size, rows * size);
    }
  }
}
