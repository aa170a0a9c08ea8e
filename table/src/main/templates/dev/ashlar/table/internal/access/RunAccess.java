// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/// Reads and writes a field that is a run of `long`s, `int`s or bytes in each row, element by
/// element. Each access checks thread, lifetime and row. The caller has checked that the row may be
/// written.
///
/// In rows and in native memory, the field is reached through the chunk's segment.
///
/// @param index the number of the field in its record
/// @param length the number of elements of the run
public record RunAccess(int index, int length) {
  private static final Class<?> HEAP = MemorySegment.ofArray(new long[0]).getClass();

  //@ for  Name  type  LAYOUT          log2
  //@      Long  long  LONG_UNALIGNED  3
  //@      Int   int   INT_UNALIGNED   2
  //@      Byte  byte  BYTE            0
  /// Returns an element of a run of `$type`s.
  public $type get$Name(Chunk chunk, int row, int element) {
    int at = chunk.require(row);
    if (chunk.kind == Chunk.HEAP_COLUMNS) {
      return (($type[]) chunk.arrays[index])[at * length + element];
    }
    long offset = chunk.offset(index, at) + ((long) element << $log2);
    return chunk.kind == Chunk.HEAP_ROWS
        ? ((MemorySegment) HEAP.cast(chunk.memory)).get(ValueLayout.JAVA_$LAYOUT, offset)
        : ((MemorySegment) SegmentAccess.NATIVE.cast(chunk.memory))
            .get(ValueLayout.JAVA_$LAYOUT, offset);
  }

  /// Writes an element of a run of `$type`s.
  public void set$Name(Chunk chunk, int row, int element, $type value) {
    int at = chunk.require(row);
    if (chunk.kind == Chunk.HEAP_COLUMNS) {
      (($type[]) chunk.arrays[index])[at * length + element] = value;
      return;
    }
    long offset = chunk.offset(index, at) + ((long) element << $log2);
    if (chunk.kind == Chunk.HEAP_ROWS) {
      ((MemorySegment) HEAP.cast(chunk.memory)).set(ValueLayout.JAVA_$LAYOUT, offset, value);
    } else {
      ((MemorySegment) SegmentAccess.NATIVE.cast(chunk.memory))
          .set(ValueLayout.JAVA_$LAYOUT, offset, value);
    }
  }

  //@ end
  /// Copies a run of bytes to an array.
  public void getBytes(Chunk chunk, int row, byte[] target, int offset) {
    int at = chunk.require(row);
    if (chunk.kind == Chunk.HEAP_COLUMNS) {
      System.arraycopy(chunk.arrays[index], at * length, target, offset, length);
    } else {
      long from = chunk.offset(index, at);
      MemorySegment.copy(chunk.memory, ValueLayout.JAVA_BYTE, from, target, offset, length);
    }
  }

  /// Returns the text of a run of two `long`s. Row, thread and lifetime are checked once for both,
  /// and kinds of memory have as much in common as they can: a cursor's getter has all of this, and
  /// must be small enough to be inlined into loops (`InlineSmallCode`).
  @SuppressWarnings("ReachabilityFenceUsage") // An access that throws has not been one.
  public TextValue getText(Chunk chunk, int row, TextOrigin origin) {
    int at = chunk.require(row);
    long head;
    long rest;
    if (chunk.kind <= Chunk.COLUMNS) {
      long address = (chunk.addresses[index] & Chunk.MAX_BASE) + at * chunk.steps[index];
      head = (long) SegmentAccess.LONGS.get(DirectAccess.MEMORY, address);
      rest = (long) SegmentAccess.LONGS.get(DirectAccess.MEMORY, address + Long.BYTES);
      Reference.reachabilityFence(chunk);
    } else if (chunk.kind < Chunk.CHECKED) {
      boolean rows = chunk.kind == Chunk.HEAP_ROWS;
      long[] words = rows ? chunk.words : (long[]) chunk.arrays[index];
      int word = rows ? (int) (chunk.offset(index, at) >>> 3) : at * length;
      head = words[word];
      rest = words[word + 1];
    } else {
      long offset = chunk.offset(index, at);
      head = TextPaths.getLong(chunk.memory, offset);
      rest = TextPaths.getLong(chunk.memory, offset + Long.BYTES);
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
