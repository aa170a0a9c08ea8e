// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.Segments;
import dev.ashlar.table.internal.memory.RowCopy;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A column whose values are in one run of native memory that the JDK checks.
final class SegmentColumn extends Column {
  /// Begins with the values.
  private final MemorySegment memory;

  private SegmentColumn(Table<?> table, Field field, TableMemory tableMemory, long first, long size) {
    super(table, field, tableMemory, first, size);
    this.memory = RowCopy.column(chunk, field.stored());
  }

  static Column of(Table<?> table, Field field, TableMemory memory, long first, long size) {
    return new SegmentColumn(table, field, memory, first, size);
  }

  @Override
  MemorySegment memory() {
    return memory;
  }

  @Override
  public int getOrdinal(long row) {
    long at = require(row, requireEnum());
    requireUsable();
    MemorySegment ordinals = Segments.ofNative(memory);
    return field.primitive() == PrimitiveType.BYTE
        ? ordinals.get(ValueLayout.JAVA_BYTE, at) & 0xFF
        : ordinals.get(ValueLayout.JAVA_CHAR_UNALIGNED, at * Character.BYTES);
  }

  @Override
  public boolean getBoolean(long row) {
    long at = require(row, boolean.class);
    requireUsable();
    return Segments.ofNative(memory).get(ValueLayout.JAVA_BYTE, at) != 0;
  }

  @Override
  public void setBoolean(long row, boolean value) {
    long at = require(row, boolean.class);
    requireUsable();
    requireWritable(row);
    Segments.ofNative(memory).set(ValueLayout.JAVA_BYTE, at, (byte) (value ? 1 : 0));
  }

  //@ for  type    Name    LAYOUT             offset
  //@      byte    Byte    BYTE               at
  //@      short   Short   SHORT_UNALIGNED    at * Short.BYTES
  //@      char    Char    CHAR_UNALIGNED     at * Character.BYTES
  //@      int     Int     INT_UNALIGNED      at * Integer.BYTES
  //@      long    Long    LONG_UNALIGNED     at * Long.BYTES
  //@      float   Float   FLOAT_UNALIGNED    at * Float.BYTES
  //@      double  Double  DOUBLE_UNALIGNED   at * Double.BYTES
  @Override
  public $type get$Name(long row) {
    long at = require(row, $type.class);
    requireUsable();
    return Segments.ofNative(memory).get(ValueLayout.JAVA_$LAYOUT, $offset);
  }

  @Override
  public void set$Name(long row, $type value) {
    long at = require(row, $type.class);
    requireUsable();
    requireWritable(row);
    Segments.ofNative(memory).set(ValueLayout.JAVA_$LAYOUT, $offset, value);
  }

  //@ end
}
