// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// The JDK's classes of segments and arenas, learned from samples.
public final class SegmentClasses {
  /// In JDK 25 mapped segments are native segments too.
  private static final Class<?> NATIVE = MemorySegment.NULL.getClass();

  private static final Class<?> HEAP = MemorySegment.ofArray(new long[0]).getClass();

  /// Of the arenas whose memory is zero. No public method tells them from others; memory of an
  /// arena of a later JDK that is not among these samples is zeroed twice.
  private static final List<Class<?>> ZEROING_ARENAS =
      List.of(
          Arena.ofConfined().getClass(),
          Arena.ofShared().getClass(),
          Arena.ofAuto().getClass(),
          Arena.global().getClass());

  private SegmentClasses() {}

  /// Whether memory of the arena is zero when it is new.
  static boolean isZeroed(Arena arena) {
    return ZEROING_ARENAS.contains(arena.getClass());
  }

  /// Whether a segment is native, as far as the JDK's accessors are concerned.
  static boolean isNative(MemorySegment segment) {
    return NATIVE.isInstance(segment);
  }

  /// Returns the segment, of a class that the compiler knows whatever the program has used: the
  /// JDK's accessors are then inlined without any profile.
  public static MemorySegment castNative(MemorySegment segment) {
    return (MemorySegment) NATIVE.cast(segment);
  }

  /// The same for a segment of a `long[]`.
  public static MemorySegment castHeap(MemorySegment segment) {
    return (MemorySegment) HEAP.cast(segment);
  }
}
