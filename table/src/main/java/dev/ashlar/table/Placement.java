package dev.ashlar.table;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The memory a table has at the moment. What does not belong to its kind is null.
///
/// @param rows rows one after another; a heap table's are a `long[]`
/// @param offsets of the fields in a row
/// @param segments the columns in native memory
/// @param arrays the columns on the heap, primitive arrays
/// @param parts tables of `partRows` rows each, the last of which may be shorter
@SuppressWarnings("ArrayRecordComponent") // Handed to generated code once, compared by nobody.
record Placement(
    Kind kind,
    long capacity,
    @Nullable MemorySegment rows,
    long stride,
    long @Nullable [] offsets,
    MemorySegment @Nullable [] segments,
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

  private static Placement of(
      Kind kind,
      long capacity,
      @Nullable MemorySegment rows,
      long stride,
      long @Nullable [] offsets) {
    return new Placement(kind, capacity, rows, stride, offsets, null, null, null, 0);
  }

  static Placement ofNative(Schema schema, Layout layout, MemorySegment memory, long capacity) {
    long[] offsets = layout.offsets(schema, capacity);
    if (layout != Layout.COLUMNS) {
      return of(Kind.NATIVE_ROWS, capacity, memory, layout.stride(schema), offsets);
    }
    MemorySegment[] segments = new MemorySegment[offsets.length];
    for (Field field : schema.fields()) {
      segments[field.index()] =
          memory.asSlice(offsets[field.index()], capacity * field.carrier().byteSize());
    }
    return new Placement(Kind.NATIVE_COLUMNS, capacity, null, 0, null, segments, null, null, 0);
  }

  static Placement ofHeapRows(Schema schema, long[] rows, long capacity) {
    Layout layout = Layout.ALIGNED_ROWS;
    return of(
        Kind.HEAP_ROWS,
        capacity,
        MemorySegment.ofArray(rows),
        layout.stride(schema),
        layout.offsets(schema, capacity));
  }

  static Placement ofHeapColumns(Object[] arrays, long capacity) {
    return new Placement(Kind.HEAP_COLUMNS, capacity, null, 0, null, null, arrays, null, 0);
  }

  /// Whether the fields are in primitive arrays, maybe of parts.
  boolean hasArrays() {
    return parts == null ? arrays != null : parts[0].placement().hasArrays();
  }

  /// The memory of a column; of a heap table, its array as a segment.
  MemorySegment column(Field field) {
    if (segments != null) {
      return segments[field.index()];
    }
    Object array = Objects.requireNonNull(arrays)[field.index()];
    return field.carrier().segment(array);
  }

  static Placement ofParts(Table<?>[] parts, long partRows) {
    long capacity = (parts.length - 1) * partRows + parts[parts.length - 1].capacity();
    return new Placement(Kind.PARTS, capacity, null, 0, null, null, null, parts, partRows);
  }
}
