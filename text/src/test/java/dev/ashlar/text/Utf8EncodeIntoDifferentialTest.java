// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.testing.Seeded;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Encoding as far as it fits, against a loop over code points and `getBytes` of the prefix.
@ExtendWith(Seeded.class)
class Utf8EncodeIntoDifferentialTest {
  private static final byte GUARD_BYTE = 0x5A;
  private static final Utf8.EncodeResult NOTHING = new Utf8.EncodeResult(0, 0);

  @ParameterizedTest
  @EnumSource
  void everyLimit(Content content, RandomGenerator random) {
    Memory memory = Memory.Kind.ARRAY.allocate(400);
    for (int length = 0; length <= 100; length++) {
      String text = content.text(random, length);
      int from = random.nextInt(length + 1);
      int all = text.substring(from).getBytes(UTF_8).length;
      for (int limit = 0; limit <= all + 4; limit++) {
        check(memory, Route.SHARED, text, from, 10, limit);
        check(memory, Route.OWN, text, from, 10, limit);
        check(memory, Route.PLAIN, text, from, 10, limit);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfMemory(Memory.Kind kind, RandomGenerator random) {
    Memory memory = kind.allocate(20_000);
    for (Content content : Content.values()) {
      for (int round = 0; round < 60; round++) {
        String text = content.text(random, random.nextInt(6000));
        int from = random.nextInt(text.length() + 1);
        int limit = random.nextInt(19_900);
        Route route = List.of(Route.PLAIN, Route.OWN, Route.SHARED).get(round % 3);
        check(memory, route, text, from, random.nextInt(16), limit);
      }
    }
  }

  @Test
  void aroundTheEndsOfChunks() {
    Memory memory = Memory.Kind.ARRAY.allocate(20_000);
    for (String unit : new String[] {"a", "\u00E9", "\u4E2D", "\uD83D\uDE00", "a\uD83D\uDE00"}) {
      String text = unit.repeat(5000 / unit.length());
      int bytes = unit.getBytes(UTF_8).length;
      int chunk = Scratch.CHUNK / unit.length() * bytes;
      for (int boundary : new int[] {Scratch.CHUNK, chunk, 2 * chunk, 2 * Scratch.CHUNK}) {
        for (int limit = boundary - 6; limit <= boundary + 6; limit++) {
          for (int from = 0; from < 3; from++) {
            check(memory, Route.SHARED, text, from, 1, limit);
            check(memory, Route.OWN, text, from, 1, limit);
            check(memory, Route.PLAIN, text, from, 1, limit);
          }
        }
      }
    }
  }

  /// Resumed until all is done, the pieces make up the whole, through a buffer however small.
  @ParameterizedTest
  @EnumSource
  void resumed(Content content, RandomGenerator random) {
    for (int size = 4; size < 40; size++) {
      String text = content.text(random, 3000);
      byte[] piece = new byte[size];
      byte[] whole = new byte[9000];
      int end = 0;
      for (int from = 0; from < text.length(); ) {
        Utf8.EncodeResult result = Utf8.encodeInto(text, from, piece, 0, size);
        int written = result.bytesWritten();
        assertThat(written).isPositive();
        System.arraycopy(piece, 0, whole, end, written);
        end += written;
        from += result.charsRead();
      }
      assertThat(Arrays.copyOf(whole, end)).isEqualTo(text.getBytes(UTF_8));
    }
  }

  @Test
  void tooLittleRoomForTheFirstCharacterIsNoProgress() {
    byte[] target = new byte[3];
    assertThat(Utf8.encodeInto("\uD83D\uDE00", 0, target, 0, 3)).isEqualTo(NOTHING);
    assertThat(Utf8.encodeInto("\u4E2D", 0, target, 1, 2)).isEqualTo(NOTHING);
    assertThat(Utf8.encodeInto("\u00E9", 0, target, 2, 1)).isEqualTo(NOTHING);
    assertThat(Utf8.encodeInto("", 0, target, 3, 0)).isEqualTo(NOTHING);
    assertThat(target).containsOnly(0);
  }

  /// What stands before a lone surrogate is encoded; at a lone surrogate there is no progress but
  /// an exception.
  @ParameterizedTest
  @EnumSource
  void reportingStopsBeforeALoneSurrogate(Content content, RandomGenerator random) {
    Utf8.Encoder encoder = Utf8.encoder(Malformed.REPORT);
    for (int length : new int[] {0, 1, 5, 47, 48, 49, 100, 2047, 2048, 2049, 5000}) {
      String before = content.text(random, length).replaceAll("\\p{Cs}", "x");
      String text = before + "\uDC00" + "abc";
      byte[] expected = before.getBytes(UTF_8);
      for (int room : new int[] {expected.length, expected.length + 1, expected.length + 99}) {
        byte[] target = new byte[expected.length + 99];
        if (before.isEmpty()) {
          assertThatExceptionOfType(MalformedTextException.class)
              .isThrownBy(() -> encoder.encodeInto(text, 0, target, 0, 99))
              .satisfies(e -> assertThat(e.index()).isZero());
          assertThat(target).containsOnly(0);
        } else {
          assertThat(encoder.encodeInto(text, 0, target, 0, room))
              .isEqualTo(new Utf8.EncodeResult(before.length(), expected.length));
          assertThat(Arrays.copyOf(target, expected.length)).isEqualTo(expected);
          assertThatExceptionOfType(MalformedTextException.class)
              .isThrownBy(() -> encoder.encodeInto(text, before.length(), target, 0, 99))
              .satisfies(e -> assertThat(e.index()).isEqualTo(before.length()));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void rangesOutside(Memory.Kind kind) {
    Memory memory = kind.allocate(10);
    long[][] bad = {
      {-1, 0, 1},
      {4, 0, 1},
      {Integer.MAX_VALUE, 0, 1},
      {Integer.MIN_VALUE, 0, 1},
      {0, -1, 1},
      {0, 0, -1},
      {0, 0, 11},
      {0, 10, 1},
      {0, 5, 6},
      {0, 1, Integer.MAX_VALUE},
      {0, Integer.MAX_VALUE, Integer.MAX_VALUE},
      {0, 0, Integer.MIN_VALUE}
    };
    for (long[] call : bad) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .as("from %d, offset %d, length %d", call[0], call[1], call[2])
          .isThrownBy(
              () -> memory.encodeInto(Route.SHARED, "abc", (int) call[0], call[1], call[2]));
    }
    if (kind.hasLongOffsets()) {
      for (long length : new long[] {1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -1L << 32}) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> memory.encodeInto(Route.SHARED, "abc", 0, 1, length));
      }
    }
    assertThat(memory.bytes()).containsOnly(0);
  }

  private static void check(
      Memory memory, Route route, String text, int from, int offset, int limit) {
    int read = from;
    int size = 0;
    while (read < text.length()) {
      int codePoint = text.codePointAt(read);
      boolean lone = codePoint >= 0xD800 && codePoint <= 0xDFFF;
      int step = lone ? 1 : Character.toString(codePoint).getBytes(UTF_8).length;
      if (size + step > limit) {
        break;
      }
      size += step;
      read += Character.charCount(codePoint);
    }
    memory.fill(GUARD_BYTE);
    byte[] expected = memory.bytes();
    byte[] encoded = text.substring(from, read).getBytes(UTF_8);
    System.arraycopy(encoded, 0, expected, offset, encoded.length);

    Utf8.EncodeResult result =
        Utf8.EncodeResult.of(memory.encodeInto(route, text, from, offset, limit));
    if (result.charsRead() != read - from
        || result.bytesWritten() != size
        || !Arrays.equals(memory.bytes(), expected)) {
      throw new AssertionError(
          "%s: %d chars, %d bytes, not %d and %d, from %d of %d, limit %d"
              .formatted(
                  route,
                  result.charsRead(),
                  result.bytesWritten(),
                  read - from,
                  size,
                  from,
                  text.length(),
                  limit));
    }
  }
}
