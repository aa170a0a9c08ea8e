// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Seeded;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The same calls on a [Utf8Builder] and a `StringBuilder`.
@ExtendWith(Seeded.class)
class Utf8BuilderDifferentialTest {
  @Test
  void randomCalls(RandomGenerator random) {
    for (int round = 0; round < 4000; round++) {
      randomCalls(random, 30);
    }
  }

  /// As a thread does that finds no working memory.
  @Test
  void randomCallsWithoutScratch(RandomGenerator random) {
    Deque<Scratch> taken = ScratchPoolTest.takeAllOfThisThread();
    try {
      for (int round = 0; round < 2000; round++) {
        randomCalls(random, 30);
      }
    } finally {
      taken.forEach(ScratchPool::release);
    }
  }

  private static void randomCalls(RandomGenerator random, int calls) {
    Utf8Builder actual = random.nextBoolean() ? new Utf8Builder() : new Utf8Builder(0);
    StringBuilder expected = new StringBuilder();
    Deque<String> log = new ArrayDeque<>();
    for (int i = 0; i < calls; i++) {
      BuilderCall call = BuilderCall.random(random, expected);
      call.actual().accept(actual);
      call.expected().accept(expected);
      log.add(call.name());
      byte[] bytes = expected.toString().getBytes(UTF_8);
      if (actual.length() != bytes.length || !Arrays.equals(actual.toByteArray(), bytes)) {
        throw new AssertionError("after " + log);
      }
      assertThat(actual.capacity()).isGreaterThanOrEqualTo(bytes.length);
    }
    assertThat(actual.toString()).isEqualTo(new String(actual.toByteArray(), UTF_8));
  }

  /// Also `?`, which the bytes of malformed text are full of.
  @Test
  void everyAsciiCharReplaced(RandomGenerator random) {
    for (char target = 0; target < 0x80; target++) {
      for (Content content : Content.values()) {
        String text = withSome(target, content.text(random, random.nextInt(200)), random);
        char replacement = (char) random.nextInt(0x80);
        assertThat(new Utf8Builder().appendReplacing(text, target, replacement).toByteArray())
            .as("%s, U+%04X to U+%04X", content, (int) target, (int) replacement)
            .isEqualTo(text.replace(target, replacement).getBytes(UTF_8));
      }
    }
  }

  private static String withSome(char c, String text, RandomGenerator random) {
    StringBuilder some = new StringBuilder(text);
    for (int i = random.nextInt(20); i > 0; i--) {
      some.insert(random.nextInt(some.length() + 1), c);
    }
    return some.toString();
  }

  @RepeatedTest(3)
  void longTextInOneGo(RandomGenerator random) {
    for (Content content : Content.values()) {
      String text = content.text(random, 20_000 + random.nextInt(10_000));
      byte[] bytes = text.getBytes(UTF_8);
      assertThat(Utf8Builder.of(text).toByteArray()).isEqualTo(bytes);
      assertThat(new Utf8Builder().append("").append(text).takeByteArray()).isEqualTo(bytes);
      for (int[] codePoints : new int[][] {text.chars().toArray(), text.codePoints().toArray()}) {
        Utf8Builder builder = new Utf8Builder(random.nextInt(100_000));
        builder.appendCodePoints(codePoints, 0, codePoints.length);
        assertThat(builder.takeByteArray()).isEqualTo(bytes);
      }
    }
  }

