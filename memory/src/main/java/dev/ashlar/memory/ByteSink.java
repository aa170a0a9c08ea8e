// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.LittleEndian;
import java.util.Arrays;

/// A [Sink] of bytes. Values of several bytes are little-endian.
///
/// ```java
/// byte[] record =
///     Unzeroed.bytes(
///         20,
///         sink -> {
///           sink.appendInt(42);
///           sink.fill((byte) 0, 16);
///         });
/// ```
public final class ByteSink extends Sink {
  private final byte[] array;

  ByteSink(byte[] array) {
    super(array.length);
    this.array = array;
  }

  /// Appends one byte.
  public void append(byte value) {
    int at = claim(1);
    array[at] = value;
    advance(1);
  }

  /// Appends `length` bytes of `source` from index `from` on.
  public void append(byte[] source, int from, int length) {
    append(source, source.length, from, length, array);
  }

  /// Appends `value` `count` times.
  public void fill(byte value, int count) {
    int at = claim(count);
    Arrays.fill(array, at, at + count, value);
    advance(count);
  }

  /// Appends the last `length` bytes again, `times` times.
  public void repeat(int length, int times) {
    if (length > Long.BYTES || Integer.bitCount(length) != 1) {
      repeat(length, times, array);
      return;
    }
    int from = tail(length);
    int at = claim((long) length * times);
    int count = length * times;
    if (length == 1) {
      Arrays.fill(array, at, at + count, array[from]);
    } else {
      repeatWord(from, length, at + count);
    }
    advance(count);
  }

  /// Only writes: bytes that were just written to new memory are slow to read.
  private void repeatWord(int from, int length, int end) {
    long word = 0;
    for (int i = length - 1; i >= 0; i--) {
      word = word << 8 | (array[from + i] & 0xFF);
    }
    for (int bits = 8 * length; bits < Long.SIZE; bits *= 2) {
      word |= word << bits;
    }
    int at = from + length;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      LittleEndian.LONG.set(array, at, word);
    }
    for (; at < end; at++, word >>>= 8) {
      array[at] = (byte) word;
    }
  }

  /// Appends a little-endian `short`.
  public void appendShort(short value) {
    int at = claim(Short.BYTES);
    LittleEndian.SHORT.set(array, at, value);
    advance(Short.BYTES);
  }

  /// Appends a little-endian `int`.
  public void appendInt(int value) {
    int at = claim(Integer.BYTES);
    LittleEndian.INT.set(array, at, value);
    advance(Integer.BYTES);
  }

  /// Appends a little-endian `long`.
  public void appendLong(long value) {
    int at = claim(Long.BYTES);
    LittleEndian.LONG.set(array, at, value);
    advance(Long.BYTES);
  }

  /// Appends `length` bytes of `source` from `offset` on.
  public void append(Bytes source, long offset, int length) {
    int at = claim(length);
    if (Uninitialized.IS_SUPPORTED && source.isNative()) {
      // A mapped file may have become shorter. The JVM throws the error some time after the copy,
      // and the array must not contain memory that was never written.
      Arrays.fill(array, at, at + length, (byte) 0);
    }
    source.copyTo(offset, array, at, length);
    advance(length);
  }

  /// Ends the sink and returns the array; elements that were not appended are zero.
  byte[] finish() {
    int end = end();
    if (Uninitialized.IS_SUPPORTED && end < array.length) {
      Arrays.fill(array, end, array.length, (byte) 0);
    }
    return array;
  }
}
