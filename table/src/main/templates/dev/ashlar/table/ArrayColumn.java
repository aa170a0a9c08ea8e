// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import java.lang.foreign.MemorySegment;

/// A column whose values are in one primitive array.
final class ArrayColumn extends Column {
  /// Booleans and ordinals of enums are in a `byte[]`, those of large enums in a `char[]`.
  private final Object array;

  ArrayColumn(Table<?> table, Field field, TableMemory tableMemory, long first, long size) {
    super(table, field, tableMemory, first, size);
    this.array = chunk.arrays[field.stored().index()];
  }

  @Override
  MemorySegment memory() {
    return field.primitive().segment(array);
  }

  @Override
  public int getOrdinal(long row) {
    int at = require(row, requireEnum());
    return array instanceof byte[] values ? values[at] & 0xFF : ((char[]) array)[at];
  }

  //@ let  element  (($stored[]) array)[at]
  //@ for  type     Name     stored  read           written
  //@      boolean  Boolean  byte    $element != 0  (byte) (value ? 1 : 0)
  //@      byte     Byte     byte    $element       value
  //@      short    Short    short   $element       value
  //@      char     Char     char    $element       value
  //@      int      Int      int     $element       value
  //@      long     Long     long    $element       value
  //@      float    Float    float   $element       value
  //@      double   Double   double  $element       value
  @Override
  public $type get$Name(long row) {
    int at = require(row, $type.class);
    return $read;
  }

  @Override
  public void set$Name(long row, $type value) {
    int at = require(row, $type.class);
    requireWritable(row);
    $element = $written;
  }

  //@ end
}
