// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.experiment.MemoryKind;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/// Agrona's `UnsafeBuffer`, whose indices are `int`.
final class AgronaMemory extends Memory {
  private final UnsafeBuffer buffer;

  AgronaMemory(MemoryKind kind, int byteSize) {
    buffer =
        kind == MemoryKind.HEAP
            ? new UnsafeBuffer(new byte[byteSize])
            : new UnsafeBuffer(kind.allocateBuffer(byteSize));
  }

  @Override
  Object holder() {
    return buffer;
  }

  @Override
  public byte getByte(long offset) {
    return buffer.getByte((int) offset);
  }

  @Override
  public void putByte(long offset, byte value) {
    buffer.putByte((int) offset, value);
  }

  @Override
  public int getInt(long offset) {
    return buffer.getInt((int) offset, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void putInt(long offset, int value) {
    buffer.putInt((int) offset, value, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public long getLong(long offset) {
    return buffer.getLong((int) offset, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void putLong(long offset, long value) {
    buffer.putLong((int) offset, value, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public double getDouble(long offset) {
    return buffer.getDouble((int) offset, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void putDouble(long offset, double value) {
    buffer.putDouble((int) offset, value, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public long getLongAcquire(long offset) {
    return buffer.getLongAcquire((int) offset);
  }

  @Override
  public void putLongRelease(long offset, long value) {
    buffer.putLongRelease((int) offset, value);
  }
}
