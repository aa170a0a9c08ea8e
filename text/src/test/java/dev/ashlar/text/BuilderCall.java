// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.testing.Seeded;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// A call of a [Utf8Builder], and what a `StringBuilder` does likewise.
record BuilderCall(String name, Consumer<Utf8Builder> actual, Consumer<StringBuilder> expected) {
  private static final int OPERATIONS = 22;

  /// {@return any call}
  ///
  /// @param before what has been appended
  static BuilderCall random(RandomGenerator random, StringBuilder before) {
    String text = text(random);
    int which = random.nextInt(OPERATIONS);
    return switch (which) {
      case 0 -> of("append " + text.length(), b -> b.append(text), s -> s.append(text));
      case 1 -> {
        int from = random.nextInt(text.length() + 1);
        int to = from + random.nextInt(text.length() - from + 1);
        yield of("append part", b -> b.append(text, from, to), s -> s.append(text, from, to));
      }
      case 2 -> {
        char c = anyChar(random);
        yield of("char", b -> b.append(c), s -> s.append(c));
      }
      case 3 -> {
        int codePoint = random.nextInt(5) == 0 ? anyChar(random) : random.nextInt(0x11_0000);
        yield of(
            "code point", b -> b.appendCodePoint(codePoint), s -> s.appendCodePoint(codePoint));
      }
      case 4 -> {
        int codePoint = random.nextBoolean() ? anyChar(random) : random.nextInt(0x11_0000);
        int count = random.nextInt(40);
        yield of("repeat", b -> b.repeat(codePoint, count), s -> s.repeat(codePoint, count));
      }
      case 5 -> {
        int count = random.nextInt(6);
        yield of("repeat text", b -> b.repeat(text, count), s -> s.repeat(text, count));
      }
      case 6 -> {
        long value = random.nextLong() >> random.nextInt(64);
        yield of("long", b -> b.append(value), s -> s.append(value));
      }
      case 7 -> {
        int value = random.nextInt() >> random.nextInt(32);
        yield of("int", b -> b.append(value), s -> s.append(value));
      }
      case 8 -> {
        double value = Double.longBitsToDouble(random.nextLong());
        yield of("double", b -> b.append(value), s -> s.append(value));
      }
      case 9 -> {
        float value = Float.intBitsToFloat(random.nextInt());
        yield of("float", b -> b.append(value), s -> s.append(value));
      }
      case 10 -> {
        boolean value = random.nextBoolean();
        yield of("boolean", b -> b.append(value), s -> s.append(value));
      }
      case 11 -> replacing(random, text);
      case 12 -> {
        String wellFormed = new String(text.getBytes(UTF_8), UTF_8);
        byte[] bytes = ("x" + wellFormed + "y").getBytes(UTF_8);
        yield of("UTF-8", b -> b.appendUtf8(bytes, 1, bytes.length - 2), s -> s.append(wellFormed));
      }
      case 13 -> codePoints(random, text);
      // As if nothing had been appended before, which is rare otherwise.
      case 14 -> of("clear", Utf8Builder::clear, s -> s.setLength(0));
      case 15 -> take();
      case 16 -> {
        CharSequence chars = sequence(random, text);
        yield of("sequence", b -> b.append(chars), s -> s.append(text));
      }
      case 17 -> {
        CharSequence chars = sequence(random, text);
        int from = random.nextInt(text.length() + 1);
        int to = from + random.nextInt(text.length() - from + 1);
        yield of("part of sequence", b -> b.append(chars, from, to), s -> s.append(text, from, to));
      }
      case 18 -> {
        char[] chars = text.toCharArray();
        int from = random.nextInt(chars.length + 1);
        int count = random.nextInt(chars.length - from + 1);
        yield random.nextBoolean()
            ? of("array", b -> b.append(chars), s -> s.append(chars))
            : of(
                "part of array",
                b -> b.append(chars, from, count),
                s -> s.append(chars, from, count));
      }
      case 19 -> {
        Object value = Seeded.oneOf(random, new Object[] {Optional.of(text), Map.of(text, 1), 7L});
        yield of("object", b -> b.append(value), s -> s.append(value));
      }
      case 20 -> ofNull(random);
      default -> truncate(random, before);
    };
  }

