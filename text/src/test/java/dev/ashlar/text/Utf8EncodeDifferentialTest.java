// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.testing.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every way to encode, into every kind of memory, against `String.getBytes`.
@ExtendWith(Seeded.class)
class Utf8EncodeDifferentialTest {
  private static final int GUARD = 24;
  private static final byte GUARD_BYTE = 0x5A;

  /// A char of each kind that the layout of UTF-8 tells apart, from both ends of its range.
  private static final char[][] KINDS = {
    {'\0', 'a', '\u007F'},
    {'\u0080', '\u00FF', '\u0400', '\u07FF'},
    {'\u0800', '\u4E2D', '\uD7FF', '\uE000', '\uFFFF'},
    {'\uD800', '\uDBFF'},
    {'\uDC00', '\uDFFF'}
  };

  private final Memory array = Memory.Kind.ARRAY.allocate(2 * GUARD + 1024);

  @Tag(Memory.ON_HEAP)
  @ParameterizedTest
  @EnumSource
  void everyCodePoint(Route route) {
    StringBuilder text = new StringBuilder();
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      text.setLength(0);
      check(route, text.appendCodePoint(codePoint).toString(), Malformed.REPLACE);
      if (route != Route.PLAIN) {
        // Long enough for each loop that takes several chars at once.
        text.append("\u00E9\u4E2D").repeat(codePoint, 9).append("abcdefghi");
        check(route, text.toString(), Malformed.REPLACE);
      }
    }
  }

  @Tag(Memory.ON_HEAP)
  @ParameterizedTest
  @EnumSource
  void theOddCharAtEveryPosition(Route route) {
    char[] backgrounds = {'a', '\u00E9', '\u0434', '\u4E2D'};
    String[] oddities = {
      "a", "\u0080", "\u07FF", "\u0800", "\uFFFF", "\uD83D\uDE00", "\uD800", "\uDFFF"
    };
    for (char background : backgrounds) {
      char[] all = new char[200];
      Arrays.fill(all, background);
      String plain = new String(all);
      // The plain loop does not know how long the text is.
      int longest = route == Route.PLAIN ? 20 : 200;
      for (int length = 0; length <= longest; length++) {
        for (int before = 0; before <= length; before++) {
          for (String odd : oddities) {
            String text = plain.substring(0, before) + odd + plain.substring(before, length);
            check(route, text, Malformed.REPLACE);
          }
        }
      }
    }
  }

  @Tag(Memory.ON_HEAP)
  @Test
  void aLoneSurrogateAtEveryPositionUnderEveryPolicy() {
    for (char background : new char[] {'a', '\u00E9', '\u4E2D'}) {
      for (int length : new int[] {1, 2, 3, 7, 8, 9, 16, 31, 32, 33, 40, 64, 100, 200}) {
        for (int at = 0; at < length; at++) {
          for (char lone : new char[] {'\uD800', '\uDBFF', '\uDC00', '\uDFFF'}) {
            char[] chars = new char[length];
            Arrays.fill(chars, background);
            chars[at] = lone;
            String text = new String(chars);
            for (Route route : Route.values()) {
              check(route, text, Malformed.REPLACE);
              check(route, text, Malformed.REPLACE_WITH_FFFD);
              check(route, text, Malformed.REPORT);
            }
          }
        }
      }
    }
  }

  /// All 5^8 of them: what the loops that look at eight chars at once decide on.
  @Tag(Memory.ON_HEAP)
  @Test
  void everySuccessionOfEightKinds(RandomGenerator random) {
    char[] chars = new char[8];
    for (int arrangement = 0; arrangement < 390_625; arrangement++) {
      int rest = arrangement;
      for (int i = 0; i < 8; i++) {
        char[] kind = KINDS[rest % 5];
        chars[i] = kind[random.nextInt(kind.length)];
        rest /= 5;
      }
      String text = new String(chars);
      check(Route.OWN, text, Malformed.REPLACE);
      if (arrangement % 16 == 0) {
        check(Route.SHARED, text + text, Malformed.REPLACE_WITH_FFFD);
        check(Route.PLAIN, text, Malformed.REPLACE_WITH_FFFD);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomTextAtEveryAlignment(Content content, RandomGenerator random) {
    Memory.Kind[] kinds = Memory.Kind.values();
    List<Memory> memories = new ArrayList<>();
    for (Memory.Kind kind : kinds) {
      memories.add(kind.allocate(16_000));
    }
    // Every length up to 600, and some of the others in each run.
    for (int length = 0; length <= 5000; length += length < 600 ? 1 : 1 + random.nextInt(5)) {
      String text = content.text(random, length);
      Memory memory = memories.get(random.nextInt(kinds.length));
      Route route = Seeded.oneOf(random, Route.values());
      Malformed malformed = Seeded.oneOf(random, Malformed.values());
      check(memory, route, text, GUARD + random.nextInt(16), malformed);
      if (length < 300) {
        for (Memory each : memories) {
          check(each, Route.SHARED, text, GUARD + length % 16, malformed);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void acrossTheEndsOfChunks(Route route, RandomGenerator random) {
    Memory memory = Memory.Kind.NATIVE_SEGMENT.allocate(40_000);
    String[] oddities = {"\uD83D\uDE00", "\uD83D", "\uDE00", "\uDE00\uD83D", "\u4E2D", "\u00E9"};
    for (int chunks = 1; chunks <= 3; chunks++) {
      int boundary = chunks * Scratch.CHUNK;
      for (int before = boundary - 4; before <= boundary + 2; before++) {
        for (int after : new int[] {0, 1, 2, 50, Scratch.CHUNK - 1, Scratch.CHUNK}) {
          for (String odd : oddities) {
            Content content = Seeded.oneOf(random, Content.values());
            String text = content.text(random, before) + odd + Content.ASCII.text(random, after);
            for (Malformed malformed : Malformed.values()) {
              check(memory, route, text, GUARD, malformed);
            }
          }
        }
      }
    }
  }

  @Tag(Memory.ON_HEAP)
  @ParameterizedTest
  @EnumSource
  void millionsOfChars(Route route, RandomGenerator random) {
    for (Content content : new Content[] {Content.ASCII, Content.MIXED, Content.CHARS}) {
      String text = content.text(random, 1_500_000);
      check(Memory.Kind.ARRAY.allocate(4_500_100), route, text, GUARD, Malformed.REPLACE);
    }
  }

  private void check(Route route, String text, Malformed malformed) {
    check(array, route, text, GUARD + (text.length() & 7), malformed);
  }

  private static void check(
      Memory memory, Route route, String text, int offset, Malformed malformed) {
    int lone = malformed == Malformed.REPORT ? Jdk.firstLoneSurrogate(text) : -1;
    byte[] encoded = Jdk.encode(text, malformed);
    memory.fill(GUARD_BYTE);
    byte[] expected = memory.bytes();
    if (lone >= 0) {
      assertThatThrownBy(() -> memory.encode(route, text, offset, malformed))
          .isInstanceOfSatisfying(
              MalformedTextException.class, e -> assertThat(e.index()).isEqualTo(lone));
      assertThatThrownBy(() -> route.encodedLength(text, malformed))
          .isInstanceOfSatisfying(
              MalformedTextException.class, e -> assertThat(e.index()).isEqualTo(lone));
    } else {
      System.arraycopy(encoded, 0, expected, offset, encoded.length);
      long length = memory.encode(route, text, offset, malformed);
      if (length != encoded.length || route.encodedLength(text, malformed) != encoded.length) {
        throw new AssertionError(
            "%s, %s: %d bytes, counted %d, not %d: %s"
                .formatted(
                    route,
                    malformed,
                    length,
                    route.encodedLength(text, malformed),
                    encoded.length,
                    shown(text)));
      }
    }
    int difference = Arrays.mismatch(memory.bytes(), expected);
    if (difference >= 0) {
      throw new AssertionError(
          "%s, %s: byte %d (offset %d, %d bytes) differs: %s"
              .formatted(route, malformed, difference, offset, encoded.length, shown(text)));
    }
  }

  private static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.chars().limit(400).forEach(c -> shown.append("%04X ".formatted(c)));
    return shown.toString();
  }
}
