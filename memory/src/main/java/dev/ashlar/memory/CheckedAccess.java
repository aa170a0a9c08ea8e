// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.StackHeadroom;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The accessors of [Bytes] for lent memory and for segments whose class is not known. It also has
/// the accesses that fail: it finds the reason and throws the exception.
final class CheckedAccess {
  /// The class of native segments. Mapped segments are of a subclass.
  static final Class<?> NATIVE_SEGMENT = MemorySegment.NULL.getClass();

  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Whether the JDK has initialized what accesses need. Threads may race to set it.
  private static boolean ready;

  private CheckedAccess() {}

  /// Makes the first access of each width here, where there is stack enough. An overflow in the
  /// initialization of a class of the JDK's loses it for the whole JVM.
  static void prepare() {
    if (!ready) {
      StackHeadroom.require();
      MemorySegment word = MemorySegment.ofArray(new byte[Long.BYTES]);
      word.set(LONG, 0, word.get(LONG, 0));
      word.set(INT, 0, word.get(INT, 0));
      word.set(SHORT, 0, word.get(SHORT, 0));
      word.set(ValueLayout.JAVA_BYTE, 0, word.get(ValueLayout.JAVA_BYTE, 0));
      ready = true;
    }
  }

  static long get(Bytes bytes, long offset, int width) {
    bytes.checkRange(offset, width);
    MemorySegment segment = bytes.segment();
    return switch (width) {
      case Long.BYTES -> segment.get(LONG, offset);
      case Integer.BYTES -> segment.get(INT, offset);
      case Short.BYTES -> segment.get(SHORT, offset);
      default -> segment.get(ValueLayout.JAVA_BYTE, offset);
    };
  }

  static void set(Bytes bytes, long offset, int width, long value) {
    bytes.checkWriteRange(offset, width);
    MemorySegment segment = bytes.segment();
    switch (width) {
      case Long.BYTES -> segment.set(LONG, offset, value);
      case Integer.BYTES -> segment.set(INT, offset, (int) value);
      case Short.BYTES -> segment.set(SHORT, offset, (short) value);
      default -> segment.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
    }
  }

  /// The little-endian layout of an array's elements.
  ///
  /// @throws IllegalArgumentException if there is none
  static ValueLayout layoutOf(Object array) {
    return switch (array) {
      case byte[] _ -> ValueLayout.JAVA_BYTE;
      case short[] _ -> SHORT;
      case char[] _ -> ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
      case int[] _ -> INT;
      case long[] _ -> LONG;
      case float[] _ -> ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
      case double[] _ -> ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
      default ->
          throw new IllegalArgumentException(
              "Not an array of bytes, shorts, chars, ints, longs, floats or doubles: "
                  + array.getClass().getTypeName());
    };
  }
}
