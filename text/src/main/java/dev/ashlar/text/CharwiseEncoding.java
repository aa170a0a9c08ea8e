// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

/// Encodes one char at a time, without working memory, for a thread that found no idle [Scratch].
final class CharwiseEncoding {
  private static final byte[] NOTHING = {};

  private CharwiseEncoding() {}

  static long encodedLength(String text, Malformed malformed) {
    long length = 0;
    for (int i = 0; i < text.length(); i++) {
      int c = text.charAt(i);
      if (isPairAt(text, i)) {
        length += 4;
        i++;
      } else if (Utf8Bytes.isSurrogate(c)) {
        length += replacementSize(text, i, malformed);
      } else {
        length += Utf8Bytes.size(c);
      }
    }
    return length;
  }

  static <T> long encode(String text, Target<T> kind, T target, long offset, Malformed malformed) {
    long room = kind.room(target, offset);
    long needed = encodedLength(text, malformed);
    if (needed > room) {
      throw Target.outOfRoom(needed, offset, room);
    }
    // Memory that is closed or confined to another thread is refused even for an empty text.
    kind.put(target, offset, NOTHING, 0);
    encodeInto(text, 0, kind, target, offset, needed, malformed);
    return needed;
  }

  /// As far as it fits. Returns chars read << 32 | bytes written; the latter is truncated if it
  /// exceeds an int.
  static <T> long encodeInto(
      String text,
      int from,
      Target<T> kind,
      T target,
      long offset,
      long length,
      Malformed malformed) {
    long end = offset;
    int i = from;
    while (i < text.length()) {
      int c = text.charAt(i);
      boolean pair = isPairAt(text, i);
      int word;
      int size;
      if (pair) {
        word = Utf8Bytes.four(text.codePointAt(i));
        size = 4;
      } else if (Utf8Bytes.isSurrogate(c)) {
        word = malformed.replacement;
        size = replacementSize(text, i, malformed);
      } else {
        word = Utf8Bytes.word(c);
        size = Utf8Bytes.size(c);
      }
      if (size > length - (end - offset)) {
        break;
      }
      for (int b = 0; b < size; b++) {
        kind.put(target, end++, (byte) (word >>> (8 * b)));
      }
      i += pair ? 2 : 1;
    }
    return (long) (i - from) << 32 | ((end - offset) & 0xFFFF_FFFFL);
  }

  private static boolean isPairAt(String text, int i) {
    return i + 1 < text.length() && Utf8Bytes.isPair(text.charAt(i), text.charAt(i + 1));
  }

  private static int replacementSize(String text, int index, Malformed malformed) {
    if (malformed == Malformed.REPORT) {
      throw MalformedTextException.loneSurrogate(text, index);
    }
    return malformed.replacementSize;
  }
}
