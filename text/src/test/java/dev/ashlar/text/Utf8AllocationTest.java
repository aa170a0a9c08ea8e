// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Bytes allocated per call, by the thread's own counter.
@ExtendWith(Seeded.class)
class Utf8AllocationTest {
  private static final int CALLS = 4_000;

  /// As many are taken in a run, other ones in each.
  private static final int CONTENTS = 5;

  /// Of a [Utf8.EncodeResult] that escapes.
  private static final int RESULT_BYTES = 24;

  /// All but buffers, of which a slice is made.
  private static final Memory.Kind[] CHECKED = {
    Memory.Kind.ARRAY,
    Memory.Kind.NATIVE_SEGMENT,
    Memory.Kind.ARRAY_BYTES,
    Memory.Kind.LONG_ARRAY_BYTES,
    Memory.Kind.NATIVE_BYTES
  };

  /// All but [Route#CONSTANT], which is made for each call. An array: a list's iterator is garbage.
  private static final Route[] NOTHING_MADE = {Route.SHARED, Route.OWN, Route.PLAIN};

  private static final int[] LENGTHS = {0, 5, 31, 32, 100, 700};

  /// What an object and the head of an array may take at most, and the rounding of both.
  private static final int STRING_AND_ARRAY = 24 + 16 + 8;

