// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.access.WriteGate;
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

  /// The most rows of a chunk: an `int` that is a multiple of 64.
  private static final long MAX_ROWS = Integer.MAX_VALUE & -64;

  /// Returns the chunks of native memory, each with as many rows as an `int` can count.
  ///
  /// @param memory of `rows` rows, of which the first is `first` in the table
  /// @param gate asked before rows are written, null if there is none; it counts from the first
  public static List<Chunk> ofNative(
      RecordLayout tables, MemorySegment memory, long first, long rows, @Nullable WriteGate gate) {
    Layout layout = tables.layout();
    Schema schema = tables.schema();
    long[] steps = layout.steps(schema);
    List<Chunk> chunks = new ArrayList<>();
    for (long from = 0; from < rows || chunks.isEmpty(); from += MAX_ROWS) {
      int count = (int) Math.min(MAX_ROWS, rows - from);
      long[] starts = layout.offsets(schema, rows);
      MemorySegment own = memory;
      if (layout == Layout.COLUMNS) {
        for (int field = 0; field < starts.length; field++) {
          starts[field] += from * steps[field];
        }
      } else {
        own = memory.asSlice(from * steps[0], count * steps[0]);
      }
      chunks.add(
          Chunk.ofSegment(nativeKind(layout), first + from, count, own, starts, steps, gate, from));
    }
    return chunks;
  }

  /// Returns the kind of a layout in native memory.
  static MemoryKind nativeKind(Layout layout) {
    return switch (layout) {
      case ROWS -> MemoryKind.ROWS;
      case ALIGNED_ROWS -> MemoryKind.ALIGNED_ROWS;
      case COLUMNS -> MemoryKind.COLUMNS;
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
    return Chunk.ofSegment(
        MemoryKind.HEAP_ROWS,
        first,
        rows,
        MemorySegment.ofArray(words),
        layout.offsets(schema, rows),
        steps,
        null,
        0);
  }

  /// Whether both are in the same run of memory, one after the other.
  static boolean adjoin(Chunk chunk, Chunk next) {
    return chunk.kind.isNative() && chunk.memory.equals(next.memory);
  }
}
