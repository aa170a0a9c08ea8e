// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.testing.Seeded;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Decoding and checking against `new String` and the JDK's `CharsetDecoder`.
@ExtendWith(Seeded.class)
class Utf8DecodeDifferentialTest {
  /// Well-formed, over-long, surrogates, beyond Unicode, stray, and never used.
  private static final byte[][] SEQUENCES = {
    bytes(0x41),
    bytes(0xC2, 0x80),
    bytes(0xDF, 0xBF),
    bytes(0xE0, 0xA0, 0x80),
    bytes(0xED, 0x9F, 0xBF),
    bytes(0xEE, 0x80, 0x80),
    bytes(0xEF, 0xBF, 0xBF),
    bytes(0xF0, 0x90, 0x80, 0x80),
    bytes(0xF4, 0x8F, 0xBF, 0xBF),
    bytes(0xC0, 0x80),
    bytes(0xC1, 0xBF),
    bytes(0xE0, 0x80, 0x80),
    bytes(0xE0, 0x9F, 0xBF),
    bytes(0xF0, 0x80, 0x80, 0x80),
    bytes(0xF0, 0x8F, 0xBF, 0xBF),
    bytes(0xED, 0xA0, 0x80),
    bytes(0xED, 0xBF, 0xBF),
    bytes(0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80),
    bytes(0xF4, 0x90, 0x80, 0x80),
    bytes(0xF5, 0x80, 0x80, 0x80),
    bytes(0xF8, 0x88, 0x80, 0x80, 0x80),
    bytes(0xFC, 0x84, 0x80, 0x80, 0x80, 0x80),
    bytes(0x80),
    bytes(0xBF, 0xBF),
    bytes(0xFE),
    bytes(0xFF)
  };

  /// On the heap, where it costs little to make memory of the exact size again and again.
  private static final Memory.Kind[] SCANNED = {
    Memory.Kind.ARRAY,
    Memory.Kind.HEAP_SEGMENT,
    Memory.Kind.LONG_ARRAY_SEGMENT,
    Memory.Kind.HEAP_BUFFER,
    Memory.Kind.ARRAY_BYTES,
    Memory.Kind.LONG_ARRAY_BYTES
  };

  private final CharsetDecoder decoder = Jdk.decoder();
  private final CharBuffer chars = CharBuffer.allocate(300_000);

  @Tag(Memory.ON_HEAP)
  @Test
  void everySequenceOfOneAndTwoBytes() {
    for (int first = 0; first < 256; first++) {
      check(bytes(first));
      for (int second = 0; second < 256; second++) {
        byte[] sequence = bytes(first, second);
        check(sequence);
        check(join(sequence, ascii(40)));
        check(join(ascii(40), sequence));
      }
    }
  }

  /// With a first byte that is not ASCII; otherwise it is one of the shorter ones.
  @Tag(Memory.ON_HEAP)
  @Test
  void everySequenceOfThreeBytes() {
    byte[] sequence = new byte[3];
    for (int all = 0x80_0000; all < 0x100_0000; all++) {
      sequence[0] = (byte) (all >> 16);
      sequence[1] = (byte) (all >> 8);
      sequence[2] = (byte) all;
      checkQuickly(sequence);
    }
  }

