// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

/// Encodes UTF-8 in alternating runs of ASCII and other chars. Subclasses differ only in the code
/// that tests and narrows the chars of an ASCII run.
abstract class RunWriter extends BufferWriter {
  private final char[] chars;

  RunWriter(int capacity) {
    super(capacity);
    chars = new char[capacity];
  }

  /// Writes the chars of `[from, to)` to `target` at `at`, up to the first char that is not ASCII.
  ///
  /// @return the number of chars written
  abstract int writeAscii(char[] chars, int from, int to, byte[] target, int at);

  @Override
  final int writeField(String text, int start) {
    int length = text.length();
    text.getChars(0, length, chars, 0);
    int textStart = textStart(text, start);
    int at = textStart;
    int next = 0;
    while (next < length) {
      int run = writeAscii(chars, next, length, buffer, at);
      next += run;
      at += run;
      while (next < length && chars[next] >= 0x80) {
        char c = chars[next++];
        if (c < 0x800) {
          buffer[at++] = (byte) (0xC0 | c >> 6);
        } else if (Character.isHighSurrogate(c)
            && next < length
            && Character.isLowSurrogate(chars[next])) {
          int point = Character.toCodePoint(c, chars[next++]);
          buffer[at++] = (byte) (0xF0 | point >> 18);
          buffer[at++] = (byte) (0x80 | (point >> 12 & 0x3F));
          buffer[at++] = (byte) (0x80 | (point >> 6 & 0x3F));
          c = (char) (point & 0x3F);
        } else if (Character.isSurrogate(c)) {
          buffer[at++] = '?';
          continue;
        } else {
          buffer[at++] = (byte) (0xE0 | c >> 12);
          buffer[at++] = (byte) (0x80 | (c >> 6 & 0x3F));
        }
        buffer[at++] = (byte) (0x80 | (c & 0x3F));
      }
    }
    return finishField(start, textStart, at - textStart);
  }

  /// As [#writeAscii], one char at a time.
  static int writeAsciiBytewise(char[] chars, int from, int to, byte[] target, int at) {
    int done = 0;
    while (from + done < to && chars[from + done] < 0x80) {
      target[at + done] = (byte) chars[from + done];
      done++;
    }
    return done;
  }
}
