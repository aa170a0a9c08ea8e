package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The accessors of [Bytes] for memory that only the JDK can watch, and for accesses that throw:
/// here is where it is found out what is wrong.
final class SegmentAccess {
  private SegmentAccess() {}

  static long get(Bytes bytes, long offset, int width) {
    bytes.checkRange(offset, width);
    MemorySegment segment = bytes.segment();
    return switch (width) {
      case Long.BYTES -> segment.get(Layouts.LONG, offset);
      case Integer.BYTES -> segment.get(Layouts.INT, offset);
      case Short.BYTES -> segment.get(Layouts.SHORT, offset);
      default -> segment.get(ValueLayout.JAVA_BYTE, offset);
    };
  }

  static void put(Bytes bytes, long offset, int width, long value) {
    bytes.checkWriteRange(offset, width);
    MemorySegment segment = bytes.segment();
    switch (width) {
      case Long.BYTES -> segment.set(Layouts.LONG, offset, value);
      case Integer.BYTES -> segment.set(Layouts.INT, offset, (int) value);
      case Short.BYTES -> segment.set(Layouts.SHORT, offset, (short) value);
      default -> segment.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
    }
  }

  /// Apart, since a class whose initialization fails is lost, and an access may fail where there is
  /// hardly any stack left.
  private static final class Layouts {
    static final ValueLayout.OfShort SHORT =
        ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT =
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  }
}