  @Tag(Memory.ON_HEAP)
  @Test
  void sequencesOfFourBytes() {
    int[] ends = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xF0, 0xFF};
    for (int first = 0xE0; first < 0x100; first++) {
      for (int second = 0; second < 256; second++) {
        for (int third : ends) {
          for (int fourth : ends) {
            checkQuickly(bytes(first, second, third, fourth));
          }
        }
      }
    }
  }

  @Tag(Memory.ON_HEAP)
  @Test
  void everySequenceCutShortAtEveryPointInAsciiOfEveryLength() {
    for (byte[] sequence : SEQUENCES) {
      for (int cut = 1; cut <= sequence.length; cut++) {
        byte[] part = java.util.Arrays.copyOf(sequence, cut);
        for (int before = 0; before <= 70; before++) {
          check(join(ascii(before), part));
          check(join(ascii(before), part, ascii(70 - before)));
          check(join(ascii(before), bytes(0xC3, 0xA9), part, bytes(0xC3, 0xA9)));
        }
      }
    }
  }

  @Tag(Memory.ON_HEAP)
  @Test
  void everyTwoSequencesAndThree() {
    for (byte[] first : SEQUENCES) {
      for (byte[] second : SEQUENCES) {
        for (byte[] third : SEQUENCES) {
          byte[] all = join(first, second, third);
          for (int length = first.length; length <= all.length; length++) {
            checkQuickly(java.util.Arrays.copyOf(all, length));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomTextAndDamagedText(Content content, RandomGenerator random) {
    for (int round = 0; round < 1500; round++) {
      byte[] encoded =
          content.text(random, random.nextInt(round < 1400 ? 300 : 9000)).getBytes(UTF_8);
      check(encoded);
      for (int damage = random.nextInt(4); damage >= 0 && encoded.length > 0; damage--) {
        encoded[random.nextInt(encoded.length)] = (byte) random.nextInt(256);
      }
      check(encoded);
    }
  }

  @Test
  void noise(RandomGenerator random) {
    for (int round = 0; round < 20_000; round++) {
      byte[] noise = new byte[random.nextInt(64)];
      random.nextBytes(noise);
      check(noise);
    }
  }

  @ParameterizedTest
  @EnumSource
  void fromEveryKindOfMemory(Memory.Kind kind, RandomGenerator random) {
    Memory memory = kind.allocate(30_000);
    for (Content content : Content.values()) {
      for (int round = 0; round < 100; round++) {
        byte[] bytes = content.text(random, random.nextInt(9000)).getBytes(UTF_8);
        if (round % 4 == 0 && bytes.length > 0) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        checkIn(memory, bytes, random.nextInt(16));
      }
    }
  }

  /// Longer than the scratch may grow, and around the length where it stops.
  @ParameterizedTest
  @EnumSource
  void largeText(Memory.Kind kind, RandomGenerator random) {
    Memory memory = kind.allocate(300_000);
    byte[] euro = bytes(0xE2, 0x82, 0xAC);
    for (int size : new int[] {65_534, 65_535, 65_536, 65_537, 65_540, 131_072, 200_000}) {
      checkIn(memory, ascii(size), 3);
      checkIn(memory, join(ascii(size - 3), euro), 3);
      checkIn(memory, join(ascii(size - 2), bytes(0xE2, 0x82)), 3);
      byte[] mixed = Content.MIXED.text(random, size / 3).getBytes(UTF_8);
      checkIn(memory, mixed, 3);
      mixed[mixed.length - 1 - random.nextInt(100)] = (byte) 0xFF;
      checkIn(memory, mixed, 3);
    }
  }

  @Test
  void sequencesAcrossTheChunksOfAScan() {
    for (byte[] sequence : SEQUENCES) {
      for (int cut = 1; cut <= sequence.length; cut++) {
        byte[] part = java.util.Arrays.copyOf(sequence, cut);
        for (int chunks = 1; chunks <= 2; chunks++) {
          for (int at = -7; at <= 2; at++) {
            byte[] before = ascii(chunks * Source.SCAN_CHUNK + at);
            checkScan(join(before, part));
            checkScan(join(before, part, ascii(9)));
            checkScan(join(before, part, bytes(0xC3, 0xA9), ascii(Source.SCAN_CHUNK)));
          }
        }
      }
    }
  }

  @Test
  void aLongRunOfContinuationsAndOfLeads() {
    for (int value : new int[] {0x80, 0xBF, 0xC2, 0xE1, 0xF1, 0xFF}) {
      byte[] run = new byte[3 * Source.SCAN_CHUNK];
      java.util.Arrays.fill(run, (byte) value);
      check(run);
      checkScan(run);
    }
  }

  private static void checkScan(byte[] bytes) {
    boolean valid = Jdk.firstMalformed(bytes, 0, bytes.length) < 0;
    boolean ascii = isAscii(bytes);
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length + 10).position(4);
    buffer.put(bytes).limit(4 + bytes.length).position(4);
    if (Utf8.isValid(buffer, buffer.position(), buffer.remaining()) != valid
        || Utf8.isAscii(buffer, buffer.position(), buffer.remaining()) != ascii
        || buffer.position() != 4
        || buffer.limit() != 4 + bytes.length) {
      throw new AssertionError(
          "%d bytes, valid %b, ascii %b".formatted(bytes.length, valid, ascii));
    }
    for (Memory.Kind kind : SCANNED) {
      Memory memory = kind.allocate(bytes.length);
      memory.set(0, bytes);
      if (memory.isValid() != valid || memory.isAscii() != ascii) {
        throw new AssertionError(
            "%s: %d bytes, valid %b, ascii %b".formatted(kind, bytes.length, valid, ascii));
      }
    }
  }

  private void checkIn(Memory memory, byte[] bytes, int offset) {
    memory.fill((byte) 0x80);
    memory.set(offset, bytes);
    assertThat(memory.decode(offset, bytes.length, Malformed.REPLACE))
        .isEqualTo(new String(bytes, UTF_8));
    int bad = Jdk.firstMalformed(decoder, bytes, 0, bytes.length, chars);
    if (bad < 0) {
      assertThat(memory.decode(offset, bytes.length, Malformed.REPORT))
          .isEqualTo(new String(bytes, UTF_8));
    } else {
      assertThatExceptionOfType(MalformedTextException.class)
          .isThrownBy(() -> memory.decode(offset, bytes.length, Malformed.REPORT))
          .withMessageContainingAll(
              "offset " + (offset + bad), "0x%02X".formatted(bytes[bad] & 0xFF))
          .satisfies(e -> assertThat(e.index()).isEqualTo(offset + bad));
    }
  }

  /// All there is to know about `bytes`, in the midst of others.
  private void check(byte[] bytes) {
    byte[] surrounded = join(bytes(0xE2), bytes, bytes(0x80));
    checkQuickly(bytes);
    String expected = new String(bytes, UTF_8);
    int bad = Jdk.firstMalformed(decoder, bytes, 0, bytes.length, chars);
    boolean ascii = isAscii(bytes);
    if (!Utf8.decode(surrounded, 1, bytes.length).equals(expected)
        || !Utf8.decode(surrounded, 1, bytes.length, Malformed.REPLACE_WITH_FFFD).equals(expected)
        || Utf8.isValid(surrounded, 1, bytes.length) != (bad < 0)
        || Utf8.isAscii(surrounded, 1, bytes.length) != ascii
        || Decoding.decode(null, surrounded, 1, bytes.length, 0, Malformed.REPLACE)
                .compareTo(expected)
            != 0
        || reported(surrounded, bytes.length) != (bad < 0 ? -1 : bad + 1)) {
      throw new AssertionError(shown(bytes));
    }
  }

  private static long reported(byte[] surrounded, int length) {
    try {
      String decoded = Utf8.decode(surrounded, 1, length, Malformed.REPORT);
      return decoded.equals(new String(surrounded, 1, length, UTF_8)) ? -1 : -2;
    } catch (MalformedTextException e) {
      return e.index();
    }
  }

  /// Without exceptions, which take their time.
  private void checkQuickly(byte[] bytes) {
    int bad = Jdk.firstMalformed(decoder, bytes, 0, bytes.length, chars);
    if (!Utf8.decode(bytes, 0, bytes.length).equals(new String(bytes, UTF_8))
        || DecodeKernel.firstMalformed(bytes, 0, bytes.length) != bad) {
      throw new AssertionError(shown(bytes));
    }
  }

  private static boolean isAscii(byte[] bytes) {
    for (byte b : bytes) {
      if (b < 0) {
        return false;
      }
    }
    return true;
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static byte[] ascii(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (' ' + i % 95);
    }
    return bytes;
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }

  private static String shown(byte[] bytes) {
    return bytes.length + " bytes: " + java.util.HexFormat.ofDelimiter(" ").formatHex(bytes);
  }
}
