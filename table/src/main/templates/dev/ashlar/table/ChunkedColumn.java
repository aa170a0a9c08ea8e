// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.memory.RowCopy;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// A column whose values are in several runs of memory, or are more than an `int` can count. Each row
/// is looked up.
final class ChunkedColumn extends Column {
  private final FieldAccess access;

  ChunkedColumn(Table<?> table, Field field, TableMemory tableMemory, long first, long size) {
    super(table, field, tableMemory, first, size);
    this.access = table.rows().schema().access(field);
  }

  @Override
  MemorySegment memory() {
    if (tableMemory.runEnd(chunk) >= first + size) {
      return RowCopy.column(chunk, field);
    }
    throw isChunked();
  }

  /// Returns the chunk of a row that is there, if this thread may read such values now.
  private Chunk find(long row, Class<?> type) {
    requireType(type);
    try {
      Objects.checkIndex(row, size);
    } catch (IndexOutOfBoundsException outside) {
      throw outside(row);
    }
    requireUsable();
    return tableMemory.chunk(first + row);
  }

  /// Returns the row in its chunk of a row of the column.
  private int in(Chunk at, long row) {
    return (int) (first + row - at.first);
  }

  @Override
  public int getOrdinal(long row) {
    Chunk at = find(row, requireEnum());
    return field.primitive() == PrimitiveType.BYTE
        ? access.getByte(at, in(at, row)) & 0xFF
        : access.getChar(at, in(at, row));
  }

  //@ for primitives
  @Override
  public $type get$Name(long row) {
    Chunk at = find(row, $type.class);
    return access.get$Name(at, in(at, row));
  }

  @Override
  public void set$Name(long row, $type value) {
    Chunk at = find(row, $type.class);
    requireWritable(at, row);
    access.set$Name(at, in(at, row), value);
  }

  //@ end
}
