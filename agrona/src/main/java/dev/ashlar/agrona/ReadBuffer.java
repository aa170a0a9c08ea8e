// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.agrona;

import dev.ashlar.memory.Bytes;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/// The wrapped memory, and the methods that read it.
abstract sealed class ReadBuffer implements DirectBuffer permits WriteBuffer {
  private static final Bytes NONE = Bytes.of(new byte[0]);

  /// The memory that is wrapped.
  Bytes bytes = NONE;

  private byte @Nullable [] array;
  private @Nullable ByteBuffer buffer;

  /// Where [#bytes] begin in [#array], or else in [#buffer].
  private int adjustment;

  private void wrap(
      Bytes wrapped, byte @Nullable [] inArray, @Nullable ByteBuffer inBuffer, int begin) {
    Math.toIntExact(wrapped.byteSize());
    bytes = wrapped;
    array = inArray;
    buffer = inBuffer;
    adjustment = begin;
    wrapped();
  }

  /// Called when other memory was wrapped.
  abstract void wrapped();

  /// Wraps memory of any kind.
  ///
  /// @throws ArithmeticException if the memory is larger than an `int` can index
  public void wrap(Bytes memory) {
    wrap(memory, null, null, 0);
  }

  /// Wraps a segment.
  ///
  /// @throws ArithmeticException if the segment is larger than an `int` can index
  public void wrap(MemorySegment segment) {
    wrap(Bytes.of(segment));
  }

  @Override
  public void wrap(byte[] inArray) {
    wrap(inArray, 0, inArray.length);
  }

  @Override
  public void wrap(byte[] inArray, int offset, int length) {
    wrap(Bytes.of(inArray, offset, length), inArray, null, offset);
  }

  /// Wraps a buffer from its first byte up to its capacity, whatever its position and limit are.
  @Override
  public void wrap(ByteBuffer inBuffer) {
    wrap(inBuffer, 0, inBuffer.capacity());
  }

  @Override
  public void wrap(ByteBuffer inBuffer, int offset, int length) {
    Bytes part = Bytes.of(inBuffer.duplicate().clear()).asSlice(offset, length);
    if (inBuffer.hasArray()) {
      wrap(part, inBuffer.array(), inBuffer, inBuffer.arrayOffset() + offset);
    } else {
      wrap(part, null, inBuffer, offset);
    }
  }

  @Override
  public void wrap(DirectBuffer that) {
    wrap(that, 0, that.capacity());
  }