  @Test
  void everyCodePoint() {
    Utf8Builder actual = new Utf8Builder();
    StringBuilder expected = new StringBuilder();
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      actual.clear().appendCodePoint(codePoint).append('a').repeat(codePoint, 3);
      expected.setLength(0);
      expected.appendCodePoint(codePoint).append('a').repeat(codePoint, 3);
      if (!actual.toString().equals(new String(expected.toString().getBytes(UTF_8), UTF_8))) {
        throw new AssertionError("0x%X".formatted(codePoint));
      }
    }
  }

  /// Every size of a char, everywhere in the word that is replaced at once.
  @Test
  void everyReplacement(RandomGenerator random) {
    String alphabet = "ab\0\u007F\u0080\u00E9\u07FF\u0800\u4E2D\uFFFF";
    for (int length = 0; length <= 140; length++) {
      char[] chars = new char[length];
      for (int i = 0; i < alphabet.length(); i++) {
        char target = alphabet.charAt(i);
        for (int k = 0; k < alphabet.length(); k++) {
          char replacement = alphabet.charAt(k);
          int ascii = random.nextInt(length + 1);
          for (int c = 0; c < length; c++) {
            // Chars that differ from the target in few bits, and in the one next to its sign.
            char near = (char) (target ^ (1 << random.nextInt(16)));
            char any = random.nextInt(3) == 0 ? target : near;
            chars[c] = c < ascii ? (char) (any & 0x7F) : Character.isSurrogate(any) ? 'x' : any;
          }
          String text = new String(chars);
          byte[] actual =
              new Utf8Builder().appendReplacing(text, target, replacement).toByteArray();
          if (!Arrays.equals(actual, text.replace(target, replacement).getBytes(UTF_8))) {
            throw new AssertionError(
                "U+%04X by U+%04X, %d chars".formatted((int) target, (int) replacement, length));
          }
        }
      }
    }
  }

  @Test
  void repetitionsOfEverySize(RandomGenerator random) {
    int[] codePoints = {'a', 0xE9, 0x4E2D, 0x1F600};
    for (int count = 0; count <= 300; count++) {
      for (int codePoint : codePoints) {
        String expected = Character.toString(codePoint).repeat(count);
        int capacity = random.nextInt(1300);
        String before = Content.MIXED.text(random, random.nextInt(20));
        check(new Utf8Builder(capacity).repeat(codePoint, count), expected);
        check(Utf8Builder.of(before).repeat(codePoint, count), before + expected);
        String word = "w".repeat(random.nextInt(9)) + Character.toString(codePoint);
        check(Utf8Builder.of(before).repeat(word, count), before + word.repeat(count));
      }
    }
  }

  private static void check(Utf8Builder actual, String expected) {
    if (!Arrays.equals(actual.takeByteArray(), expected.getBytes(UTF_8))) {
      throw new AssertionError("not " + expected);
    }
  }

  @Test
  void integersOfEveryMagnitude() {
    Utf8Builder builder = new Utf8Builder();
    for (long power = 1; power > 0; power = power > Long.MAX_VALUE / 10 ? -1 : power * 10) {
      for (long near = -2; near <= 2; near++) {
        checkInteger(builder, power + near);
        checkInteger(builder, -(power + near));
        checkInteger(builder, power / 2 + near);
      }
    }
    for (int shift = 0; shift < 64; shift++) {
      checkInteger(builder, 1L << shift);
      checkInteger(builder, -1L << shift);
      checkInteger(builder, (1L << shift) - 1);
    }
    for (int value = -11_000; value < 110_000; value++) {
      checkInteger(builder, value);
    }
    for (int value : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThat(builder.clear().append(value).toString()).isEqualTo(Integer.toString(value));
    }
  }

  private static void checkInteger(Utf8Builder builder, long value) {
    String actual = builder.clear().append(value).toString();
    if (!actual.equals(Long.toString(value))) {
      throw new AssertionError(actual + ", not " + value);
    }
  }

  @Test
  void floatingPointNumbers(RandomGenerator random) {
    Utf8Builder builder = new Utf8Builder();
    double[] values = {
      0.0,
      -0.0,
      1.0,
      0.1,
      1e7,
      1e-3,
      9.999e22,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_NORMAL,
      -1.7976931348623157E308
    };
    for (double value : values) {
      assertThat(builder.clear().append(value).toString()).isEqualTo(Double.toString(value));
      float narrow = (float) value;
      assertThat(builder.clear().append(narrow).toString()).isEqualTo(Float.toString(narrow));
    }
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      float narrow = Float.intBitsToFloat(random.nextInt());
      builder.clear().append(value).append(narrow);
      if (!builder.toString().equals(Double.toString(value) + narrow)) {
        throw new AssertionError(builder + " for " + value + " and " + narrow);
      }
    }
  }
}
