// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// VarHandle views of a `byte[]`, which have no atomic access modes.
final class VarHandleMemory extends Memory {
  static final VarHandle INT = view(int[].class);
  static final VarHandle LONG = view(long[].class);
  private static final VarHandle DOUBLE = view(double[].class);

  private final byte[] array;

  VarHandleMemory(int byteSize) {
    array = new byte[byteSize];
  }

  private static VarHandle view(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN)
        .withInvokeExactBehavior();
  }

  @Override
  Object holder() {
    return array;
  }

  @Override
  public byte getByte(long offset) {
    return array[(int) offset];
  }

  @Override
  public void putByte(long offset, byte value) {
    array[(int) offset] = value;
  }

  @Override
  public int getInt(long offset) {
    return (int) INT.get(array, (int) offset);
  }

  @Override
  public void putInt(long offset, int value) {
    INT.set(array, (int) offset, value);
  }

  @Override
  public long getLong(long offset) {
    return (long) LONG.get(array, (int) offset);
  }

  @Override
  public void putLong(long offset, long value) {
    LONG.set(array, (int) offset, value);
  }

  @Override
  public double getDouble(long offset) {
    return (double) DOUBLE.get(array, (int) offset);
  }

  @Override
  public void putDouble(long offset, double value) {
    DOUBLE.set(array, (int) offset, value);
  }

  @Override
  public long getLongAcquire(long offset) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void putLongRelease(long offset, long value) {
    throw new UnsupportedOperationException();
  }
}
