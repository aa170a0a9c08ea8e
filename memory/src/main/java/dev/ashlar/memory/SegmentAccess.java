// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The accessors of [Bytes] through the JDK's segments: for memory that only the JDK can check, and
/// for accesses that throw. This class finds the reason and throws the exception.
final class SegmentAccess {
  private SegmentAccess() {}

  static long get(Bytes bytes, long offset, int width) {
    if (bytes.isCheckedByJdk()) {
      try {
        return get(bytes.segment(), offset, width);
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    bytes.checkRange(offset, width);
    return get(bytes.segment(), offset, width);
  }

  private static long get(MemorySegment segment, long offset, int width) {
    return switch (width) {
      case Long.BYTES -> segment.get(Layouts.LONG, offset);
      case Integer.BYTES -> segment.get(Layouts.INT, offset);
      case Short.BYTES -> segment.get(Layouts.SHORT, offset);
      default -> segment.get(ValueLayout.JAVA_BYTE, offset);
    };
  }

  static void set(Bytes bytes, long offset, int width, long value) {
    if (bytes.isCheckedByJdk()) {
      try {
        set(bytes.segment(), offset, width, value);
        return;
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    bytes.checkWriteRange(offset, width);
    set(bytes.segment(), offset, width, value);
  }

  private static void set(MemorySegment segment, long offset, int width, long value) {
    switch (width) {
      case Long.BYTES -> segment.set(Layouts.LONG, offset, value);
      case Integer.BYTES -> segment.set(Layouts.INT, offset, (int) value);
      case Short.BYTES -> segment.set(Layouts.SHORT, offset, (short) value);
      default -> segment.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
    }
  }

  /// The little-endian layout of an array's elements.
  ///
  /// @throws IllegalArgumentException if there is none
  static ValueLayout layoutOf(Object array) {
    return switch (array) {
      case byte[] _ -> ValueLayout.JAVA_BYTE;
      case short[] _ -> Layouts.SHORT;
      case char[] _ -> Layouts.CHAR;
      case int[] _ -> Layouts.INT;
      case long[] _ -> Layouts.LONG;
      case float[] _ -> Layouts.FLOAT;
      case double[] _ -> Layouts.DOUBLE;
      default ->
          throw new IllegalArgumentException(
              "Not an array of bytes, shorts, chars, ints, longs, floats or doubles: "
                  + array.getClass().getTypeName());
    };
  }

  /// In a class of its own: a class whose initialization fails is lost, and an access may fail
  /// where there is hardly any stack left.
  private static final class Layouts {
    static final ValueLayout.OfShort SHORT =
        ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfChar CHAR =
        ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT =
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfFloat FLOAT =
        ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfDouble DOUBLE =
        ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  }
}
