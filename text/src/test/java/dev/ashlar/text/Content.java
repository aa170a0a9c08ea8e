// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import java.util.random.RandomGenerator;

/// What a test's text is made of.
enum Content {
  ASCII("abc XYZ 0189~\0\u007F"),
  LATIN_1("\u0080\u00E4\u00F6\u00FC\u00FF"),
  LATIN_1_IN_ASCII("aaaa bbbb cccc dddd\u00E9"),
  GREEK("\u0391\u03B2\u03B3\u07FF"),
  CYRILLIC_WORDS("\u0434\u0435\u0436\u0437\u0438\u043A "),
  CJK("\u0800\u4E2D\u6587\uD7FF\uE000\uFFFD\uFFFF"),
  CJK_IN_ASCII("aaaa bbbb cccc dddd\u4E2D"),
  PAIRS("\uD800\uDC00\uDBFF\uDFFF\uD83D\uDE00"),
  PAIRS_IN_ASCII("aaaa bbbb cccc dddd\uD83D\uDE00"),
  MIXED("a0\u0080\u07FF\u0800\u4E2D\uFFFF\uD83D\uDE00"),
  MALFORMED("a\u00E9\u4E2D\uD800\uDC00\uDBFF\uDFFF"),
  /// Any chars at all.
  CHARS("");

  private final String alphabet;

  Content(String alphabet) {
    this.alphabet = alphabet;
  }

  /// {@return a text of exactly `length` chars}
  String text(RandomGenerator random, int length) {
    // In malformed text the halves of a pair are drawn singly.
    int[] units = (this == MALFORMED ? alphabet.chars() : alphabet.codePoints()).toArray();
    StringBuilder text = new StringBuilder(length + 1);
    while (text.length() < length) {
      if (units.length == 0) {
        text.append((char) random.nextInt(0x1_0000));
      } else {
        text.appendCodePoint(units[random.nextInt(units.length)]);
      }
    }
    if (text.length() > length) {
      // A pair did not fit.
      text.setLength(length);
      text.setCharAt(length - 1, 'x');
    }
    return text.toString();
  }
}
