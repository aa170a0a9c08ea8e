// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.memory.AtomicBytes;
import dev.ashlar.memory.Bytes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [Bytes], with [AtomicBytes] for the memory that supports them.
final class BytesMemory extends Memory {
  private final Bytes bytes;
  private final @Nullable AtomicBytes atomics;

  BytesMemory(MemoryKind kind, int byteSize) {
    if (kind == MemoryKind.HEAP) {
      bytes = Bytes.of(new byte[byteSize]);
      atomics = null;
    } else {
      bytes = Bytes.of(kind.allocate(byteSize));
      atomics = bytes.atomics();
    }
  }

  @Override
  Object holder() {
    return bytes;
  }

  @Override
  public byte getByte(long offset) {
    return bytes.getByte(offset);
  }

  @Override
  public void putByte(long offset, byte value) {
    bytes.setByte(offset, value);
  }

  @Override
  public int getInt(long offset) {
    return bytes.getInt(offset);
  }

  @Override
  public void putInt(long offset, int value) {
    bytes.setInt(offset, value);
  }

  @Override
  public long getLong(long offset) {
    return bytes.getLong(offset);
  }

  @Override
  public void putLong(long offset, long value) {
    bytes.setLong(offset, value);
  }

  @Override
  public double getDouble(long offset) {
    return bytes.getDouble(offset);
  }

  @Override
  public void putDouble(long offset, double value) {
    bytes.setDouble(offset, value);
  }

  @Override
  public byte getByte(int offset) {
    return bytes.getByte(offset);
  }

  @Override
  public void putByte(int offset, byte value) {
    bytes.setByte(offset, value);
  }

  @Override
  public int getInt(int offset) {
    return bytes.getInt(offset);
  }

  @Override
  public long getLong(int offset) {
    return bytes.getLong(offset);
  }

  @Override
  public void putLong(int offset, long value) {
    bytes.setLong(offset, value);
  }

  @Override
  public double getDouble(int offset) {
    return bytes.getDouble(offset);
  }

  @Override
  public long getLongPlain(long offset) {
    return Objects.requireNonNull(atomics).getLong(offset);
  }

  @Override
  public void putLongPlain(long offset, long value) {
    Objects.requireNonNull(atomics).setLong(offset, value);
  }

  @Override
  public long getLongAcquire(long offset) {
    return Objects.requireNonNull(atomics).getLongAcquire(offset);
  }

  @Override
  public void putLongRelease(long offset, long value) {
    Objects.requireNonNull(atomics).setLongRelease(offset, value);
  }
}
