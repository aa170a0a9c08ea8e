// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.ChunkDirectory;
import dev.ashlar.table.internal.access.ChunkNumber;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.List;

/// A whole column whose values are in several primitive arrays.
///
/// It does not store the chunk of the last row: threads that read one column in different places
/// would write to the same cache line for each row.
final class ChunkedArrayColumn extends Column {
  private final ChunkDirectory directory;

  /// An array of arrays, one for each chunk, of a type as in [ArrayColumn]. The type is checked in
  /// front of a loop.
  private final Object arrays;

  /// For each chunk, the first row of the table in it.
  private final int[] starts;

  private ChunkedArrayColumn(Table<?> table, Field field, TableMemory tableMemory, long size) {
    super(table, field, tableMemory, 0, size);
    List<Chunk> chunks = tableMemory.chunks();
    this.directory = tableMemory.directory();
    int index = this.field.index();
    this.arrays = Array.newInstance(chunk.arrays[index].getClass(), chunks.size());
    this.starts = new int[chunks.size()];
    for (int i = 0; i < starts.length; i++) {
      Array.set(arrays, i, chunks.get(i).arrays[index]);
      starts[i] = chunks.get(i).firstLow;
    }
  }

  static Column of(Table<?> table, Field field, TableMemory memory, long size) {
    return new ChunkedArrayColumn(table, field, memory, size);
  }

  @Override
  MemorySegment memory() {
    throw isChunked();
  }

  /// Returns which chunk has a row.
  private int find(int row) {
    return new ChunkNumber(directory, row).number;
  }

  @Override
  public int getOrdinal(long row) {
    int in = require(row, requireEnum());
    int at = find(in);
    return arrays instanceof byte[][] bytes
        ? bytes[at][in - starts[at]] & 0xFF
        : ((char[][]) arrays)[at][in - starts[at]];
  }

  //@ let  element  (($stored[][]) arrays)[at][in - starts[at]]
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
    int in = require(row, $type.class);
    int at = find(in);
    return $read;
  }

  @Override
  public void set$Name(long row, $type value) {
    int in = require(row, $type.class);
    requireWritable(row);
    int at = find(in);
    $element = $written;
  }

  //@ end
}
