// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/// Decodes UTF-8 in an array to a String.
///
/// The JDK's own constructor makes up to three arrays for text that is not ASCII. Here the chars
/// are gathered in a [Scratch]. The JDK decodes text that is malformed or too long for the scratch.
final class Decoding {
  private Decoding() {}

  /// @param base the number to add to an index of `bytes` in a report
  static String decode(
      @Nullable Scratch scratch,
      byte[] bytes,
      int from,
      int length,
      long base,
      Malformed malformed) {
    int to = from + length;
    int ascii = DecodeKernel.asciiEnd(bytes, from, to);
    if (ascii == to) {
      return new String(bytes, from, length, ISO_8859_1);
    }
    if (scratch == null || length > Scratch.MAX_DECODE) {
      int bad = malformed == Malformed.REPORT ? DecodeKernel.firstMalformed(bytes, ascii, to) : -1;
      if (bad >= 0) {
        throw MalformedTextException.badByte(bytes[bad], base + bad);
      }
      return new String(bytes, from, length, UTF_8);
    }
    char[] chars = scratch.decodedBuffer(length);
    int count = DecodeKernel.decode(bytes, from, to, chars);
    if (count >= 0) {
      return new String(chars, 0, count);
    }
    if (malformed == Malformed.REPORT) {
      throw MalformedTextException.badByte(bytes[~count], base + ~count);
    }
    return new String(bytes, from, length, UTF_8);
  }
}
