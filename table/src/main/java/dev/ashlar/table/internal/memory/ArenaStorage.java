// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextDictionary;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Memory of the user's arena.
///
/// New rows are zero. The JDK's own arenas zero the memory that they allocate. Other arenas may
/// reuse memory, so theirs is zeroed here.
public final class ArenaStorage implements Storage {
  private final RecordLayout layout;
  private final Arena arena;
  private final @Nullable TextArea texts;
  private final @Nullable TextDictionary dictionary;

  /// Makes the storage of one table.
  public ArenaStorage(RecordLayout layout, Arena arena) {
    this.layout = layout;
    this.arena = arena;
    this.texts = layout.schema().hasTexts() ? new MemoryTexts(this::allocate) : null;
    this.dictionary =
        layout.schema().hasCodes() ? new TextDictionary(new MemoryTexts(this::allocate)) : null;
  }

  public TableMemory allocateRows(long rows) {
    return TableMemory.of(chunks(0, rows));
  }

  private List<Chunk> chunks(long first, long end) {
    List<Chunk> chunks = new ArrayList<>();
    for (long from = first; from < end || chunks.isEmpty(); ) {
      long rows = layout.chunkRows(from, end, Long.MAX_VALUE);
      MemorySegment memory = allocate(layout.layout().byteSize(layout.schema(), rows));
      chunks.addAll(ChunkFactory.ofNative(layout, memory, from, rows, null));
      from += rows;
    }
    for (Chunk chunk : chunks) {
      chunk.setTexts(texts, dictionary);
    }
    return chunks;
  }

  private MemorySegment allocate(long byteSize) {
    MemorySegment memory;
    try {
      memory = arena.allocate(byteSize, Layout.COLUMN_ALIGNMENT);
    } catch (OutOfMemoryError full) {
      throw explained(full, byteSize);
    }
    if (memory.byteSize() < byteSize) {
      throw refused("gave %d bytes, not %d".formatted(memory.byteSize(), byteSize));
    }
    if (!memory.isNative()) {
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
    if (!ZeroingArenas.has(arena)) {
      memory.asSlice(0, byteSize).fill((byte) 0);
    }
    return memory;
  }

  /// The JDK names no flag.
  private OutOfMemoryError explained(OutOfMemoryError full, long byteSize) {
    OutOfMemoryError explained =
        new OutOfMemoryError(
            ("%s needs %d bytes of native memory: %s. Java's arenas may have as much as the heap,"
                    + " unless Java is started with -XX:MaxDirectMemorySize=SIZE")
                .formatted(layout, byteSize, full.getMessage()));
    explained.initCause(full);
    return explained;
  }

  private IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException(
        "%s cannot be allocated: the arena, %s, %s"
            .formatted(layout, arena.getClass().getName(), reason));
  }

  @Override
  public TableMemory grow(TableMemory now, long capacity) {
    return now.and(chunks(now.capacity(), capacity));
  }
}
