// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

/// Stores short texts that are all ASCII.
///
/// The profile of `String.charAt` is shared by the whole program. If it has seen Strings of both
/// coders, compiled code tests the coder for each char. Few programs call `codePointAt`, which
/// returns the same for ASCII. With it, coder and bounds are tested once for eight chars.
final class AsciiText {
  /// Most chars this is good for.
  static final int MAX_LENGTH = 128;

  private static final int STEP = Long.BYTES;

  private AsciiText() {}

  /// Stores `text`, of `count` chars, from `target[at]` on. The last word overlaps the one before.
  ///
  /// @return whether it is ASCII; otherwise anything may be there
  static boolean put(String text, int count, byte[] target, int at) {
    int last = count - STEP;
    if (last < 0) {
      return putFew(text, count, target, at);
    }
    for (int i = 0; i < last; i += STEP) {
      if (putEight(text, i, target, at + i) >= 0x80) {
        return false;
      }
    }
    return putEight(text, last, target, at + last) < 0x80;
  }

  private static boolean putFew(String text, int count, byte[] target, int at) {
    int bits = 0;
    for (int i = 0; i < count; i++) {
      int c = text.codePointAt(i);
      target[at + i] = (byte) c;
      bits |= c;
    }
    return bits < 0x80;
  }

  /// {@return the bits that any of the chars has}
  private static int putEight(String text, int i, byte[] target, int at) {
    int a = text.codePointAt(i);
    int b = text.codePointAt(i + 1);
    int c = text.codePointAt(i + 2);
    int d = text.codePointAt(i + 3);
    int e = text.codePointAt(i + 4);
    int f = text.codePointAt(i + 5);
    int g = text.codePointAt(i + 6);
    int h = text.codePointAt(i + 7);
    long low = (a | b << 8 | c << 16 | d << 24) & 0xFFFF_FFFFL;
    long high = e | f << 8 | g << 16 | h << 24;
    FieldRun.LONG.set(target, at, low | high << 32);
    return a | b | c | d | e | f | g | h;
  }
}
