package dev.ashlar.table;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The memory a table has at the moment. What does not belong to its kind is null.
///
/// @param memory all rows, or all columns; the rows of a heap table are a `long[]`
/// @param stride from a row to the next
/// @param offsets of the fields in a row, or of the columns
/// @param arrays the columns on the heap, primitive arrays
/// @param parts tables of `partRows` rows each, the last of which may have fewer
@SuppressWarnings("ArrayRecordComponent") // Handed to generated code once, compared by nobody.
record Placement(
    Kind kind,
    long capacity,
    @Nullable MemorySegment memory,
    long stride,
    long @Nullable [] offsets,
    Object @Nullable [] arrays,
    Table<?> @Nullable [] parts,
    long partRows) {

  /// How the fields of a row are reached: the branches of generated accessors, in their order.
  enum Kind {
    NATIVE_ROWS(0),
    NATIVE_COLUMNS(1),
    HEAP_COLUMNS(2),
    HEAP_ROWS(3),
    PARTS(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /// What generated code compares.
    int code() {
      return code;
    }
  }

  static Placement ofNative(Schema schema, Layout layout, MemorySegment memory, long capacity) {
    Kind kind = layout == Layout.COLUMNS ? Kind.NATIVE_COLUMNS : Kind.NATIVE_ROWS;
    return ofMemory(kind, schema, layout, memory, capacity);
  }

  static Placement ofHeapRows(Schema schema, long[] rows, long capacity) {
    MemorySegment memory = MemorySegment.ofArray(rows);
    return ofMemory(Kind.HEAP_ROWS, schema, Layout.ALIGNED_ROWS, memory, capacity);
  }

  private static Placement ofMemory(
      Kind kind, Schema schema, Layout layout, MemorySegment memory, long capacity) {
    long[] offsets = layout.offsets(schema, capacity);
    return new Placement(
        kind, capacity, memory, layout.stride(schema), offsets, null, null, 0);
  }

  static Placement ofHeapColumns(Object[] arrays, long capacity) {
    return new Placement(Kind.HEAP_COLUMNS, capacity, null, 0, null, arrays, null, 0);
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
    long offset = Objects.requireNonNull(offsets)[field.index()];
    return Objects.requireNonNull(memory)
        .asSlice(offset, capacity * field.carrier().byteSize());
  }

  /// Copies rows as bytes. Neither placement has parts, both have the layout.
  void copyTo(TableLayout<?> layout, long row, Placement target, long targetRow, long rows) {
    if (layout.layout() != Layout.COLUMNS) {
      MemorySegment from = Objects.requireNonNull(memory);
      MemorySegment to = Objects.requireNonNull(target.memory);
      MemorySegment.copy(from, row * stride, to, targetRow * stride, rows * stride);
      return;
    }
    for (Field field : layout.type().schema().fields()) {
      long size = field.carrier().byteSize();
      MemorySegment.copy(
          column(field), row * size, target.column(field), targetRow * size, rows * size);
    }
  }

  static Placement ofParts(Table<?>[] parts, long partRows) {
    long capacity = (parts.length - 1) * partRows + parts[parts.length - 1].capacity();
    return new Placement(Kind.PARTS, capacity, null, 0, null, null, parts, partRows);
  }
}
