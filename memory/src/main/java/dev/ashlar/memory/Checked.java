package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The JDK's own accessors, for memory that only the JDK can watch. They check everything again.
final class Checked {
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Checked() {}

  static byte getByte(MemorySegment segment, long offset) {
    return segment.get(ValueLayout.JAVA_BYTE, offset);
  }

  static short getShort(MemorySegment segment, long offset) {
    return segment.get(SHORT, offset);
  }

  static int getInt(MemorySegment segment, long offset) {
    return segment.get(INT, offset);
  }

  static long getLong(MemorySegment segment, long offset) {
    return segment.get(LONG, offset);
  }

  static void putByte(MemorySegment segment, long offset, byte value) {
    segment.set(ValueLayout.JAVA_BYTE, offset, value);
  }

  static void putShort(MemorySegment segment, long offset, short value) {
    segment.set(SHORT, offset, value);
  }

  static void putInt(MemorySegment segment, long offset, int value) {
    segment.set(INT, offset, value);
  }

  static void putLong(MemorySegment segment, long offset, long value) {
    segment.set(LONG, offset, value);
  }
}
