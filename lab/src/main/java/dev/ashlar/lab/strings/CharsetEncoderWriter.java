// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;

/// The JDK's encoder and a char array, both reused.
final class CharsetEncoderWriter extends BufferWriter {
  private final CharsetEncoder encoder =
      UTF_8
          .newEncoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final ByteBuffer target = ByteBuffer.wrap(buffer);
  private final CharBuffer chars;

  CharsetEncoderWriter(int capacity) {
    super(capacity);
    chars = CharBuffer.allocate(capacity);
  }

  @Override
  int writeField(String text, int start) {
    int textStart = textStart(text, start);
    text.getChars(0, text.length(), chars.array(), 0);
    chars.clear().limit(text.length());
    target.clear().position(textStart);
    encoder.reset().encode(chars, target, true);
    encoder.flush(target);
    return finishField(start, textStart, target.position() - textStart);
  }
}
