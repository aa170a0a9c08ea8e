// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.output;

import dev.ashlar.text.Utf8;
import dev.ashlar.wire.internal.encoding.Wire;
import org.jspecify.annotations.Nullable;

/// Writes text after its length.
public final class TextEncoder {
  private static final int MAX_BYTES_PER_CHAR = 3;

  /// Most chars of a text whose length takes one byte, whatever it is.
  private static final int ONE_BYTE_OF_LENGTH = 0x7F / MAX_BYTES_PER_CHAR;

  private Utf8.@Nullable Encoder encoder;

  /// {@return the largest size of a tag, a length and `count` chars, in bytes}
  public static long spaceFor(int count) {
    return 2L * Wire.MAX_VARINT32 + (long) count * MAX_BYTES_PER_CHAR;
  }

  /// Stores a length and text. The buffer must have room for them.
  ///
  /// @return the index after them
  public int put(byte[] buffer, int at, String text, int count) {
    if (count <= ONE_BYTE_OF_LENGTH) {
      int size = encoder().encode(text, buffer, at + 1);
      buffer[at] = (byte) size;
      return at + 1 + size;
    }
    // ASCII has as many bytes as chars.
    int lengthSize = Wire.size(count);
    int size = encoder().encode(text, buffer, at + lengthSize);
    int grown = Wire.size(size) - lengthSize;
    if (grown > 0) {
      System.arraycopy(buffer, at + lengthSize, buffer, at + lengthSize + grown, size);
    }
    return Wire.put(buffer, at, size) + size;
  }

  public Utf8.Encoder encoder() {
    Utf8.Encoder encoder = this.encoder;
    return encoder == null ? makeEncoder() : encoder;
  }

  private Utf8.Encoder makeEncoder() {
    Utf8.Encoder made = Utf8.encoder();
    encoder = made;
    return made;
  }
}
