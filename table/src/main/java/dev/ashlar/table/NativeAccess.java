package dev.ashlar.table;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// What no public method tells of segments and arenas.
final class NativeAccess {
  /// In JDK 25 mapped segments are native segments too.
  private static final Class<?> NATIVE_SEGMENT = MemorySegment.NULL.getClass();

  private static final Class<?> HEAP_SEGMENT = MemorySegment.ofArray(new long[0]).getClass();

  /// Of the arenas whose memory is zero. No public method tells them from others; an arena of a
  /// later JDK that is not among these samples is zeroed twice.
  private static final List<Class<?>> ZEROING_ARENAS =
      List.of(
          Arena.ofConfined().getClass(),
          Arena.ofShared().getClass(),
          Arena.ofAuto().getClass(),
          Arena.global().getClass());

  private NativeAccess() {}

  /// Whether memory of the arena is zero when it is new.
  static boolean isZeroed(Arena arena) {
    return ZEROING_ARENAS.contains(arena.getClass());
  }

  /// Whether a segment is native, as far as the JDK's accessors are concerned.
  static boolean isNative(MemorySegment segment) {
    return NATIVE_SEGMENT.isInstance(segment);
  }

  /// Returns the segment, of a class that the compiler knows whatever the program has used: the
  /// JDK's accessors are then inlined without any profile.
  static MemorySegment nativeSegment(MemorySegment segment) {
    return (MemorySegment) NATIVE_SEGMENT.cast(segment);
  }

  /// The same for a segment of a `long[]`.
  static MemorySegment heapSegment(MemorySegment segment) {
    return (MemorySegment) HEAP_SEGMENT.cast(segment);
  }
}
