package dev.ashlar.table;

import java.lang.reflect.Array;
import java.util.Arrays;

/// Arrays: a `long[]` of rows, or a primitive array for each column. An array has less than 2^31
/// elements, so a table of more rows has parts.
///
/// @param partRows the most rows of a part
record HeapStorage(TableLayout<?> layout, long partRows) implements Storage {
  /// What every JVM can make, if it has the memory.
  private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  static HeapStorage of(TableLayout<?> layout) {
    long perRow = layout.layout() == Layout.COLUMNS ? 1 : layout.bytesPerRow() / Long.BYTES;
    return new HeapStorage(layout, MAX_ARRAY_LENGTH / perRow);
  }

  Placement place(long rows) {
    if (rows > partRows) {
      return parts(new Table<?>[0], rows);
    }
    Schema schema = layout.type().schema();
    if (layout.layout() == Layout.COLUMNS) {
      return Placement.ofHeapColumns(layout, arrays(schema, (int) rows), rows);
    }
    return Placement.ofHeapRows(
        layout, new long[(int) (rows * layout.bytesPerRow() / Long.BYTES)], rows);
  }

  /// Returns an array of so many elements for each field.
  static Object[] arrays(Schema schema, int length) {
    Object[] arrays = new Object[schema.fields().size()];
    for (Field field : schema.fields()) {
      Class<?> element = field.carrier().arrayType().componentType();
      arrays[field.index()] = Array.newInstance(element, length);
    }
    return arrays;
  }

  /// Adds parts to `first`, all of which are full.
  private Placement parts(Table<?>[] first, long rows) {
    int count = Math.toIntExact((rows + partRows - 1) / partRows);
    Table<?>[] parts = Arrays.copyOf(first, count);
    for (int i = first.length; i < count; i++) {
      parts[i] = part(place(Math.min(partRows, rows - i * partRows)));
    }
    return Placement.ofParts(layout, parts, partRows);
  }

  private Table<?> part(Placement placement) {
    return layout.type().table(layout, this, placement, placement.capacity());
  }

  @Override
  public Placement grow(Table<?> table, long capacity) {
    Placement now = table.placement();
    if (!now.hasParts()) {
      Placement grown = moved(now, Math.min(capacity, partRows));
      return capacity <= partRows ? grown : parts(new Table<?>[] {part(grown)}, capacity);
    }
    Table<?>[] full = now.parts().clone();
    int last = full.length - 1;
    long lastRows = Math.min(partRows, capacity - last * partRows);
    if (full[last].capacity() < lastRows) {
      full[last] = part(moved(full[last].placement(), lastRows));
    }
    return parts(full, capacity);
  }

  private Placement moved(Placement from, long capacity) {
    if (from.capacity() == capacity) {
      return from;
    }
    Placement to = place(capacity);
    from.copyTo(layout, 0, to, 0, from.capacity());
    return to;
  }
}
