// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;

/// Tells the compiler the class of a segment.
///
/// The JDK inlines the accessors of [MemorySegment] by force, with all their checks. They are slow
/// only where C2 does not know the class of the segment: at a call site that has met several kinds
/// of memory, each access has virtual calls. A method of a library often becomes such a site. After
/// a [Class#cast] with a constant class, C2 knows the class again. These methods are such casts.
///
/// ```java
/// static long sum(MemorySegment any) { // any native memory
///   MemorySegment memory = Segments.ofNative(any);
///   long sum = 0;
///   for (int at = 0; at < memory.byteSize(); at++) {
///     sum += memory.get(ValueLayout.JAVA_BYTE, at);
///   }
///   return sum;
/// }
/// ```
///
/// The cast belongs in the method that has the loop, in front of it. The class is known as long as
/// the result is in a local variable, and in methods that C2 inlines. It is lost
///
/// - in a field,
/// - where two kinds come together, as in `isHeap ? Segments.ofBytes(s) : Segments.ofNative(s)`,
/// - in a method that C2 does not inline: cast there again,
/// - by `asSlice` and `asReadOnly` of native memory, in a program that maps files: cast the result.
///
/// A method that meets several kinds needs a copy for each: see [Specialized].
///
/// All methods return their argument, or throw [IllegalArgumentException] if it is of another kind.
/// None is restricted. The segment checks bounds, lifetime, thread, alignment and write access as
/// always.
///
/// @implNote `Class.cast` is an intrinsic: `LibraryCallKit::inline_Class_cast` in HotSpot.
public final class Segments {
  private static final Class<?> NATIVE = CheckedAccess.NATIVE_SEGMENT;
  private static final Class<?> BYTES = MemorySegment.ofArray(new byte[0]).getClass();
  private static final Class<?> SHORTS = MemorySegment.ofArray(new short[0]).getClass();
  private static final Class<?> CHARS = MemorySegment.ofArray(new char[0]).getClass();
  private static final Class<?> INTS = MemorySegment.ofArray(new int[0]).getClass();
  private static final Class<?> LONGS = MemorySegment.ofArray(new long[0]).getClass();
  private static final Class<?> FLOATS = MemorySegment.ofArray(new float[0]).getClass();
  private static final Class<?> DOUBLES = MemorySegment.ofArray(new double[0]).getClass();

  private Segments() {}

  /// Returns native memory, which includes mapped memory.
  public static MemorySegment ofNative(MemorySegment segment) {
    if (!NATIVE.isInstance(segment)) {
      throw refused(segment, "native memory");
    }
    return (MemorySegment) NATIVE.cast(segment);
  }

  //@ for  Names    TYPE     type
  //@      Bytes    BYTES    a byte[]
  //@      Shorts   SHORTS   a short[]
  //@      Chars    CHARS    a char[]
  //@      Ints     INTS     an int[]
  //@      Longs    LONGS    a long[]
  //@      Floats   FLOATS   a float[]
  //@      Doubles  DOUBLES  a double[]
  /// Returns memory of $type.
  public static MemorySegment of$Names(MemorySegment segment) {
    if (!$TYPE.isInstance(segment)) {
      throw refused(segment, "memory of $type");
    }
    return (MemorySegment) $TYPE.cast(segment);
  }

  //@ end
  /// Not a result of the methods: where it came together with the cast, the class would be lost.
  private static IllegalArgumentException refused(MemorySegment segment, String wanted) {
    return new IllegalArgumentException("Not " + wanted + ", but " + kind(segment));
  }

  private static String kind(MemorySegment segment) {
    if (segment.isMapped()) {
      return "mapped memory: " + segment;
    }
    if (segment.isNative()) {
      return "native memory: " + segment;
    }
    Object array = segment.heapBase().orElse(null);
    String type =
        array == null ? "an array that is read-only" : "a " + array.getClass().getTypeName();
    return "memory of " + type + ": " + segment;
  }
}
