package dev.ashlar.table;

import dev.ashlar.table.internal.Chunk;
import java.util.ArrayList;
import java.util.List;

/// Arrays: a `long[]` of rows, or a primitive array for each column. An array has less than 2^31
/// elements, so many rows are in several chunks.
///
/// @param chunkRows the most rows of a chunk
record HeapStorage(TableLayout<?> layout, long chunkRows) implements Storage {
  /// What every JVM can make, if it has the memory.
  private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  static HeapStorage of(TableLayout<?> layout) {
    return new HeapStorage(layout, maxChunkRows(layout));
  }

  static long maxChunkRows(TableLayout<?> layout) {
    return layout.layout() == Layout.COLUMNS
        ? MAX_ARRAY_LENGTH
        : MAX_ARRAY_LENGTH / Math.max(1, layout.bytesPerRow() / Long.BYTES);
  }

  Placement place(long rows) {
    return Placement.of(chunks(0, rows));
  }

  private List<Chunk> chunks(long first, long end) {
    List<Chunk> chunks = new ArrayList<>();
    for (long from = first; from < end || chunks.isEmpty(); ) {
      long rows = layout.chunkRows(from, end, chunkRows);
      chunks.add(Chunks.ofHeap(layout, from, (int) rows));
      from += rows;
    }
    return chunks;
  }

  @Override
  public Placement grow(Placement now, long capacity) {
    return now.and(chunks(now.capacity(), capacity));
  }
}
