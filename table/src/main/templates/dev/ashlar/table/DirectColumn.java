// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.SegmentAccess;
import dev.ashlar.table.internal.memory.RowCopy;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// A column whose values are in one run of native memory that is reached directly.
@SuppressWarnings("ReachabilityFenceUsage") // An access that throws has not been one.
final class DirectColumn extends Column {
  private static final MemorySegment ALL = TableType.PERMIT.memory();

  /// Begins with the values.
  private final MemorySegment memory;

  private final long address;

  private DirectColumn(Table<?> table, Field field, TableMemory tableMemory, long first, long size) {
    super(table, field, tableMemory, first, size);
    this.memory = RowCopy.column(chunk, field.stored());
    this.address = memory.address();
  }

  static Column of(Table<?> table, Field field, TableMemory memory, long first, long size) {
    return new DirectColumn(table, field, memory, first, size);
  }

  @Override
  MemorySegment memory() {
    return memory;
  }

  /// Returns where the value of a row is, if this thread may reach it now.
  private long at(int row, int byteSize) {
    requireOpen();
    chunk.requireDirect();
    return (address & Chunk.MAX_BASE) + (long) row * byteSize;
  }

  @Override
  public int getOrdinal(long row) {
    int at = require(row, requireEnum());
    int ordinal =
        field.primitive() == PrimitiveType.BYTE
            ? SegmentAccess.getByte(ALL, at(at, Byte.BYTES)) & 0xFF
            : SegmentAccess.getChar(ALL, at(at, Character.BYTES));
    Reference.reachabilityFence(chunk);
    return ordinal;
  }

  //@ for primitives
  @Override
  public $type get$Name(long row) {
    int at = require(row, $type.class);
    $type value = SegmentAccess.get$Name(ALL, at(at, $Box.BYTES));
    Reference.reachabilityFence(chunk);
    return value;
  }

  @Override
  public void set$Name(long row, $type value) {
    long at = at(require(row, $type.class), $Box.BYTES);
    requireWritable(row);
    SegmentAccess.set$Name(ALL, at, value);
    Reference.reachabilityFence(chunk);
  }

  //@ end
}
