// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.output;

import dev.ashlar.text.Utf8;
import dev.ashlar.wire.internal.encoding.Wire;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Writes text with its length in front.
///
/// **Short ASCII text.** A loop over few chars costs a mispredicted branch. So does a copy that
/// tests each bit of their number. `String.charAt` has a call for the other coder in it, after
/// which the compiler must read the String's fields again. So the chars are copied to an array, and
/// stored from there eight at a time, at most seven too many.
public final class TextEncoder {
  private static final int MAX_BYTES_PER_CHAR = 3;

  /// Most chars of a text whose length takes one byte, whatever it is.
  private static final int ONE_BYTE_OF_LENGTH = 0x7F / MAX_BYTES_PER_CHAR;

  /// Most chars of a short text.
  private static final int MAX_LENGTH = 32;

  /// Bytes that may be stored behind a short text.
  private static final int EXCESS = Long.BYTES - 1;

  /// No char of it is more than ASCII between two calls.
  private final char[] chars = new char[MAX_LENGTH];

  private Utf8.@Nullable Encoder encoder;

  /// {@return the bytes that a tag, a length and `count` chars take at most, and those that are
  /// stored behind them}
  public static long spaceFor(int count) {
    return 2L * Wire.MAX_VARINT32 + (long) count * MAX_BYTES_PER_CHAR + EXCESS;
  }

  /// Stores a length and text, for which there is room.
  ///
  /// @return the index behind them
  public int put(byte[] buffer, int at, String text, int count) {
    if (count <= MAX_LENGTH && putAscii(text, count, buffer, at + 1)) {
      buffer[at] = (byte) count;
      return at + 1 + count;
    }
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

  /// Stores a short text, of `count` chars, from `target[at]` on.
  ///
  /// @return whether it is ASCII; otherwise anything may be there
  private boolean putAscii(String text, int count, byte[] target, int at) {
    char[] chars = this.chars;
    text.getChars(0, count, chars, 0);
    int bits = putEight(chars, 0, target, at);
    if (count > 8) {
      bits |= putEight(chars, 8, target, at + 8);
      if (count > 16) {
        bits |= putEight(chars, 16, target, at + 16);
        if (count > 24) {
          bits |= putEight(chars, 24, target, at + 24);
        }
      }
    }
    if (bits < 0x80) {
      return true;
    }
    Arrays.fill(chars, '\0');
    return false;
  }

  /// {@return the bits that any of the chars has}
  private static int putEight(char[] chars, int i, byte[] target, int at) {
    int a = chars[i];
    int b = chars[i + 1];
    int c = chars[i + 2];
    int d = chars[i + 3];
    int e = chars[i + 4];
    int f = chars[i + 5];
    int g = chars[i + 6];
    int h = chars[i + 7];
    long low = (a | b << 8 | c << 16 | d << 24) & 0xFFFF_FFFFL;
    long high = e | f << 8 | g << 16 | h << 24;
    Wire.LONG.set(target, at, low | high << 32);
    return a | b | c | d | e | f | g | h;
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
