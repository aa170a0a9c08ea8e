package dev.ashlar.text;

import static dev.ashlar.text.Utf8Bytes.INT;
import static dev.ashlar.text.Utf8Bytes.LONG;
import static dev.ashlar.text.Utf8Bytes.SHORT;
import static dev.ashlar.text.Utf8Bytes.four;
import static dev.ashlar.text.Utf8Bytes.isPair;
import static dev.ashlar.text.Utf8Bytes.isSurrogate;
import static dev.ashlar.text.Utf8Bytes.two;

/// Encoding of a text of few chars straight from the String to its target.
///
/// A text this short is not copied out of the String first: reading back what was stored just now
/// in words of another size makes the processor wait longer than all of the encoding takes.
final class ShortText {
  /// Most chars this is good for.
  static final int MAX_LENGTH = 48;

  /// Most chars for which a loop of our own beats a call of the JDK's copying routine.
  private static final int SHORTEST = 16;

  private ShortText() {}

  /// {@return whether `count` chars are few, and `target` has room from `offset` on for whatever
  /// they become, and nothing can go wrong with them}
  static boolean isFor(int count, byte[] target, int offset, Malformed malformed) {
    return count <= MAX_LENGTH
        && offset >= 0
        && target.length - offset >= count * Utf8Bytes.MAX_BYTES_PER_CHAR
        && malformed != Malformed.REPORT;
  }

  /// Encodes `text`, of `count` chars, to `target[offset, …)`, for which it is good. Lone
  /// surrogates are replaced.
  ///
  /// @return the number of bytes
  static int encode(String text, int count, byte[] target, int offset, Malformed malformed) {
    return count <= SHORTEST
        ? encodeByEight(text, count, target, offset, malformed)
        : encodeWhole(text, count, target, offset, malformed);
  }

  /// ASCII eight chars at a time.
  private static int encodeByEight(
      String text, int count, byte[] target, int offset, Malformed malformed) {
    int i = 0;
    for (; i < count - 7; i += 8) {
      int a = text.charAt(i);
      int b = text.charAt(i + 1);
      int c = text.charAt(i + 2);
      int d = text.charAt(i + 3);
      int e = text.charAt(i + 4);
      int f = text.charAt(i + 5);
      int g = text.charAt(i + 6);
      int h = text.charAt(i + 7);
      if ((a | b | c | d | e | f | g | h) >= 0x80) {
        return encodeAny(text, i, count, target, offset, malformed);
      }
      long low = a | b << 8 | c << 16 | d << 24;
      long high = e | f << 8 | g << 16 | h << 24;
      LONG.set(target, offset + i, low | high << 32);
    }
    return encodeAny(text, i, count, target, offset, malformed);
  }

  /// ASCII at once, when it is known to be nothing else.
  private static int encodeWhole(
      String text, int count, byte[] target, int offset, Malformed malformed) {
    for (int i = 0; i < count; i++) {
      if (text.charAt(i) >= 0x80) {
        return encodeAny(text, 0, count, target, offset, malformed);
      }
    }
    Encoding.copyAscii(text, count, target, offset);
    return count;
  }

  /// Goes on at `text[from]`; all before is ASCII and encoded already.
  private static int encodeAny(
      String text, int from, int count, byte[] target, int offset, Malformed malformed) {
    int end = offset + from;
    for (int i = from; i < count; i++) {
      int c = text.charAt(i);
      if (c < 0x80) {
        target[end++] = (byte) c;
      } else if (c < 0x800) {
        SHORT.set(target, end, (short) two(c));
        end += 2;
      } else if (!isSurrogate(c)) {
        target[end] = (byte) (c >> 12 | 0xE0);
        SHORT.set(target, end + 1, (short) ((c >> 6 & 0x3F) | (c & 0x3F) << 8 | 0x8080));
        end += 3;
      } else {
        int next = i + 1 < count ? text.charAt(i + 1) : 0;
        if (isPair(c, next)) {
          INT.set(target, end, four(Character.toCodePoint((char) c, (char) next)));
          end += 4;
          i++;
        } else {
          for (int b = 0; b < malformed.replacementSize; b++) {
            target[end++] = (byte) (malformed.replacement >>> (8 * b));
          }
        }
      }
    }
    return end - offset;
  }
}
