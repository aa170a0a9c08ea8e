// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.agrona;

import dev.ashlar.text.Utf8;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/// The methods that write memory, without atomic access.
abstract sealed class WriteBuffer extends ReadBuffer implements MutableDirectBuffer
    permits BytesBuffer {
  @Override
  public boolean isExpandable() {
    return false;
  }

  @Override
  public void setMemory(int index, int length, byte value) {
    bytes.fill(index, length, value);
  }

  @Override
  public void putLong(int index, long value, ByteOrder order) {
    bytes.setLong(index, inOrder(value, order));
  }

  @Override
  public void putLong(int index, long value) {
    bytes.setLong(index, value);
  }

  @Override
  public void putInt(int index, int value, ByteOrder order) {
    bytes.setInt(index, inOrder(value, order));
  }

  @Override
  public void putInt(int index, int value) {
    bytes.setInt(index, value);
  }

  @Override
  public void putShort(int index, short value, ByteOrder order) {
    bytes.setShort(index, inOrder(value, order));
  }

  @Override
  public void putShort(int index, short value) {
    bytes.setShort(index, value);
  }

  @Override
  public void putChar(int index, char value, ByteOrder order) {
    putShort(index, (short) value, order);
  }

  @Override
  public void putChar(int index, char value) {
    bytes.setChar(index, value);
  }

  @Override
  public void putDouble(int index, double value, ByteOrder order) {
    putLong(index, Double.doubleToRawLongBits(value), order);
  }

  @Override
  public void putDouble(int index, double value) {
    bytes.setDouble(index, value);
  }

  @Override
  public void putFloat(int index, float value, ByteOrder order) {
    putInt(index, Float.floatToRawIntBits(value), order);
  }

  @Override
  public void putFloat(int index, float value) {
    bytes.setFloat(index, value);
  }

  @Override
  public void putByte(int index, byte value) {
    bytes.setByte(index, value);
  }

  @Override
  public void putBytes(int index, byte[] source) {
    putBytes(index, source, 0, source.length);
  }

  @Override
  public void putBytes(int index, byte[] source, int sourceIndex, int length) {
    bytes.copyFrom(index, source, sourceIndex, length);
  }

  @Override
  public void putBytes(int index, ByteBuffer source, int length) {
    putBytes(index, source, source.position(), length);
    source.position(source.position() + length);
  }

  @Override
  public void putBytes(int index, ByteBuffer source, int sourceIndex, int length) {
    bytes.copyFrom(index, source.duplicate().clear(), sourceIndex, length);
  }

  @Override
  public void putBytes(int index, DirectBuffer source, int sourceIndex, int length) {
    if (source instanceof ReadBuffer other) {
      bytes.copyFrom(index, other.bytes, sourceIndex, length);
    } else {
      source.getBytes(sourceIndex, bytes.asByteBuffer(), index, length);
    }
  }

  @Override
  public int putIntAscii(int index, int value) {
    return AsciiNumbers.put(bytes, index, value);
  }

  @Override
  public int putLongAscii(int index, long value) {
    return AsciiNumbers.put(bytes, index, value);
  }

  /// @throws IndexOutOfBoundsException if `value` is negative
  @Override
  public int putNaturalIntAscii(int index, int value) {
    return putNaturalLongAscii(index, value);
  }

  /// @throws IndexOutOfBoundsException if `value` is negative, which Agrona does not write as a
  ///   number
  @Override
  public int putNaturalLongAscii(int index, long value) {
    return AsciiNumbers.put(bytes, index, AsciiNumbers.requireNatural(value));
  }

  /// Writes `value` with leading zeros, `length` digits in total.
  ///
  /// @throws NumberFormatException if it has more digits; the last `length` of them are written
  /// @throws IndexOutOfBoundsException if `value` is negative, which Agrona does not write as a
  ///   number
  @Override
  public void putNaturalPaddedIntAscii(int index, int length, int value) {
    boundsCheck(index, length);
    AsciiNumbers.requireNatural(value);
    if (AsciiNumbers.putDigits(bytes, index, index + length, value) != 0) {
      throw new NumberFormatException("%d has more than %d digits".formatted(value, length));
    }
  }

  /// Writes `value` so that it ends before `end`. As in Agrona, no digit is written for zero.
  ///
  /// @throws IndexOutOfBoundsException if `value` is negative
  /// @return the index of the first digit; `end` if there is none
  @Override
  public int putNaturalIntAsciiFromEnd(int value, int end) {
    AsciiNumbers.requireNatural(value);
    int begin = end - AsciiNumbers.digitCount(value);
    boundsCheck(begin, end - begin);
    if (value == 0) {
      return end;
    }
    AsciiNumbers.putDigits(bytes, begin, end, value);
    return begin;
  }

  @Override
  public int putStringAscii(int index, @Nullable String value) {
    return putStringAscii(index, (CharSequence) value);
  }

  @Override
  public int putStringAscii(int index, @Nullable CharSequence value) {
    return putStringAscii(index, value, ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public int putStringAscii(int index, @Nullable String value, ByteOrder order) {
    return putStringAscii(index, (CharSequence) value, order);
  }

  @Override
  public int putStringAscii(int index, @Nullable CharSequence value, ByteOrder order) {
    int length = value == null ? 0 : value.length();
    boundsCheck(index, STR_HEADER_LEN + length);
    putInt(index, length, order);
    return STR_HEADER_LEN + putStringWithoutLengthAscii(index + STR_HEADER_LEN, value);
  }

  @Override
  public int putStringWithoutLengthAscii(int index, @Nullable String value) {
    return putStringWithoutLengthAscii(index, (CharSequence) value);
  }

  @Override
  public int putStringWithoutLengthAscii(int index, @Nullable CharSequence value) {
    return putStringWithoutLengthAscii(index, value, 0, Integer.MAX_VALUE);
  }

  @Override
  public int putStringWithoutLengthAscii(
      int index, @Nullable String value, int valueOffset, int length) {
    return putStringWithoutLengthAscii(index, (CharSequence) value, valueOffset, length);
  }

  @Override
  public int putStringWithoutLengthAscii(
      int index, @Nullable CharSequence value, int valueOffset, int length) {
    if (value == null) {
      return 0;
    }
    int fitting = Math.min(value.length() - valueOffset, length);
    return Strings.putAscii(bytes, index, value, valueOffset, fitting);
  }

  @Override
  public int putStringUtf8(int index, @Nullable String value) {
    return putStringUtf8(index, value, Integer.MAX_VALUE);
  }

  @Override
  public int putStringUtf8(int index, @Nullable String value, ByteOrder order) {
    return putStringUtf8(index, value, order, Integer.MAX_VALUE);
  }

  @Override
  public int putStringUtf8(int index, @Nullable String value, int maxEncodedLength) {
    return putStringUtf8(index, value, ByteOrder.LITTLE_ENDIAN, maxEncodedLength);
  }

  @Override
  public int putStringUtf8(
      int index, @Nullable String value, ByteOrder order, int maxEncodedLength) {
    long length = Utf8.encodedLength(orNull(value));
    if (length > maxEncodedLength) {
      throw new IllegalArgumentException(
          "the text takes %d bytes, at most %d are allowed".formatted(length, maxEncodedLength));
    }
    boundsCheck(index, (int) Math.min(Integer.MAX_VALUE, STR_HEADER_LEN + length));
    putInt(index, (int) length, order);
    return STR_HEADER_LEN + putStringWithoutLengthUtf8(index + STR_HEADER_LEN, value);
  }

  @Override
  public int putStringWithoutLengthUtf8(int index, @Nullable String value) {
    return (int) Utf8.encode(orNull(value), bytes, index);
  }

  /// Agrona writes an absent String as text in UTF-8, and as no text in ASCII.
  private static String orNull(@Nullable String value) {
    return String.valueOf(value);
  }
}
