// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import java.util.Arrays;

/// A contender that writes to an array. It writes field after field, and starts again at the front
/// if the next field might not fit.
abstract class BufferWriter implements FieldWriter {
  /// The most bytes of a tag, a length and the slack of any contender.
  private static final int OVERHEAD = 16;

  final byte[] buffer;
  private int lastEnd;

  BufferWriter(int capacity) {
    buffer = new byte[capacity];
  }

  @Override
  public final long write(String[] texts, int from, int to) {
    long total = 0;
    int position = 0;
    for (int i = from; i < to; i++) {
      String text = texts[i];
      if (buffer.length - position < 3 * text.length() + OVERHEAD) {
        position = 0;
      }
      int end = writeField(text, position);
      total += end - position;
      position = end;
    }
    lastEnd = position;
    return total;
  }

  /// Writes one field to [#buffer] and returns its end.
  abstract int writeField(String text, int start);

  @Override
  public final byte[] written() {
    return Arrays.copyOf(buffer, lastEnd);
  }

  /// {@return the number of bytes of `length` as a varint}
  static int varintSize(int length) {
    return length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : length < 1 << 21 ? 3 : 4;
  }

  /// {@return the position for a text whose encoded length is not known yet: right if all chars are
  /// ASCII}
  static int textStart(String text, int start) {
    return start + 1 + varintSize(text.length());
  }

  /// Writes tag and length in front of the text, and returns the end of the field. The text has
  /// `size` bytes at `textStart`. The text is moved if its length does not fit exactly in front of
  /// it.
  final int finishField(int start, int textStart, int size) {
    int at = start;
    buffer[at++] = TAG;
    int textAt = at + varintSize(size);
    if (textAt != textStart) {
      System.arraycopy(buffer, textStart, buffer, textAt, size);
    }
    putVarint(at, size);
    return textAt + size;
  }

  /// Writes a varint and returns its end.
  final int putVarint(int start, int value) {
    return putVarint(buffer, start, value);
  }

  /// Writes a varint to `buffer` and returns its end.
  static int putVarint(byte[] buffer, int start, int value) {
    int at = start;
    int rest = value;
    while (rest >= 0x80) {
      buffer[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[at++] = (byte) rest;
    return at;
  }
}