  /// Wraps a part of the memory of another buffer.
  ///
  /// @throws UnsupportedOperationException if that buffer is not of this class and has neither an
  ///   array nor a `ByteBuffer`
  @Override
  public void wrap(DirectBuffer that, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, that.capacity());
    byte @Nullable [] inArray = that.byteArray();
    @Nullable ByteBuffer inBuffer = that.byteBuffer();
    if (that instanceof ReadBuffer other) {
      wrap(other.bytes.asSlice(offset, length), inArray, inBuffer, other.adjustment + offset);
    } else if (inArray != null) {
      wrap(inArray, that.wrapAdjustment() + offset, length);
    } else if (inBuffer != null) {
      wrap(inBuffer, that.wrapAdjustment() + offset, length);
    } else {
      throw new UnsupportedOperationException(
          that.getClass().getName()
              + " wraps an address: wrap MemorySegment.ofAddress(address).reinterpret(byteSize)");
    }
  }

  /// @throws UnsupportedOperationException always: an address has no lifetime
  @Override
  public void wrap(long address, int length) {
    throw new UnsupportedOperationException(
        "an address has no lifetime: wrap MemorySegment.ofAddress(address).reinterpret(%d), which"
                .formatted(length)
            + " needs --enable-native-access");
  }

  /// {@return the address of native memory}
  ///
  /// @throws UnsupportedOperationException if the memory is on the heap, where only Unsafe has
  ///   addresses
  @Override
  public long addressOffset() {
    if (bytes.isNative()) {
      return bytes.asSegment().address();
    }
    throw new UnsupportedOperationException(
        "memory of the heap has no address: use the array and wrapAdjustment()");
  }

  @Override
  public byte @Nullable [] byteArray() {
    return array;
  }

  @Override
  public @Nullable ByteBuffer byteBuffer() {
    return buffer;
  }

  @Override
  public int wrapAdjustment() {
    return adjustment;
  }

  @Override
  public int capacity() {
    return (int) bytes.byteSize();
  }

  @Override
  public void checkLimit(int limit) {
    if (limit > capacity()) {
      throw new IndexOutOfBoundsException(
          "limit %d is beyond the capacity of %d".formatted(limit, capacity()));
    }
  }

  @Override
  public void boundsCheck(int index, int length) {
    Objects.checkFromIndexSize(index, length, capacity());
  }

  @Override
  public long getLong(int index, ByteOrder order) {
    return inOrder(bytes.getLong(index), order);
  }

  @Override
  public long getLong(int index) {
    return bytes.getLong(index);
  }

  @Override
  public int getInt(int index, ByteOrder order) {
    return inOrder(bytes.getInt(index), order);
  }

  @Override
  public int getInt(int index) {
    return bytes.getInt(index);
  }

  @Override
  public short getShort(int index, ByteOrder order) {
    return inOrder(bytes.getShort(index), order);
  }

  @Override
  public short getShort(int index) {
    return bytes.getShort(index);
  }

  @Override
  public char getChar(int index, ByteOrder order) {
    return (char) getShort(index, order);
  }

  @Override
  public char getChar(int index) {
    return bytes.getChar(index);
  }

  @Override
  public double getDouble(int index, ByteOrder order) {
    return Double.longBitsToDouble(getLong(index, order));
  }

  @Override
  public double getDouble(int index) {
    return bytes.getDouble(index);
  }

  @Override
  public float getFloat(int index, ByteOrder order) {
    return Float.intBitsToFloat(getInt(index, order));
  }

  @Override
  public float getFloat(int index) {
    return bytes.getFloat(index);
  }

  @Override
  public byte getByte(int index) {
    return bytes.getByte(index);
  }

  @Override
  public void getBytes(int index, byte[] target) {
    getBytes(index, target, 0, target.length);
  }

  @Override
  public void getBytes(int index, byte[] target, int targetIndex, int length) {
    bytes.copyTo(index, target, targetIndex, length);
  }

  @Override
  public void getBytes(int index, MutableDirectBuffer target, int targetIndex, int length) {
    if (target instanceof ReadBuffer other) {
      bytes.copyTo(index, other.bytes, targetIndex, length);
    } else {
      target.putBytes(targetIndex, bytes.asByteBuffer(), index, length);
    }
  }

  @Override
  public void getBytes(int index, ByteBuffer target, int length) {
    getBytes(index, target, target.position(), length);
    target.position(target.position() + length);
  }

  @Override
  public void getBytes(int index, ByteBuffer target, int targetIndex, int length) {
    bytes.copyTo(index, target.duplicate().clear(), targetIndex, length);
  }

  @Override
  public int parseNaturalIntAscii(int index, int length) {
    return (int) AsciiNumbers.parse(bytes, index, length, false, Integer.MAX_VALUE);
  }

  @Override
  public long parseNaturalLongAscii(int index, int length) {
    return AsciiNumbers.parse(bytes, index, length, false, Long.MAX_VALUE);
  }

  @Override
  public int parseIntAscii(int index, int length) {
    return (int) AsciiNumbers.parse(bytes, index, length, true, Integer.MAX_VALUE);
  }

  @Override
  public long parseLongAscii(int index, int length) {
    return AsciiNumbers.parse(bytes, index, length, true, Long.MAX_VALUE);
  }

  @Override
  public String getStringAscii(int index) {
    return getStringAscii(index, getInt(index));
  }

  @Override
  public String getStringAscii(int index, ByteOrder order) {
    return getStringAscii(index, getInt(index, order));
  }

  @Override
  public String getStringAscii(int index, int length) {
    return getStringWithoutLengthAscii(index + STR_HEADER_LEN, length);
  }

  @Override
  public int getStringAscii(int index, Appendable target) {
    return getStringWithoutLengthAscii(index + STR_HEADER_LEN, getInt(index), target);
  }

  @Override
  public int getStringAscii(int index, Appendable target, ByteOrder order) {
    return getStringWithoutLengthAscii(index + STR_HEADER_LEN, getInt(index, order), target);
  }

  @Override
  public int getStringAscii(int index, int length, Appendable target) {
    boundsCheck(index, STR_HEADER_LEN + length);
    // As in Agrona, a length of -1 to -4 is one of no text.
    return length <= 0
        ? length
        : Strings.appendAscii(bytes, index + STR_HEADER_LEN, length, target);
  }

  @Override
  public String getStringWithoutLengthAscii(int index, int length) {
    return Strings.ascii(bytes, index, length);
  }

  @Override
  public int getStringWithoutLengthAscii(int index, int length, Appendable target) {
    return Strings.appendAscii(bytes, index, length, target);
  }

  @Override
  public String getStringUtf8(int index) {
    return getStringUtf8(index, getInt(index));
  }

  @Override
  public String getStringUtf8(int index, ByteOrder order) {
    return getStringUtf8(index, getInt(index, order));
  }

  @Override
  public String getStringUtf8(int index, int length) {
    return getStringWithoutLengthUtf8(index + STR_HEADER_LEN, length);
  }

  @Override
  public String getStringWithoutLengthUtf8(int index, int length) {
    return Utf8.decode(bytes, index, length);
  }

  @Override
  public int compareTo(DirectBuffer that) {
    int length = Math.min(capacity(), that.capacity());
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      int order = Long.compare(getLong(i), that.getLong(i, ByteOrder.LITTLE_ENDIAN));
      if (order != 0) {
        return order;
      }
    }
    for (; i < length; i++) {
      int order = Byte.compare(getByte(i), that.getByte(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(capacity(), that.capacity());
  }

  /// {@return whether `object` is a buffer of this class with the same bytes}
  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof ReadBuffer that && bytes.mismatch(that.bytes) < 0;
  }

  @Override
  public int hashCode() {
    int hash = 19;
    int i = 0;
    for (; i <= capacity() - Long.BYTES; i += Long.BYTES) {
      hash = 31 * hash + Long.hashCode(getLong(i));
    }
    for (; i < capacity(); i++) {
      hash = 31 * hash + getByte(i);
    }
    return hash;
  }

  @Override
  public String toString() {
    return "BytesBuffer[" + bytes + "]";
  }

  static long inOrder(long value, ByteOrder order) {
    return order == ByteOrder.LITTLE_ENDIAN ? value : Long.reverseBytes(value);
  }

  static int inOrder(int value, ByteOrder order) {
    return order == ByteOrder.LITTLE_ENDIAN ? value : Integer.reverseBytes(value);
  }

  static short inOrder(short value, ByteOrder order) {
    return order == ByteOrder.LITTLE_ENDIAN ? value : Short.reverseBytes(value);
  }
}