  private static BuilderCall ofNull(RandomGenerator random) {
    String text = null;
    int count = random.nextInt(5);
    return switch (random.nextInt(6)) {
      case 0 -> of("null", b -> b.append(text), s -> s.append(text));
      case 1 -> of("part of null", b -> b.append(text, 0, count), s -> s.append(text, 0, count));
      case 2 -> of("null repeated", b -> b.repeat(text, count), s -> s.repeat(text, count));
      case 3 -> of("null object", b -> b.append((Object) text), s -> s.append((Object) text));
      case 4 ->
          of("null chars", b -> b.append((CharSequence) text), s -> s.append((CharSequence) text));
      default ->
          of(
              "part of null chars",
              b -> b.append((CharSequence) text, count, 4),
              s -> s.append((CharSequence) text, count, 4));
    };
  }

  private static BuilderCall of(
      String name, Consumer<Utf8Builder> actual, Consumer<StringBuilder> expected) {
    return new BuilderCall(name, actual, expected);
  }

  /// The same text, as a class of the JDK and as another.
  @SuppressWarnings("UnnecessaryStringBuilder") // One of the classes that are to be appended.
  private static CharSequence sequence(RandomGenerator random, String text) {
    return Seeded.oneOf(
        random,
        new CharSequence[] {
          text, new StringBuilder(text), CharBuffer.wrap(text.toCharArray()), new Chars(text)
        });
  }

  private record Chars(String text) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Chars(text.substring(start, end));
    }
  }

  private static BuilderCall replacing(RandomGenerator random, String text) {
    char target = text.isEmpty() ? 'a' : text.charAt(random.nextInt(text.length()));
    char replacement = "a\u00E9\u4E2D\0".charAt(random.nextInt(4));
    return Character.isSurrogate(target)
        ? of("nothing", b -> {}, s -> {})
        : of(
            "replacing",
            b -> b.appendReplacing(text, target, replacement),
            s -> s.append(text.replace(target, replacement)));
  }

  /// The chars of `text` one by one, or its code points.
  private static BuilderCall codePoints(RandomGenerator random, String text) {
    int[] codePoints = (random.nextBoolean() ? text.chars() : text.codePoints()).toArray();
    int from = random.nextInt(codePoints.length + 1);
    int count = random.nextInt(codePoints.length - from + 1);
    return of(
        "code points",
        b -> b.appendCodePoints(codePoints, from, count),
        s -> {
          for (int i = 0; i < count; i++) {
            s.appendCodePoint(codePoints[from + i]);
          }
        });
  }

  private static BuilderCall take() {
    byte[][] taken = new byte[1][];
    return of(
        "take",
        b -> taken[0] = b.takeByteArray(),
        s -> {
          if (!Arrays.equals(taken[0], s.toString().getBytes(UTF_8))) {
            throw new AssertionError("taken " + taken[0].length);
          }
          s.setLength(0);
        });
  }

  /// To anywhere but behind a lone high surrogate, which is no longer open for its partner then.
  private static BuilderCall truncate(RandomGenerator random, StringBuilder before) {
    int end = random.nextInt(before.length() + 1);
    while (end > 0 && Character.isHighSurrogate(before.charAt(end - 1))) {
      end--;
    }
    int chars = end;
    int bytes = before.substring(0, end).getBytes(UTF_8).length;
    return of("truncate", b -> b.truncate(bytes), s -> s.setLength(chars));
  }

  private static String text(RandomGenerator random) {
    Content[] contents = Content.values();
    int length =
        switch (random.nextInt(20)) {
          case 0 -> random.nextInt(2500);
          case 1, 2, 3 -> 0;
          case 4, 5, 6, 7, 8 -> 1 + random.nextInt(3);
          default -> random.nextInt(50);
        };
    Content content = random.nextBoolean() ? Content.MALFORMED : Seeded.oneOf(random, contents);
    return content.text(random, length);
  }

  private static char anyChar(RandomGenerator random) {
    return switch (random.nextInt(4)) {
      case 0 -> (char) random.nextInt(0x80);
      case 1 -> (char) random.nextInt(0x1_0000);
      case 2 -> (char) (0xD800 + random.nextInt(0x400));
      default -> (char) (0xDC00 + random.nextInt(0x400));
    };
  }
}
