package dev.ashlar.table;

import dev.ashlar.table.internal.Chunk;
import dev.ashlar.table.internal.FieldAccess;
import java.lang.foreign.MemorySegment;

/// Copies rows between tables whose ranges have been checked: as bytes where the layouts are the
/// same, field by field where they are not, record by record where not even the class is.
@SuppressWarnings("ReferenceEquality") // A table and its type are their own identities.
final class Copying {
  private Copying() {}

  /// Pieces end where a chunk of either table ends. Within one table they go from the end if the
  /// target is behind the source, so that none overwrites what is still to be copied.
  static <R extends Record> void copy(
      Table<R> source, long row, Table<R> target, long targetRow, long rows) {
    if (source.layout().type() != target.layout().type()) {
      // Before anything is taken from the placements: a record's code may grow the tables.
      for (long i = 0; i < rows; i++) {
        target.set(targetRow + i, source.get(row + i));
      }
      return;
    }
    Placement from = source.placement();
    Placement to = target.placement();
    boolean backwards = source == target && targetRow > row;
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
      copy(target.layout(), chunk, fromRow, other, toRow, (int) piece);
      done += piece;
    }
  }

  private static void requireWritable(Chunk chunk, long row, long rows) {
    if (chunk.guard instanceof WriteGuard guard) {
      guard.require(chunk.guarded + row, rows);
    }
  }

  private static void copy(
      TableLayout<?> layout, Chunk from, int row, Chunk to, int targetRow, int rows) {
    Schema schema = layout.type().schema();
    if (from.layout() != to.layout()) {
      for (Field field : schema.fields()) {
        copy(field.carrier(), schema.access(field), from, row, to, targetRow, rows);
      }
    } else if (from.layout() == Chunk.COLUMNS || from.layout() == Chunk.HEAP_COLUMNS) {
      for (Field field : schema.fields()) {
        long size = field.carrier().byteSize();
        MemorySegment.copy(
            column(from, field), row * size, column(to, field), targetRow * size, rows * size);
      }
    } else {
      long stride = layout.bytesPerRow();
      MemorySegment.copy(
          from.memory,
          from.start + row * stride,
          to.memory,
          to.start + targetRow * stride,
          rows * stride);
    }
  }

  /// Returns the memory of a field's column from the first row of the chunk on.
  static MemorySegment column(Chunk chunk, Field field) {
    return chunk.kind == Chunk.HEAP_COLUMNS
        ? field.carrier().segment(chunk.arrays[field.index()])
        : chunk.memory.asSlice(chunk.starts[field.index()]);
  }

  private static void copy(
      Carrier carrier, FieldAccess field, Chunk from, int row, Chunk to, int target, int rows) {
    int get = from.kind;
    int set = to.kind;
    switch (carrier) {
      case BOOLEAN, BYTE -> {
        for (int i = 0; i < rows; i++) {
          field.setByte(to, set, target + i, field.getByte(from, get, row + i));
        }
      }
      case SHORT -> {
        for (int i = 0; i < rows; i++) {
          field.setShort(to, set, target + i, field.getShort(from, get, row + i));
        }
      }
      case CHAR -> {
        for (int i = 0; i < rows; i++) {
          field.setChar(to, set, target + i, field.getChar(from, get, row + i));
        }
      }
      case INT -> {
        for (int i = 0; i < rows; i++) {
          field.setInt(to, set, target + i, field.getInt(from, get, row + i));
        }
      }
      case LONG -> {
        for (int i = 0; i < rows; i++) {
          field.setLong(to, set, target + i, field.getLong(from, get, row + i));
        }
      }
      case FLOAT -> {
        for (int i = 0; i < rows; i++) {
          field.setFloat(to, set, target + i, field.getFloat(from, get, row + i));
        }
      }
      case DOUBLE -> {
        for (int i = 0; i < rows; i++) {
          field.setDouble(to, set, target + i, field.getDouble(from, get, row + i));
        }
      }
    }
  }
}
