// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.experiment.MemoryKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The JDK's `MemorySegment`.
final class SegmentMemory extends Memory {
  static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle ALIGNED_LONG =
      ValueLayout.JAVA_LONG
          .withOrder(ByteOrder.LITTLE_ENDIAN)
          .varHandle()
          .withInvokeExactBehavior();

  private final MemorySegment segment;

  SegmentMemory(MemoryKind kind, int byteSize) {
    segment = kind.allocate(byteSize);
  }

  @Override
  MemorySegment holder() {
    return segment;
  }

  @Override
  public byte getByte(long offset) {
    return segment.get(BYTE, offset);
  }

  @Override
  public void putByte(long offset, byte value) {
    segment.set(BYTE, offset, value);
  }

  @Override
  public int getInt(long offset) {
    return segment.get(INT, offset);
  }

  @Override
  public void putInt(long offset, int value) {
    segment.set(INT, offset, value);
  }

  @Override
  public long getLong(long offset) {
    return segment.get(LONG, offset);
  }

  @Override
  public void putLong(long offset, long value) {
    segment.set(LONG, offset, value);
  }

  @Override
  public double getDouble(long offset) {
    return segment.get(DOUBLE, offset);
  }

  @Override
  public void putDouble(long offset, double value) {
    segment.set(DOUBLE, offset, value);
  }

  @Override
  public long getLongAcquire(long offset) {
    return (long) ALIGNED_LONG.getAcquire(segment, offset);
  }

  @Override
  public void putLongRelease(long offset, long value) {
    ALIGNED_LONG.setRelease(segment, offset, value);
  }
}
