// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.SunUnsafe;
import dev.ashlar.lab.experiment.UnavailableException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import sun.misc.Unsafe;

/// `sun.misc.Unsafe`, with an array or null, and an offset or an address.
@SuppressWarnings("removal") // Unsafe is the reference for the others.
final class UnsafeMemory extends Memory {
  static final Unsafe UNSAFE = SunUnsafe.get();

  private final byte @Nullable [] array;
  private final long base;

  /// The memory at the address; kept reachable.
  @SuppressWarnings("unused")
  private final @Nullable MemorySegment owner;

  /// @throws UnavailableException if numbers are not little-endian here
  UnsafeMemory(MemoryKind kind, int byteSize) {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new UnavailableException("Unsafe reads big-endian on this processor");
    }
    if (kind == MemoryKind.HEAP) {
      array = new byte[byteSize];
      owner = null;
      base = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    } else {
      array = null;
      owner = kind.allocate(byteSize);
      base = owner.address();
    }
  }

  @Override
  byte @Nullable [] holder() {
    return array;
  }

  @Override
  long base() {
    return base;
  }

  @Override
  public byte getByte(long offset) {
    return UNSAFE.getByte(array, base + offset);
  }

  @Override
  public void putByte(long offset, byte value) {
    UNSAFE.putByte(array, base + offset, value);
  }

  @Override
  public int getInt(long offset) {
    return UNSAFE.getInt(array, base + offset);
  }

  @Override
  public void putInt(long offset, int value) {
    UNSAFE.putInt(array, base + offset, value);
  }

  @Override
  public long getLong(long offset) {
    return UNSAFE.getLong(array, base + offset);
  }

  @Override
  public void putLong(long offset, long value) {
    UNSAFE.putLong(array, base + offset, value);
  }

  @Override
  public double getDouble(long offset) {
    return UNSAFE.getDouble(array, base + offset);
  }

  @Override
  public void putDouble(long offset, double value) {
    UNSAFE.putDouble(array, base + offset, value);
  }

  @Override
  public long getLongAcquire(long offset) {
    return UNSAFE.getLongVolatile(array, base + offset);
  }

  @Override
  public void putLongRelease(long offset, long value) {
    UNSAFE.putOrderedLong(array, base + offset, value);
  }
}
