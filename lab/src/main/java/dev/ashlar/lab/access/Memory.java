// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A run of bytes, reached in one contender's way. Numbers are little-endian and need not be
/// aligned, unless a method says so.
///
/// Whoever has it keeps a reference to it while the memory is in use.
public abstract class Memory {
  public abstract byte getByte(long offset);

  public abstract void putByte(long offset, byte value);

  public abstract int getInt(long offset);

  public abstract void putInt(long offset, int value);

  public abstract long getLong(long offset);

  public abstract void putLong(long offset, long value);

  public abstract double getDouble(long offset);

  public abstract void putDouble(long offset, double value);

  /// As the method for `long` offsets, which most contenders have only.
  public byte getByte(int offset) {
    return getByte((long) offset);
  }

  /// As the method for `long` offsets.
  public void putByte(int offset, byte value) {
    putByte((long) offset, value);
  }

  /// As the method for `long` offsets, which most contenders have only.
  public int getInt(int offset) {
    return getInt((long) offset);
  }

  /// As the method for `long` offsets.
  public void putInt(int offset, int value) {
    putInt((long) offset, value);
  }

  /// As the method for `long` offsets, which most contenders have only.
  public long getLong(int offset) {
    return getLong((long) offset);
  }

  /// As the method for `long` offsets.
  public void putLong(int offset, long value) {
    putLong((long) offset, value);
  }

  /// As the method for `long` offsets, which most contenders have only.
  public double getDouble(int offset) {
    return getDouble((long) offset);
  }

  /// As the method for `long` offsets.
  public void putDouble(int offset, double value) {
    putDouble((long) offset, value);
  }

  /// {@return the aligned `long` at `offset`, in the way meant for what threads share, without any
  /// ordering}
  public long getLongPlain(long offset) {
    return getLong(offset);
  }

  /// Writes an aligned `long` likewise.
  public void putLongPlain(long offset, long value) {
    putLong(offset, value);
  }

  /// {@return the aligned `long` at `offset`, so that later accesses stay after it}
  public abstract long getLongAcquire(long offset);

  /// Writes an aligned `long`, so that earlier accesses stay before it.
  public abstract void putLongRelease(long offset, long value);

  /// {@return the object that a user of this contender would hold; null for an address}
  abstract @Nullable Object holder();

  /// {@return the segment of a contender that has one}
  public final MemorySegment segment() {
    return (MemorySegment) Objects.requireNonNull(holder());
  }

  /// {@return what is added to an offset; 0 where the holder does that}
  long base() {
    return 0;
  }

  /// Writes an array to the front.
  public final void putAll(byte[] content) {
    for (int i = 0; i < content.length; i++) {
      putByte(i, content[i]);
    }
  }
}
