// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.access.WriteGate;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.foreign.MemorySegment;

/// Copies rows between tables of one record, whose ranges have been checked. If the layouts are the
/// same, bytes are copied, otherwise single fields.
@SuppressWarnings("ReferenceEquality") // The memory of a table is an identity.
public final class RowCopy {
  private RowCopy() {}

  /// Pieces end where a chunk of either table ends. Within one memory they go from the end if the
  /// target is behind the source, so that none overwrites what is still to be copied.
  public static void copy(
      Schema schema, TableMemory from, long row, TableMemory to, long targetRow, long rows) {
    boolean backwards = from == to && targetRow > row;
    long done = 0;
    while (done < rows) {
      long left = rows - done;
      Chunk chunk = from.chunk(backwards ? row + left - 1 : row + done);
      Chunk other = to.chunk(backwards ? targetRow + left - 1 : targetRow + done);
      long piece =
          backwards
              ? Math.min(left, Math.min(row + left - chunk.first, targetRow + left - other.first))
              : Math.min(
                  left,
                  Math.min(
                      chunk.first + chunk.rows - row - done,
                      other.first + other.rows - targetRow - done));
      long at = backwards ? left - piece : done;
      int fromRow = (int) (row + at - chunk.first);
      int toRow = (int) (targetRow + at - other.first);
      requireWritable(other, toRow, piece);
      copy(schema, chunk, fromRow, other, toRow, (int) piece);
      done += piece;
    }
  }

  private static void requireWritable(Chunk chunk, long row, long rows) {
    WriteGate gate = chunk.gate;
    if (gate != null) {
      gate.require(chunk.gateRow + row, rows);
    }
  }

  private static void copy(Schema schema, Chunk from, int row, Chunk to, int targetRow, int rows) {
    if (TextCopy.isNeeded(from, to)) {
      FieldCopy fields = new FieldCopy(schema);
      for (int done = 0; done < rows; done += TextCopy.ROWS) {
        int some = Math.min(TextCopy.ROWS, rows - done);
        TextCopy texts = TextCopy.before(schema, from, row + done, to, targetRow + done, some);
        fields.copy(from, row + done, to, targetRow + done, some);
        texts.write();
      }
      return;
    }
    TextCopy.before(schema, from, row, to, targetRow, rows);
    if (from.kind.hasColumns() && to.kind.hasColumns()) {
      for (Field field : schema.fields()) {
        long size = field.byteSize();
        MemorySegment.copy(
            column(from, field), row * size, column(to, field), targetRow * size, rows * size);
      }
    } else if (rows(from) != rows(to)) {
      new FieldCopy(schema).copy(from, row, to, targetRow, rows);
    } else {
      long stride = from.steps[0];
      MemorySegment.copy(
          from.memory,
          from.start + row * stride,
          to.memory,
          to.start + targetRow * stride,
          rows * stride);
    }
  }

  /// Returns the layout of the rows, wherever they are; of columns, their kind.
  private static MemoryKind rows(Chunk chunk) {
    return chunk.kind == MemoryKind.HEAP_ROWS ? MemoryKind.ALIGNED_ROWS : chunk.kind;
  }

  /// Returns the memory of a field's column from the first row of the chunk on.
  public static MemorySegment column(Chunk chunk, Field field) {
    return chunk.kind == MemoryKind.HEAP_COLUMNS
        ? field.primitive().segment(chunk.arrays[field.index()])
        : chunk.memory.asSlice(chunk.starts[field.index()]);
  }
}
