package dev.ashlar.table;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The memory a table has at the moment. What does not belong to its kind is null.
///
/// @param memory all rows, or all columns; the rows of a heap table are a `long[]`
/// @param starts of the fields in the first row, or of the columns
/// @param steps from a field to the same in the next row
/// @param owner the only thread that may reach the memory directly; null if any may
/// @param words the rows of a heap table, which are its memory too
/// @param arrays the columns on the heap, primitive arrays
/// @param parts tables of `partRows` rows each, the last of which may have fewer
@SuppressWarnings("ArrayRecordComponent") // Handed to generated code once, compared by nobody.
record Placement(
    Kind kind,
    long capacity,
    @Nullable MemorySegment memory,
    long @Nullable [] starts,
    long @Nullable [] steps,
    @Nullable Thread owner,
    long @Nullable [] words,
    Object @Nullable [] arrays,
    Table<?> @Nullable [] parts,
    long partRows) {

  static final Placement CLOSED =
      new Placement(Kind.CLOSED, 0, null, null, null, null, null, null, null, 0);

  /// How the fields of a row are reached: the branches of generated accessors, in their order.
  enum Kind {
    /// Native memory, through one segment over everything, after checks of our own.
    DIRECT_ROWS(0),
    DIRECT_ALIGNED_ROWS(1),
    DIRECT_COLUMNS(2),
    HEAP_COLUMNS(3),
    HEAP_ROWS(4),
    /// Native memory in any layout, through the JDK's own checks.
    CHECKED(5),
    PARTS(6),
    CLOSED(7);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /// What generated code compares.
    int code() {
      return code;
    }

    private static Kind direct(Layout layout) {
      return switch (layout) {
        case ROWS -> DIRECT_ROWS;
        case ALIGNED_ROWS -> DIRECT_ALIGNED_ROWS;
        case COLUMNS -> DIRECT_COLUMNS;
      };
    }
  }

  static Placement ofNative(TableLayout<?> layout, MemorySegment memory, long capacity) {
    boolean direct = NativeAccess.isDirect(memory);
    return ofMemory(
        direct ? Kind.direct(layout.layout()) : Kind.CHECKED,
        layout,
        memory,
        direct ? NativeAccess.owner(memory) : null,
        null,
        capacity);
  }

  static Placement ofHeapRows(TableLayout<?> layout, long[] rows, long capacity) {
    return ofMemory(Kind.HEAP_ROWS, layout, MemorySegment.ofArray(rows), null, rows, capacity);
  }

  private static Placement ofMemory(
      Kind kind,
      TableLayout<?> layout,
      MemorySegment memory,
      @Nullable Thread owner,
      long @Nullable [] words,
      long capacity) {
    Schema schema = layout.type().schema();
    long[] starts = layout.layout().offsets(schema, capacity);
    long[] steps = layout.layout().steps(schema);
    return new Placement(kind, capacity, memory, starts, steps, owner, words, null, null, 0);
  }

  static Placement ofHeapColumns(Object[] arrays, long capacity) {
    return new Placement(
        Kind.HEAP_COLUMNS, capacity, null, null, null, null, null, arrays, null, 0);
  }

  static Placement ofParts(Table<?>[] parts, long partRows) {
    long capacity = (parts.length - 1) * partRows + parts[parts.length - 1].capacity();
    return new Placement(Kind.PARTS, capacity, null, null, null, null, null, null, parts, partRows);
  }

  /// Whether the fields are in primitive arrays, maybe of parts.
  boolean hasArrays() {
    return parts == null ? arrays != null : parts[0].placement().hasArrays();
  }

  /// The memory of a column; of a heap table, its array as a segment.
  MemorySegment column(Field field) {
    if (arrays != null) {
      return field.carrier().segment(arrays[field.index()]);
    }
    MemorySegment columns = requireMemory();
    long start = Objects.requireNonNull(starts)[field.index()];
    return columns.asSlice(start, capacity * field.carrier().byteSize());
  }

  private MemorySegment requireMemory() {
    if (memory == null) {
      throw Table.closed();
    }
    return memory;
  }

  /// Copies rows as bytes. Neither placement has parts, both have the layout.
  void copyTo(TableLayout<?> layout, long row, Placement target, long targetRow, long rows) {
    if (target.memory != null && target.memory.isReadOnly()) {
      throw Table.readOnly();
    }
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
