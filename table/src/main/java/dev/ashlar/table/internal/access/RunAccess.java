// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/// Reaches a field that is a run of `long`s, `int`s or bytes in each row, element by element. Each
/// access checks thread, lifetime and row. The caller has made sure that the row may be written.
///
/// In memory of rows, and in native memory, it is reached through the chunk's segment.
///
/// @param index of the field in its record
/// @param length of the run in elements
public record RunAccess(int index, int length) {
  private static final Class<?> HEAP = MemorySegment.ofArray(new long[0]).getClass();

  /// Returns an element of a run of `long`s.
  public long getLong(Chunk chunk, int row, int element) {
    int at = chunk.require(row);
    if (chunk.kind == Chunk.HEAP_COLUMNS) {
      return ((long[]) chunk.arrays[index])[at * length + element];
    }
    long offset = chunk.offset(index, at) + (long) element * Long.BYTES;
    return chunk.kind == Chunk.HEAP_ROWS
        ? ((MemorySegment) HEAP.cast(chunk.memory)).get(ValueLayout.JAVA_LONG_UNALIGNED, offset)
        : ((MemorySegment) SegmentAccess.NATIVE.cast(chunk.memory))
            .get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  /// Writes an element of a run of `long`s.
  public void setLong(Chunk chunk, int row, int element, long value) {
    int at = chunk.require(row);
    if (chunk.kind == Chunk.HEAP_COLUMNS) {
      ((long[]) chunk.arrays[index])[at * length + element] = value;
      return;
    }
    long offset = chunk.offset(index, at) + (long) element * Long.BYTES;
    if (chunk.kind == Chunk.HEAP_ROWS) {
      ((MemorySegment) HEAP.cast(chunk.memory)).set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
    } else {
      ((MemorySegment) SegmentAccess.NATIVE.cast(chunk.memory))
          .set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
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

  /// Returns an element of a run of `int`s.
  public int getInt(Chunk chunk, int row, int element) {
    int at = chunk.require(row);
    if (chunk.kind == Chunk.HEAP_COLUMNS) {
      return ((int[]) chunk.arrays[index])[at * length + element];
    }
    long offset = chunk.offset(index, at) + (long) element * Integer.BYTES;
    return chunk.kind == Chunk.HEAP_ROWS
        ? ((MemorySegment) HEAP.cast(chunk.memory)).get(ValueLayout.JAVA_INT_UNALIGNED, offset)
        : ((MemorySegment) SegmentAccess.NATIVE.cast(chunk.memory))
            .get(ValueLayout.JAVA_INT_UNALIGNED, offset);
  }

  /// Writes an element of a run of `int`s.
  public void setInt(Chunk chunk, int row, int element, int value) {
    int at = chunk.require(row);
    if (chunk.kind == Chunk.HEAP_COLUMNS) {
      ((int[]) chunk.arrays[index])[at * length + element] = value;
      return;
    }
    long offset = chunk.offset(index, at) + (long) element * Integer.BYTES;
    if (chunk.kind == Chunk.HEAP_ROWS) {
      ((MemorySegment) HEAP.cast(chunk.memory)).set(ValueLayout.JAVA_INT_UNALIGNED, offset, value);
    } else {
      ((MemorySegment) SegmentAccess.NATIVE.cast(chunk.memory))
          .set(ValueLayout.JAVA_INT_UNALIGNED, offset, value);
    }
  }

  /// Returns an element of a run of bytes.
  public byte getByte(Chunk chunk, int row, int element) {
    int at = chunk.require(row);
    if (chunk.kind == Chunk.HEAP_COLUMNS) {
      return ((byte[]) chunk.arrays[index])[at * length + element];
    }
    long offset = chunk.offset(index, at) + element;
    return chunk.kind == Chunk.HEAP_ROWS
        ? ((MemorySegment) HEAP.cast(chunk.memory)).get(ValueLayout.JAVA_BYTE, offset)
        : ((MemorySegment) SegmentAccess.NATIVE.cast(chunk.memory))
            .get(ValueLayout.JAVA_BYTE, offset);
  }

  /// Writes an element of a run of bytes.
  public void setByte(Chunk chunk, int row, int element, byte value) {
    int at = chunk.require(row);
    if (chunk.kind == Chunk.HEAP_COLUMNS) {
      ((byte[]) chunk.arrays[index])[at * length + element] = value;
      return;
    }
    long offset = chunk.offset(index, at) + element;
    if (chunk.kind == Chunk.HEAP_ROWS) {
      ((MemorySegment) HEAP.cast(chunk.memory)).set(ValueLayout.JAVA_BYTE, offset, value);
    } else {
      ((MemorySegment) SegmentAccess.NATIVE.cast(chunk.memory))
          .set(ValueLayout.JAVA_BYTE, offset, value);
    }
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
