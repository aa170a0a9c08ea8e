// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.experiment.MemoryKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The JDK's `ByteBuffer`, whose indices are `int`.
final class ByteBufferMemory extends Memory {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private final ByteBuffer buffer;

  ByteBufferMemory(MemoryKind kind, int byteSize) {
    buffer = kind.allocateBuffer(byteSize).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  Object holder() {
    return buffer;
  }

  @Override
  public byte getByte(long offset) {
    return buffer.get((int) offset);
  }

  @Override
  public void putByte(long offset, byte value) {
    buffer.put((int) offset, value);
  }

  @Override
  public int getInt(long offset) {
    return buffer.getInt((int) offset);
  }

  @Override
  public void putInt(long offset, int value) {
    buffer.putInt((int) offset, value);
  }

  @Override
  public long getLong(long offset) {
    return buffer.getLong((int) offset);
  }

  @Override
  public void putLong(long offset, long value) {
    buffer.putLong((int) offset, value);
  }

  @Override
  public double getDouble(long offset) {
    return buffer.getDouble((int) offset);
  }

  @Override
  public void putDouble(long offset, double value) {
    buffer.putDouble((int) offset, value);
  }

  @Override
  public long getLongAcquire(long offset) {
    return (long) LONG.getAcquire(buffer, (int) offset);
  }

  @Override
  public void putLongRelease(long offset, long value) {
    LONG.setRelease(buffer, (int) offset, value);
  }
}
