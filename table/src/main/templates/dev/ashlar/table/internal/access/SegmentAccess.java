// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Reads and writes native memory and rows on the heap, through segments whose class the compiler
/// knows.
public final class SegmentAccess {
  /// The class of native segments, of which mapped ones are a subclass.
  public static final Class<?> NATIVE = MemorySegment.NULL.getClass();

  /// The class of segments of a `long[]`.
  public static final Class<?> HEAP = MemorySegment.ofArray(new long[0]).getClass();

  private SegmentAccess() {}

  //@ let  native  ((MemorySegment) NATIVE.cast(memory))
  //@ let  heap  ((MemorySegment) HEAP.cast(memory))
  //@ for  Name    type    LAYOUT
  //@      Byte    byte    BYTE
  //@      Int     int     INT_UNALIGNED
  //@      Long    long    LONG_UNALIGNED
  /// Returns the `$type` at an offset of native memory.
  public static $type get$Name(MemorySegment memory, long offset) {
    return $native.get(ValueLayout.JAVA_$LAYOUT, offset);
  }

  /// Writes the `$type` at an offset of native memory.
  public static void set$Name(MemorySegment memory, long offset, $type value) {
    $native.set(ValueLayout.JAVA_$LAYOUT, offset, value);
  }

  /// Returns the `$type` at an offset of rows on the heap.
  public static $type getHeap$Name(MemorySegment memory, long offset) {
    return $heap.get(ValueLayout.JAVA_$LAYOUT, offset);
  }

  /// Writes the `$type` at an offset of rows on the heap.
  public static void setHeap$Name(MemorySegment memory, long offset, $type value) {
    $heap.set(ValueLayout.JAVA_$LAYOUT, offset, value);
  }

  //@ end
}
