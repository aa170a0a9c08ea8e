package dev.ashlar.table;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory of the user's arena. What a table grows out of stays allocated until the arena ends.
///
/// New rows are zero. The JDK's own arenas zero what they allocate; memory of any other arena,
/// which is free to reuse it, is zeroed here.
record ArenaStorage(TableLayout<?> layout, Arena arena) implements Storage {
  Placement place(long rows) {
    Schema schema = layout.type().schema();
    long byteSize = layout.layout().byteSize(schema, rows);
    MemorySegment memory = arena.allocate(byteSize, Layout.COLUMN_ALIGNMENT);
    if (memory.byteSize() < byteSize) {
      throw refused("gave %d bytes, not %d".formatted(memory.byteSize(), byteSize));
    }
    if (!NativeAccess.isNative(memory)) {
      throw refused("gave memory that is not native: heap(rows) makes a table on the heap");
    }
    if (memory.isReadOnly()) {
      throw refused("gave memory that is read-only");
    }
    if ((memory.address() & (Layout.COLUMN_ALIGNMENT - 1)) != 0) {
      throw refused(
          "gave address %d, which is no multiple of %d"
              .formatted(memory.address(), Layout.COLUMN_ALIGNMENT));
    }
    if (!NativeAccess.isZeroed(arena)) {
      memory.asSlice(0, byteSize).fill((byte) 0);
    }
    return Placement.ofNative(layout, memory, rows);
  }

  private IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException(
        "%s cannot be allocated: the arena, %s, %s"
            .formatted(layout, arena.getClass().getName(), reason));
  }

  @Override
  public Placement grow(Table<?> table, long capacity) {
    Placement to = place(capacity);
    Placement from = table.placement();
    from.copyTo(layout, 0, to, 0, from.capacity());
    return to;
  }
}
