// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// The same memory as that of a [Bytes], read and written big-endian. Bounds, lifetime, threads and
/// permission are those of the `Bytes`. No alignment is needed.
///
/// ```java
/// BigEndianBytes packet = Bytes.of(new byte[20]).bigEndian();
/// packet.setShort(2, (short) 443);
/// int port = packet.getUnsignedShort(2);
/// ```
public final class BigEndianBytes {
  private final Bytes bytes;

  BigEndianBytes(Bytes bytes) {
    this.bytes = bytes;
  }

  /// Returns the `short` at `offset`.
  public short getShort(int offset) {
    return Short.reverseBytes(bytes.getShort(offset));
  }

  /// Returns the `short` at `offset`.
  public short getShort(long offset) {
    return Short.reverseBytes(bytes.getShort(offset));
  }

  /// Returns the 16-bit integer at `offset`, 0 to 2^16 - 1.
  public int getUnsignedShort(int offset) {
    return Short.toUnsignedInt(getShort(offset));
  }

  /// Returns the 16-bit integer at `offset`, 0 to 2^16 - 1.
  public int getUnsignedShort(long offset) {
    return Short.toUnsignedInt(getShort(offset));
  }

  /// Writes a `short` at `offset`.
  public void setShort(int offset, short value) {
    bytes.setShort(offset, Short.reverseBytes(value));
  }

  /// Writes a `short` at `offset`.
  public void setShort(long offset, short value) {
    bytes.setShort(offset, Short.reverseBytes(value));
  }

  /// Returns the `char` at `offset`.
  public char getChar(int offset) {
    return Character.reverseBytes(bytes.getChar(offset));
  }

  /// Returns the `char` at `offset`.
  public char getChar(long offset) {
    return Character.reverseBytes(bytes.getChar(offset));
  }

  /// Writes a `char` at `offset`.
  public void setChar(int offset, char value) {
    bytes.setChar(offset, Character.reverseBytes(value));
  }

  /// Writes a `char` at `offset`.
  public void setChar(long offset, char value) {
    bytes.setChar(offset, Character.reverseBytes(value));
  }

  /// Returns the `int` at `offset`.
  public int getInt(int offset) {
    return Integer.reverseBytes(bytes.getInt(offset));
  }

  /// Returns the `int` at `offset`.
  public int getInt(long offset) {
    return Integer.reverseBytes(bytes.getInt(offset));
  }

  /// Returns the 32-bit integer at `offset`, 0 to 2^32 - 1.
  public long getUnsignedInt(int offset) {
    return Integer.toUnsignedLong(getInt(offset));
  }

  /// Returns the 32-bit integer at `offset`, 0 to 2^32 - 1.
  public long getUnsignedInt(long offset) {
    return Integer.toUnsignedLong(getInt(offset));
  }

  /// Writes an `int` at `offset`.
  public void setInt(int offset, int value) {
    bytes.setInt(offset, Integer.reverseBytes(value));
  }

  /// Writes an `int` at `offset`.
  public void setInt(long offset, int value) {
    bytes.setInt(offset, Integer.reverseBytes(value));
  }

  /// Returns the `long` at `offset`.
  public long getLong(int offset) {
    return Long.reverseBytes(bytes.getLong(offset));
  }

  /// Returns the `long` at `offset`.
  public long getLong(long offset) {
    return Long.reverseBytes(bytes.getLong(offset));
  }

  /// Writes a `long` at `offset`.
  public void setLong(int offset, long value) {
    bytes.setLong(offset, Long.reverseBytes(value));
  }

  /// Writes a `long` at `offset`.
  public void setLong(long offset, long value) {
    bytes.setLong(offset, Long.reverseBytes(value));
  }

  /// Returns the `float` at `offset`.
  public float getFloat(int offset) {
    return Float.intBitsToFloat(getInt(offset));
  }

  /// Returns the `float` at `offset`.
  public float getFloat(long offset) {
    return Float.intBitsToFloat(getInt(offset));
  }

  /// Writes a `float` at `offset`.
  public void setFloat(int offset, float value) {
    setInt(offset, Float.floatToRawIntBits(value));
  }

  /// Writes a `float` at `offset`.
  public void setFloat(long offset, float value) {
    setInt(offset, Float.floatToRawIntBits(value));
  }

  /// Returns the `double` at `offset`.
  public double getDouble(int offset) {
    return Double.longBitsToDouble(getLong(offset));
  }

  /// Returns the `double` at `offset`.
  public double getDouble(long offset) {
    return Double.longBitsToDouble(getLong(offset));
  }

  /// Writes a `double` at `offset`.
  public void setDouble(int offset, double value) {
    setLong(offset, Double.doubleToRawLongBits(value));
  }

  /// Writes a `double` at `offset`.
  public void setDouble(long offset, double value) {
    setLong(offset, Double.doubleToRawLongBits(value));
  }
}
