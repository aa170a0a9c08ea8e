// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static dev.ashlar.memory.LateInlining.access;

/// A part of a [Bytes] for code with more than a dozen accesses in one method, as codecs have: C2
/// inlines more than a hundred of them into one method, of those of `Bytes` 14 to 20.
///
/// ```java
/// Bytes packet = Bytes.of(new byte[64]);
/// BytesWindow header = packet.window(16, 24);
/// header.setInt(0, 0xCAFE);
/// header.setLong(8, 42);
/// long sum = header.getInt(0) + header.getLong(8);
/// ```
///
/// Offsets count from the start of the window. An access that is not wholly inside throws
/// [IndexOutOfBoundsException] and touches nothing. Byte order, lifetime, threads and permission
/// are those of the `Bytes`, and each access checks them.
///
/// Fastest is a window that a method makes for itself, for each message anew: C2 eliminates it.
///
/// @implNote C2 inlines the accesses after it has parsed the method: see `LateInlining`.
public final class BytesWindow {
  /// What this is a part of.
  final Bytes bytes;

  /// The array; empty if there is none.
  final byte[] array;

  /// The index in the array, or the address, of offset 0.
  final long base;

  /// How to read, and how to write: [Region#ARRAY], [Region#NATIVE] for memory that lasts as long
  /// as this, or [Region#CHECKED] for all else.
  final int reading;

  final int writing;

  /// The size, and the first offset at which there is no room for so many bytes.
  private final int byteSize;

  private final int limit2;
  private final int limit4;
  private final int limit8;

  BytesWindow(Bytes bytes, long offset, int byteSize) {
    // Of constants one comparison is left.
    if (offset < 0 || byteSize < 0 || offset > bytes.byteSize - byteSize) {
      throw outside(bytes, offset, byteSize);
    }
    this.bytes = bytes;
    this.array = bytes.array;
    this.base = bytes.base + offset;
    this.reading = bytes.windowReading;
    this.writing = bytes.windowWriting;
    this.byteSize = byteSize;
    this.limit2 = byteSize - 1;
    this.limit4 = byteSize - 3;
    this.limit8 = byteSize - 7;
  }

  private static IndexOutOfBoundsException outside(Bytes bytes, long offset, int byteSize) {
    return new IndexOutOfBoundsException(
        "A window of %d bytes at offset %d is not inside of %d bytes"
            .formatted(byteSize, offset, bytes.byteSize));
  }

  /// The size in bytes.
  public int byteSize() {
    return byteSize;
  }

  /// Returns the byte at `offset`.
  public byte getByte(int offset) {
    return LateInlining.getByte(offset, byteSize, byteSize, this);
  }

  /// Writes the byte at `offset`.
  public void setByte(int offset, byte value) {
    LateInlining.setByte(access(offset, byteSize, byteSize), this, offset, value);
  }

  /// Returns the little-endian `short` at `offset`, which need not be aligned.
  public short getShort(int offset) {
    return LateInlining.getShort(offset, limit2, limit2, this);
  }

  /// Writes a little-endian `short` at `offset`, which need not be aligned.
  public void setShort(int offset, short value) {
    LateInlining.setShort(access(offset, limit2, limit2), this, offset, value);
  }

  /// Returns the little-endian `int` at `offset`, which need not be aligned.
  public int getInt(int offset) {
    return LateInlining.getInt(offset, limit4, limit4, this);
  }

  /// Writes a little-endian `int` at `offset`, which need not be aligned.
  public void setInt(int offset, int value) {
    LateInlining.setInt(access(offset, limit4, limit4), this, offset, value);
  }

  /// Returns the little-endian `long` at `offset`, which need not be aligned.
  public long getLong(int offset) {
    return LateInlining.getLong(offset, limit8, limit8, this);
  }

  /// Writes a little-endian `long` at `offset`, which need not be aligned.
  public void setLong(int offset, long value) {
    LateInlining.setLong(access(offset, limit8, limit8), this, offset, value);
  }

  /// Returns the little-endian `char` at `offset`, which need not be aligned.
  public char getChar(int offset) {
    return (char) getShort(offset);
  }

  /// Writes a little-endian `char` at `offset`, which need not be aligned.
  public void setChar(int offset, char value) {
    setShort(offset, (short) value);
  }

  /// Returns the little-endian `float` at `offset`, which need not be aligned.
  public float getFloat(int offset) {
    return Float.intBitsToFloat(getInt(offset));
  }

  /// Writes a little-endian `float` at `offset`, which need not be aligned.
  public void setFloat(int offset, float value) {
    setInt(offset, Float.floatToRawIntBits(value));
  }

  /// Returns the little-endian `double` at `offset`, which need not be aligned.
  public double getDouble(int offset) {
    return Double.longBitsToDouble(getLong(offset));
  }

  /// Writes a little-endian `double` at `offset`, which need not be aligned.
  public void setDouble(int offset, double value) {
    setLong(offset, Double.doubleToRawLongBits(value));
  }

  /// Returns the byte at `offset`, 0 to 255.
  public int getUnsignedByte(int offset) {
    return Byte.toUnsignedInt(getByte(offset));
  }

  /// Returns the little-endian 16-bit integer at `offset`, 0 to 2^16 - 1.
  public int getUnsignedShort(int offset) {
    return Short.toUnsignedInt(getShort(offset));
  }

  /// Returns the little-endian 32-bit integer at `offset`, 0 to 2^32 - 1.
  public long getUnsignedInt(int offset) {
    return Integer.toUnsignedLong(getInt(offset));
  }

  /// Returns the size, and what this is a part of; not the content.
  @Override
  public String toString() {
    return "BytesWindow[byteSize=" + byteSize + ", bytes=" + bytes + "]";
  }
}
