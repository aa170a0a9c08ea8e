package dev.ashlar.table;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory of the user's arena. What a table grows out of stays allocated until the arena ends.
record ArenaStorage(TableLayout<?> layout, Arena arena) implements Storage {
  Placement place(long rows) {
    Schema schema = layout.type().schema();
    long byteSize = layout.layout().byteSize(schema, rows);
    MemorySegment memory = arena.allocate(byteSize, Layout.COLUMN_ALIGNMENT);
    if (memory.byteSize() < byteSize) {
      throw new IllegalArgumentException(
          "The arena gave %d bytes, not %d".formatted(memory.byteSize(), byteSize));
    }
    if (!NativeAccess.isNative(memory) || memory.isReadOnly()) {
      throw new IllegalArgumentException("The arena's memory is not native, or is read-only");
    }
    return Placement.ofNative(layout, memory, rows);
  }

  @Override
  public Placement grow(Table<?> table, long capacity) {
    Placement to = place(capacity);
    Placement from = table.placement();
    from.copyTo(layout, 0, to, 0, from.capacity());
    return to;
  }
}