  @ParameterizedTest
  @EnumSource
  void encodingAllocatesNothing(Memory.Kind kind, RandomGenerator random) {
    Memory memory = kind.allocate(10_000);
    for (Content content : Slow.some(CONTENTS, List.of(Content.values()))) {
      String[] texts = texts(content, random);
      for (Route route : NOTHING_MADE) {
        String what = kind + " " + content + " " + route;
        assertThat(
                bytesOf(() -> {
                  for (String text : texts) {
                    memory.encode(route, text, 3, Malformed.REPLACE);
                  }
                }))
            .as(what)
            .isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void lengthsAllocateNothing(Content content, RandomGenerator random) {
    String[] texts = texts(content, random);
    assertThat(
            bytesOf(() -> {
              for (String text : texts) {
                for (Route route : NOTHING_MADE) {
                  route.encodedLength(text, Malformed.REPLACE_WITH_FFFD);
                }
              }
            }))
        .isZero();
  }

  /// Only a JVM that runs nothing else, and waits for compilations, is sure to inline the call,
  /// without which its result is made.
  @Test
  void partsAllocateNothing() throws Exception {
    ChildJvm.run("parts", 200, List.of("-Xbatch"), EncodeIntoProgram.class.getName());
  }

  /// In a JVM that has run all kinds of texts and memory, at most the results.
  @ParameterizedTest
  @EnumSource
  void partsAllocateTheirResultsAtMost(Content content, RandomGenerator random) {
    Memory[] memories = {
      Memory.Kind.ARRAY.allocate(1000),
      Memory.Kind.NATIVE_SEGMENT.allocate(1000),
      Memory.Kind.NATIVE_BYTES.allocate(1000)
    };
    String[] texts = texts(content, random);
    int count = CALLS / LENGTHS.length;
    long results = (long) count * texts.length * memories.length * 2 * RESULT_BYTES;
    Runnable calls =
        () -> {
          for (String text : texts) {
            for (Memory memory : memories) {
              memory.encodeInto(Route.PLAIN, text, 0, 7, 150);
              memory.encodeInto(Route.OWN, text, 0, 7, 150);
              memory.encodeInto(Route.SHARED, text, 0, 7, 150);
            }
          }
        };
    assertThat(bytesOf(count, results, calls)).isLessThanOrEqualTo(results);
  }

  @ParameterizedTest
  @EnumSource
  void writingAConstantAllocatesNothing(Content content, RandomGenerator random) {
    Utf8Constant[] constants =
        Arrays.stream(texts(content, random)).map(Utf8Constant::of).toArray(Utf8Constant[]::new);
    byte[] array = new byte[10_000];
    MemorySegment segment = Arena.ofAuto().allocate(10_000);
    Bytes bytes = Bytes.of(segment);
    ByteBuffer buffer = ByteBuffer.wrap(array);
    assertThat(
            bytesOf(() -> {
              for (Utf8Constant constant : constants) {
                constant.encode(array, 3);
                constant.encode(segment, 3);
                constant.encode(bytes, 3);
                constant.encode(buffer, 3);
              }
            }))
        .isZero();
  }

  @Test
  void textOfManyChunksAllocatesNothing(RandomGenerator random) {
    for (Memory.Kind kind : Memory.Kind.values()) {
      Memory memory = kind.allocate(50_000);
      for (Content content : Slow.some(CONTENTS, List.of(Content.values()))) {
        String text = content.text(random, 7000);
        assertThat(
                bytesOf(
                    200,
                    () -> {
                      memory.encode(Route.SHARED, text, 1, Malformed.REPLACE_WITH_FFFD);
                      memory.encode(Route.OWN, text, 1, Malformed.REPLACE);
                    }))
            .as("%s %s", kind, content)
            .isZero();
      }
    }
  }

  /// When no working memory is to be had, the public methods do without any.
  @Test
  void withoutScratchEncodingAllocatesNothing(RandomGenerator random) {
    Deque<Scratch> taken = ScratchPoolTest.takeAllOfThisThread();
    try {
      for (Memory.Kind kind : Memory.Kind.values()) {
        Memory memory = kind.allocate(10_000);
        String[] texts = texts(Content.MIXED, random);
        assertThat(
                bytesOf(
                    3000,
                    () -> {
                      for (String text : texts) {
                        memory.encode(Route.SHARED, text, 3, Malformed.REPLACE);
                        Utf8.encodedLength(text);
                      }
                    }))
            .as(kind.name())
            .isZero();
        // The result is there where the call is not inlined, as in a test of all kinds of memory.
        long results = 3000L * texts.length * RESULT_BYTES;
        assertThat(
                bytesOf(
                    3000,
                    results,
                    () -> {
                      for (String text : texts) {
                        memory.encodeInto(Route.SHARED, text, 0, 3, 200);
                      }
                    }))
            .as(kind.name())
            .isLessThanOrEqualTo(results);
      }
      assertThat(bytesOf(3000, appends(new Utf8Builder(20_000), random))).isZero();
    } finally {
      taken.forEach(ScratchPool::release);
    }
  }

  @Test
  void appendingAllocatesNothingOnceGrown(RandomGenerator random) {
    assertThat(bytesOf(3000, appends(new Utf8Builder(20_000), random))).isZero();
  }

  private static Runnable appends(Utf8Builder builder, RandomGenerator random) {
    String[] texts =
        Arrays.stream(Content.values())
            .map(content -> content.text(random, 100))
            .toArray(String[]::new);
    byte[] encoded = Content.MIXED.text(random, 100).getBytes(UTF_8);
    int[] codePoints = Content.MIXED.text(random, 100).codePoints().toArray();
    byte[] copy = new byte[20_000];
    return () -> {
      builder.clear();
      for (String text : texts) {
        builder.append(text).append(text, 3, 50).appendReplacing(text, 'a', '\u4E2D');
      }
      builder.append('\uD83D').append('\uDE00').appendCodePoint(0x1F600).append(Long.MIN_VALUE);
      builder
          .append(123456)
          .append(true)
          .append(-0.1)
          .append(1.7e-300)
          .append(3.4e38f)
          .repeat("ab\u00E9", 20)
          .repeat(0x1F600, 20);
      builder.appendUtf8(encoded, 0, encoded.length).truncate(builder.length());
      builder.appendCodePoints(codePoints, 0, codePoints.length);
      builder.copyTo(copy, 0);
    };
  }

  /// The text is in the first array, which is handed out, be the guess of its size bad.
  @Test
  void aTextMadeInOneGoIsOneArray(RandomGenerator random) {
    for (Content content : Slow.some(CONTENTS, List.of(Content.values()))) {
      String text = content.text(random, 2000);
      int[] codePoints = text.codePoints().limit(1000).toArray();
      long ofText = text.getBytes(UTF_8).length;
      long ofCodePoints = new String(codePoints, 0, codePoints.length).getBytes(UTF_8).length;
      char c = Character.isSurrogate(text.charAt(0)) ? 'x' : text.charAt(0);
      long ofChars = 2000L * ("" + c).getBytes(UTF_8).length;
      assertOneArray(ofText, () -> Utf8Builder.of(text).takeByteArray());
      assertOneArray(ofText, () -> new Utf8Builder(5).append(text).takeByteArray());
      assertOneArray(
          ofCodePoints,
          () ->
              new Utf8Builder(0)
                  .appendCodePoints(codePoints, 0, codePoints.length)
                  .takeByteArray());
      assertOneArray(ofChars, () -> new Utf8Builder(7).repeat(c, 2000).takeByteArray());
    }
  }

  private static void assertOneArray(long length, Runnable call) {
    // An array is all that is left when the call is compiled; before, some small objects.
    long allowed = 1000 * (length + 300);
    assertThat(bytesOf(1000, allowed, call)).isBetween(1000 * length, allowed);
  }

  @Test
  void checkingAllocatesNothing(RandomGenerator random) {
    for (Content content : Slow.some(CONTENTS, List.of(Content.values()))) {
      byte[] bytes = content.text(random, 3000).getBytes(UTF_8);
      for (Memory.Kind kind : CHECKED) {
        Memory memory = kind.allocate(bytes.length);
        memory.set(0, bytes);
        assertThat(
                bytesOf(
                    1000,
                    () -> {
                      memory.isAscii();
                      memory.isValid();
                    }))
            .as("%s %s", kind, content)
            .isZero();
      }
    }
  }

  /// The String and its array; beyond Latin-1 the array that the JDK's constructor tried first too.
  @ParameterizedTest
  @EnumSource
  void decodingAllocatesItsString(Memory.Kind kind, RandomGenerator random) {
    Memory memory = kind.allocate(10_000);
    for (Content content : Slow.some(CONTENTS, List.of(Content.values()))) {
      for (int length : LENGTHS) {
        byte[] bytes = content.text(random, length).getBytes(UTF_8);
        String text = new String(bytes, UTF_8);
        memory.set(2, bytes);
        boolean latin1 = text.chars().allMatch(c -> c < 0x100);
        long array = latin1 ? text.length() : 3L * text.length();
        int heads = latin1 ? STRING_AND_ARRAY : STRING_AND_ARRAY + 24;
        int calls = 2000;
        long allowed = calls * (array + heads);
        Runnable decode = () -> memory.decode(2, bytes.length, Malformed.REPLACE);
        assertThat(bytesOf(calls, allowed, decode))
            .as("%s %s %d", kind, content, length)
            .isLessThanOrEqualTo(allowed);
      }
    }
  }

  private static String[] texts(Content content, RandomGenerator random) {
    String[] texts = new String[LENGTHS.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = content.text(random, LENGTHS[i]);
    }
    return texts;
  }

  private static long bytesOf(Runnable calls) {
    return bytesOf(CALLS / LENGTHS.length, calls);
  }

  private static long bytesOf(int count, Runnable call) {
    return bytesOf(count, 0, call);
  }

  /// {@return the bytes allocated by `count` calls, once they are compiled}
  private static long bytesOf(int count, long allowed, Runnable call) {
    return Garbage.afterCompilation(
        allowed,
        () -> {
          for (int i = 0; i < count; i++) {
            call.run();
          }
        });
  }
}
