// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import static dev.ashlar.lab.zeroing.ZeroingExperiment.INPUTS;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.experiment.Workload;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/// The operations on texts. The seed is fixed, so the texts are always the same.
///
/// Each result is verified: its decoded code points must equal those that a stream over the input
/// computes.
enum TextOperation {
  CODEPOINTS("a text from %,d code points in Cyrillic, Chinese and emoji"),
  REPEAT1("one ASCII char repeated %,d times"),
  REPEAT2("one Cyrillic char, two bytes as UTF-16 and as UTF-8, repeated %,d times"),
  REPLACE1("each space in %,d ASCII chars replaced by an underscore"),
  REPLACE2("one letter in %,d Cyrillic chars replaced by another"),
  BUILDER("a builder with room for %,d ASCII chars, filled with words of 8"),
  BUILDER_FROM("a builder that begins with a text of %,d ASCII chars");

  private static final int SEED = 2020;

  /// The chars of a word. On average, one char in as many is a target for replacement.
  private static final int WORD = 8;

  private final String description;

  TextOperation(String description) {
    this.description = description;
  }

  String description(int length) {
    return String.format(Locale.ROOT, description, length);
  }

  /// {@return a workload of this operation with [ZeroingExperiment#INPUTS] inputs}
  Workload workload(int length, TextMaker maker) {
    Random random = new Random(SEED + length);
    IntSupplier ascii = () -> '!' + random.nextInt('~' - '!' + 1);
    IntSupplier cyrillic = () -> '\u0430' + random.nextInt(32);
    return switch (this) {
      case CODEPOINTS -> fromCodePoints(length, maker, random);
      case REPEAT1 -> repeat(length, maker, ascii);
      case REPEAT2 -> repeat(length, maker, cyrillic);
      case REPLACE1 -> replace(length, maker, random, ascii, ' ', '_');
      case REPLACE2 -> replace(length, maker, random, cyrillic, '\u0451', '\u0435');
      case BUILDER -> build(length, maker, ascii);
      case BUILDER_FROM -> buildFrom(length, maker, ascii);
    };
  }

  private static Workload fromCodePoints(int length, TextMaker maker, Random random) {
    int[][] inputs = new int[INPUTS][length];
    for (int[] input : inputs) {
      for (int at = 0; at < length; ) {
        int first = firstOfAScript(random);
        int end = Math.min(length, at + 1 + random.nextInt(WORD));
        for (; at < end; at++) {
          input[at] = first + random.nextInt(32);
        }
      }
    }
    return new ArrayWorkload<>(
        inputs, maker::fromCodePoints, (input, bytes) -> isText(bytes, IntStream.of(input)));
  }

  private static int firstOfAScript(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> '\u0430';
      case 1 -> 0x4E00 + random.nextInt(0x5000);
      default -> 0x1F600;
    };
  }

  private static Workload repeat(int count, TextMaker maker, IntSupplier chars) {
    return new ArrayWorkload<>(
        texts(1, chars),
        text -> maker.repeat(text, count),
        (text, bytes) -> isText(bytes, IntStream.range(0, count).map(_ -> text.charAt(0))));
  }

  private static Workload replace(
      int length, TextMaker maker, Random random, IntSupplier chars, char target, char other) {
    String[] texts = texts(length - 1, () -> random.nextInt(WORD) == 0 ? target : chars.getAsInt());
    // A text without the target would come back as it is.
    Arrays.setAll(texts, i -> texts[i] + target);
    return new ArrayWorkload<>(
        texts,
        text -> maker.replace(text, target, other),
        (text, bytes) -> isText(bytes, text.chars().map(c -> c == target ? other : c)));
  }

  private static Workload build(int length, TextMaker maker, IntSupplier chars) {
    String[][] inputs = new String[INPUTS][];
    for (int i = 0; i < INPUTS; i++) {
      inputs[i] = new String[length / WORD];
      Arrays.setAll(inputs[i], _ -> text(WORD, chars));
    }
    return new ArrayWorkload<>(
        inputs,
        words -> maker.build(length, words),
        (words, bytes) -> isText(bytes, Arrays.stream(words).flatMapToInt(String::chars)));
  }

  private static Workload buildFrom(int length, TextMaker maker, IntSupplier chars) {
    return new ArrayWorkload<>(
        texts(length, chars), maker::buildFrom, (text, bytes) -> isText(bytes, text.chars()));
  }

  private static String[] texts(int length, IntSupplier chars) {
    String[] texts = new String[INPUTS];
    Arrays.setAll(texts, _ -> text(length, chars));
    return texts;
  }

  private static String text(int length, IntSupplier chars) {
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = (char) chars.getAsInt();
    }
    return new String(text);
  }

  private static boolean isText(byte[] bytes, IntStream codePoints) {
    return Arrays.equals(new String(bytes, UTF_8).codePoints().toArray(), codePoints.toArray());
  }
}
