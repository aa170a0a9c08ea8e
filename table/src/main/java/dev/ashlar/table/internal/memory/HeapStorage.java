// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextDictionary;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Storage in arrays: a `long[]` of rows, or a primitive array for each column. An array has less
/// than 2^31 elements, so a large table has several chunks.
///
/// @param chunkRows the most rows of a chunk
/// @param texts the long texts; null if no field needs them, and likewise `dictionary`
public record HeapStorage(
    RecordLayout layout,
    long chunkRows,
    @Nullable TextArea texts,
    @Nullable TextDictionary dictionary)
    implements Storage {
  /// The largest array that every JVM can make, if it has the memory.
  private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  /// Makes the storage of one table.
  public HeapStorage(RecordLayout layout, long chunkRows) {
    this(
        layout,
        chunkRows,
        layout.schema().hasTexts() ? newTexts() : null,
        layout.schema().hasCodes() ? new TextDictionary(newTexts()) : null);
  }

  private static MemoryTexts newTexts() {
    return new MemoryTexts(byteSize -> MemorySegment.ofArray(new byte[(int) byteSize]));
  }

  public static HeapStorage of(RecordLayout layout) {
    return new HeapStorage(layout, maxChunkRows(layout));
  }

  public static long maxChunkRows(RecordLayout layout) {
    return layout.layout() == Layout.COLUMNS
        ? MAX_ARRAY_LENGTH / layout.schema().longestRun()
        : MAX_ARRAY_LENGTH / Math.max(1, layout.bytesPerRow() / Long.BYTES);
  }

  public TableMemory allocateRows(long rows) {
    return TableMemory.of(chunks(0, rows));
  }

  private List<Chunk> chunks(long first, long end) {
    List<Chunk> chunks = new ArrayList<>();
    for (long from = first; from < end || chunks.isEmpty(); ) {
      long rows = layout.chunkRows(from, end, chunkRows);
      Chunk chunk = ChunkFactory.ofHeap(layout, from, (int) rows);
      chunk.setTexts(texts, dictionary);
      chunks.add(chunk);
      from += rows;
    }
    return chunks;
  }

  @Override
  public TableMemory grow(TableMemory now, long capacity) {
    return now.and(chunks(now.capacity(), capacity));
  }
}
