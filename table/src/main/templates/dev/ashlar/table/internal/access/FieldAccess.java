// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.ValueLayout;

/// Reads and writes a field that is one primitive, in chunks of any kind: for code that is not
/// generated for one kind. Each access checks thread, lifetime and row. The caller has checked that
/// the row may be written.
///
/// @param index the number of the field in its record
public record FieldAccess(int index) {
  /// Returns the `boolean` in a row.
  public boolean getBoolean(Chunk chunk, int row) {
    return getByte(chunk, row) != 0;
  }

  /// Writes the `boolean` in a row.
  public void setBoolean(Chunk chunk, int row, boolean value) {
    setByte(chunk, row, (byte) (value ? 1 : 0));
  }

  //@ for  Name    type    LAYOUT
  //@      Byte    byte    BYTE
  //@      Short   short   SHORT_UNALIGNED
  //@      Char    char    CHAR_UNALIGNED
  //@      Int     int     INT_UNALIGNED
  //@      Long    long    LONG_UNALIGNED
  //@      Float   float   FLOAT_UNALIGNED
  //@      Double  double  DOUBLE_UNALIGNED
  /// Returns the `$type` in a row.
  public $type get$Name(Chunk chunk, int row) {
    int at = chunk.require(row);
    return chunk.kind == MemoryKind.HEAP_COLUMNS
        ? (($type[]) chunk.arrays[index])[at]
        : chunk.memory.get(ValueLayout.JAVA_$LAYOUT, chunk.offset(index, at));
  }

  /// Writes the `$type` in a row.
  public void set$Name(Chunk chunk, int row, $type value) {
    int at = chunk.require(row);
    if (chunk.kind == MemoryKind.HEAP_COLUMNS) {
      (($type[]) chunk.arrays[index])[at] = value;
    } else {
      chunk.memory.set(ValueLayout.JAVA_$LAYOUT, chunk.offset(index, at), value);
    }
  }

  //@ end
}
