// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.agrona;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.ashlar.memory.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;

/// ASCII text. Other characters are written as `?`.
final class Strings {
  private Strings() {}

  static String ascii(Bytes bytes, int index, int length) {
    return new String(bytes.asSlice(index, length).toByteArray(), US_ASCII);
  }

  static int appendAscii(Bytes bytes, int index, int length, Appendable target) {
    Bytes text = bytes.asSlice(index, length);
    try {
      for (int i = 0; i < length; i++) {
        byte c = text.getByte(i);
        target.append(c < 0 ? '?' : (char) c);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return length;
  }

  static int putAscii(Bytes bytes, int index, CharSequence value, int begin, int length) {
    Bytes text = bytes.asSlice(index, length);
    for (int i = 0; i < length; i++) {
      char c = value.charAt(begin + i);
      text.setByte(i, c > 127 ? (byte) '?' : (byte) c);
    }
    return length;
  }
}
