// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.Ownership;
import dev.ashlar.table.internal.access.WriteGate;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the chunks of a layout.
public final class ChunkFactory {
  private ChunkFactory() {}

  /// Returns the chunks of native memory, of which each has as many rows as a buffer can show.
  ///
  /// @param memory of `rows` rows, of which the first is `first` in the table
  /// @param ownership the condition for direct access; null if there is no direct access
  /// @param gate asked before rows are written, null if there is none; it counts from the first
  public static List<Chunk> ofNative(
      RecordLayout tables,
      MemorySegment memory,
      @Nullable Ownership ownership,
      long first,
      long rows,
      @Nullable WriteGate gate) {
    Layout layout = tables.layout();
    Schema schema = tables.schema();
    long[] steps = layout.steps(schema);
    long widest = 1;
    int[] sizes = new int[steps.length];
    for (Field field : schema.fields()) {
      sizes[field.index()] = field.byteSize();
      widest = Math.max(widest, steps[field.index()]);
    }
    long most = Chunk.MAX_BYTES / widest;
    List<Chunk> chunks = new ArrayList<>();
    for (long from = 0; from < rows || chunks.isEmpty(); from += most) {
      long[] starts = layout.offsets(schema, rows);
      for (int field = 0; field < starts.length; field++) {
        starts[field] += from * steps[field];
      }
      chunks.add(
          Chunk.ofNative(
              kind(layout),
              ownership,
              first + from,
              (int) Math.min(most, rows - from),
              memory,
              starts,
              steps,
              sizes,
              tables.noArrays(),
              gate,
              from));
    }
    return chunks;
  }

  private static int kind(Layout layout) {
    return switch (layout) {
      case ROWS -> Chunk.ROWS;
      case ALIGNED_ROWS -> Chunk.ALIGNED_ROWS;
      case COLUMNS -> Chunk.COLUMNS;
    };
  }

  /// Returns a chunk on the heap, whose rows are zero.
  static Chunk ofHeap(RecordLayout tables, long first, int rows) {
    Layout layout = tables.layout();
    Schema schema = tables.schema();
    long[] steps = layout.steps(schema);
    if (layout == Layout.COLUMNS) {
      return Chunk.ofArrays(first, rows, schema.arrays(rows), steps);
    }
    long[] words = new long[(int) (rows * tables.bytesPerRow() / Long.BYTES)];
    return Chunk.ofWords(
        first, rows, words, layout.offsets(schema, rows), steps, tables.noArrays());
  }

  /// Whether both are in the same run of memory, one after the other.
  static boolean adjoin(Chunk chunk, Chunk next) {
    return chunk.isNative() && chunk.memory.equals(next.memory);
  }
}
