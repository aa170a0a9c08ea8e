// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.Segments;
import dev.ashlar.table.internal.memory.RowCopy;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A column whose values are in one run of native memory.
final class SegmentColumn extends Column {
  /// Begins with the values.
  private final MemorySegment memory;

  SegmentColumn(Table<?> table, Field field, TableMemory tableMemory, long first, long size) {
    super(table, field, tableMemory, first, size);
    this.memory = RowCopy.column(chunk, field.stored());
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

  //@ let  stored  Segments.ofNative(memory).get(ValueLayout.JAVA_$LAYOUT, $offset)
  //@ for  type     Name     LAYOUT            offset                read          written
  //@      boolean  Boolean  BYTE              at                    $stored != 0  (byte) (value ? 1 : 0)
  //@      byte     Byte     BYTE              at                    $stored       value
  //@      short    Short    SHORT_UNALIGNED   at * Short.BYTES      $stored       value
  //@      char     Char     CHAR_UNALIGNED    at * Character.BYTES  $stored       value
  //@      int      Int      INT_UNALIGNED     at * Integer.BYTES    $stored       value
  //@      long     Long     LONG_UNALIGNED    at * Long.BYTES       $stored       value
  //@      float    Float    FLOAT_UNALIGNED   at * Float.BYTES      $stored       value
  //@      double   Double   DOUBLE_UNALIGNED  at * Double.BYTES     $stored       value
  @Override
  public $type get$Name(long row) {
    long at = require(row, $type.class);
    requireUsable();
    return $read;
  }

  @Override
  public void set$Name(long row, $type value) {
    long at = require(row, $type.class);
    requireUsable();
    requireWritable(row);
    Segments.ofNative(memory).set(ValueLayout.JAVA_$LAYOUT, $offset, $written);
  }

  //@ end
}
