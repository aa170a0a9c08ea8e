// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Reads and writes a field that is a run of `long`s, `int`s or bytes in each row, element by
/// element. Each access checks thread, lifetime and row. The caller has checked that the row may be
/// written.
///
/// In rows and in native memory, the field is reached through the chunk's segment.
///
/// @param index the number of the field in its record
/// @param length the number of elements of the run
public record RunAccess(int index, int length) {
  //@ for  Name  type  log2
  //@      Long  long  3
  //@      Int   int   2
  //@      Byte  byte  0
  /// Returns an element of a run of `$type`s.
  public $type get$Name(Chunk chunk, int row, int element) {
    int at = chunk.require(row);
    if (chunk.kind == MemoryKind.HEAP_COLUMNS) {
      return (($type[]) chunk.arrays[index])[at * length + element];
    }
    long offset = chunk.offset(index, at) + ((long) element << $log2);
    return chunk.kind == MemoryKind.HEAP_ROWS
        ? SegmentAccess.getHeap$Name(chunk.memory, offset)
        : SegmentAccess.get$Name(chunk.memory, offset);
  }

  /// Writes an element of a run of `$type`s.
  public void set$Name(Chunk chunk, int row, int element, $type value) {
    int at = chunk.require(row);
    if (chunk.kind == MemoryKind.HEAP_COLUMNS) {
      (($type[]) chunk.arrays[index])[at * length + element] = value;
      return;
    }
    long offset = chunk.offset(index, at) + ((long) element << $log2);
    if (chunk.kind == MemoryKind.HEAP_ROWS) {
      SegmentAccess.setHeap$Name(chunk.memory, offset, value);
    } else {
      SegmentAccess.set$Name(chunk.memory, offset, value);
    }
  }

  //@ end
  /// Copies a run of bytes to an array.
  public void getBytes(Chunk chunk, int row, byte[] target, int offset) {
    int at = chunk.require(row);
    if (chunk.kind == MemoryKind.HEAP_COLUMNS) {
      System.arraycopy(chunk.arrays[index], at * length, target, offset, length);
    } else {
      long from = chunk.offset(index, at);
      MemorySegment.copy(chunk.memory, ValueLayout.JAVA_BYTE, from, target, offset, length);
    }
  }

  /// Returns the text of a run of two `long`s. Row, thread and lifetime are checked once for both.
  public TextValue getText(Chunk chunk, int row, TextOrigin origin) {
    int at = chunk.require(row);
    long head;
    long rest;
    if (chunk.kind == MemoryKind.HEAP_COLUMNS) {
      long[] words = (long[]) chunk.arrays[index];
      head = words[at * length];
      rest = words[at * length + 1];
    } else {
      long offset = chunk.offset(index, at);
      if (chunk.kind == MemoryKind.HEAP_ROWS) {
        head = SegmentAccess.getHeapLong(chunk.memory, offset);
        rest = SegmentAccess.getHeapLong(chunk.memory, offset + Long.BYTES);
      } else {
        head = SegmentAccess.getLong(chunk.memory, offset);
        rest = SegmentAccess.getLong(chunk.memory, offset + Long.BYTES);
      }
    }
    return new TextValue(head, rest, origin, chunk, row);
  }

  /// Copies the runs of some rows.
  ///
  /// @param longs whether the elements are `long`s, not bytes
  public void copy(boolean longs, Chunk from, int row, Chunk to, int targetRow, int rows) {
    for (int i = 0; i < rows; i++) {
      for (int element = 0; element < length; element++) {
        if (longs) {
          setLong(to, targetRow + i, element, getLong(from, row + i, element));
        } else {
          setByte(to, targetRow + i, element, getByte(from, row + i, element));
        }
      }
    }
  }
}
