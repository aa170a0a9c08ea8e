// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;

/// The independent judge: what the JDK makes of the same text.
final class Jdk {
  private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

  private Jdk() {}

  /// {@return the bytes of `text`; lone surrogates replaced, be it under REPORT}
  static byte[] encode(String text, Malformed malformed) {
    if (malformed != Malformed.REPLACE_WITH_FFFD) {
      return text.getBytes(UTF_8);
    }
    CharsetEncoder encoder =
        UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith(REPLACEMENT);
    byte[] bytes = new byte[text.length() * 3];
    ByteBuffer out = ByteBuffer.wrap(bytes);
    encoder.encode(CharBuffer.wrap(text), out, true);
    return Arrays.copyOf(bytes, out.position());
  }

  /// {@return the index of the first lone surrogate, or -1}
  static int firstLoneSurrogate(String text) {
    CharBuffer in = CharBuffer.wrap(text);
    CharsetEncoder encoder = UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPORT);
    CoderResult result = encoder.encode(in, ByteBuffer.allocate(text.length() * 3), true);
    return result.isMalformed() ? in.position() : -1;
  }

  /// {@return the index of the first malformed sequence of `bytes[offset, offset + length)`, or -1}
  static int firstMalformed(byte[] bytes, int offset, int length) {
    return firstMalformed(decoder(), bytes, offset, length, CharBuffer.allocate(length));
  }

  /// As above, with a [#decoder] and a buffer that are used again and again.
  static int firstMalformed(
      CharsetDecoder decoder, byte[] bytes, int offset, int length, CharBuffer out) {
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
    CoderResult result = decoder.reset().decode(in, out.clear(), true);
    return result.isMalformed() ? in.position() : -1;
  }

  static CharsetDecoder decoder() {
    return UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
  }
}
