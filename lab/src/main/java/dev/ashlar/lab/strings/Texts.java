// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import java.util.Arrays;
import java.util.Random;

/// The kinds of generated texts. The seed is fixed, so the texts are always the same.
enum Texts {
  ASCII("printable ASCII"),
  LATIN1("accented Latin letters, two bytes each"),
  LATIN1_MIXED("ASCII letters with 10 % accented ones"),
  LATE("ASCII but for the last char"),
  CJK("Chinese characters, three bytes each"),
  MIXED("words of ASCII, Cyrillic and Chinese, and emoji");

  /// The number of texts of each kind and length.
  static final int COUNT = 256;

  private static final int SEED = 6433;

  final String description;

  Texts(String description) {
    this.description = description;
  }

  /// {@return [#COUNT] texts of `length` chars}
  String[] ofLength(int length) {
    Random random = new Random(SEED + length);
    String[] texts = new String[COUNT];
    Arrays.setAll(texts, i -> text(length, random));
    return texts;
  }

  private String text(int length, Random random) {
    StringBuilder text = new StringBuilder(length + 8);
    while (text.length() < length) {
      append(text, random);
    }
    text.setLength(length);
    if (this == LATE) {
      text.setCharAt(length - 1, accented(random));
    }
    if (Character.isHighSurrogate(text.charAt(length - 1))) {
      text.setCharAt(length - 1, '.');
    }
    return text.toString();
  }

  private void append(StringBuilder text, Random random) {
    switch (this) {
      case ASCII, LATE -> text.append(ascii(random));
      case LATIN1 -> text.append(accented(random));
      case LATIN1_MIXED -> text.append(random.nextInt(10) == 0 ? accented(random) : letter(random));
      case CJK -> text.append(chinese(random));
      case MIXED -> appendWord(text, random);
    }
  }

  private static void appendWord(StringBuilder text, Random random) {
    int length = 1 + random.nextInt(8);
    switch (random.nextInt(4)) {
      case 0 -> append(text, length, () -> letter(random));
      case 1 -> append(text, length, () -> (char) (0x430 + random.nextInt(32)));
      case 2 -> append(text, length, () -> chinese(random));
      default -> text.appendCodePoint(0x1F600 + random.nextInt(0x50));
    }
  }

  private static void append(StringBuilder text, int count, CharSource source) {
    for (int i = 0; i < count; i++) {
      text.append(source.next());
    }
  }

  private interface CharSource {
    char next();
  }

  private static char ascii(Random random) {
    return (char) (' ' + random.nextInt('~' - ' ' + 1));
  }

  private static char letter(Random random) {
    return (char) ('a' + random.nextInt(26));
  }

  private static char accented(Random random) {
    return (char) (0xC0 + random.nextInt(0x40));
  }

  private static char chinese(Random random) {
    return (char) (0x4E00 + random.nextInt(0x5000));
  }
}
