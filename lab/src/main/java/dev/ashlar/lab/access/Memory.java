// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A range of bytes, which is accessed with the API of one contender. Numbers are little-endian. An
/// offset need not be aligned, except where a method says so.
///
/// The user of the memory must keep a reference to it during use.
public abstract class Memory {
  public abstract byte getByte(long offset);

  public abstract void putByte(long offset, byte value);

  public abstract int getInt(long offset);

  public abstract void putInt(long offset, int value);

  public abstract long getLong(long offset);

  public abstract void putLong(long offset, long value);

  public abstract double getDouble(long offset);

  public abstract void putDouble(long offset, double value);

  /// Same as the method with a `long` offset. Most contenders do not override this one.
  public byte getByte(int offset) {
    return getByte((long) offset);
  }

  /// Same as the method with a `long` offset.
  public void putByte(int offset, byte value) {
    putByte((long) offset, value);
  }

  /// Same as the method with a `long` offset. Most contenders do not override this one.
  public int getInt(int offset) {
    return getInt((long) offset);
  }

  /// Same as the method with a `long` offset. Most contenders do not override this one.
  public long getLong(int offset) {
    return getLong((long) offset);
  }

  /// Same as the method with a `long` offset.
  public void putLong(int offset, long value) {
    putLong((long) offset, value);
  }

  /// Same as the method with a `long` offset. Most contenders do not override this one.
  public double getDouble(int offset) {
    return getDouble((long) offset);
  }

  /// {@return the aligned `long` at `offset`, with an access mode for shared memory, but without
  /// ordering}
  public long getLongPlain(long offset) {
    return getLong(offset);
  }

  /// Writes an aligned `long`, with an access mode for shared memory, but without ordering.
  public void putLongPlain(long offset, long value) {
    putLong(offset, value);
  }

  /// {@return the aligned `long` at `offset`, with acquire ordering}
  public abstract long getLongAcquire(long offset);

  /// Writes an aligned `long`, with release ordering.
  public abstract void putLongRelease(long offset, long value);

  /// {@return the object that a user of this contender holds; null if the user holds an address}
  abstract @Nullable Object holder();

  /// {@return the segment of this memory, for contenders that have one}
  public final MemorySegment segment() {
    return (MemorySegment) Objects.requireNonNull(holder());
  }

  /// {@return the number to add to an offset; 0 if the holder adds it}
  long base() {
    return 0;
  }

  /// Writes an array to the beginning of the memory.
  public final void putAll(byte[] content) {
    for (int i = 0; i < content.length; i++) {
      putByte(i, content[i]);
    }
  }
}
