// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.memory.Bytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What does not fit, and memory that may not be written: refused before the first byte.
class Utf8EncodeBoundsTest {
  private static final byte OLD = 0x5A;

  /// Shorter and longer than a chunk, of one and of several bytes a char.
  private static final List<String> TEXTS =
      List.of(
          "a",
          "\u00E9",
          "\uD83D\uDE00",
          "The quick brown fox jumps over the lazy dog, twice.",
          "Gr\u00FC\u00DFe \u4E2D\u6587 \uD83D\uDE00".repeat(7),
          "a".repeat(5000),
          "b".repeat(4095) + "\u4E2D",
          "\u4E2D".repeat(3000));

  @ParameterizedTest
  @EnumSource
  void exactRoomIsEnoughAndOneByteLessIsNot(Memory.Kind kind) {
    for (String text : TEXTS) {
      byte[] encoded = text.getBytes(UTF_8);
      Memory exact = kind.allocate(encoded.length);
      Memory small = kind.allocate(encoded.length + 1);
      small.fill(OLD);
      byte[] before = small.bytes();
      for (Route route : Route.values()) {
        for (Malformed malformed : Malformed.values()) {
          exact.fill(OLD);
          assertThat(exact.encode(route, text, 0, malformed)).isEqualTo(encoded.length);
          assertThat(exact.bytes()).isEqualTo(encoded);

          assertThatExceptionOfType(IndexOutOfBoundsException.class)
              .isThrownBy(() -> small.encode(route, text, 2, malformed))
              .withMessageContainingAll(
                  "takes " + encoded.length + " bytes",
                  "room for " + (encoded.length - 1) + " at offset 2",
                  "nothing was written");
          assertThat(small.bytes()).isEqualTo(before);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void noRoomThatIsTooSmallIsTouched(Memory.Kind kind) {
    String text = "ab\u00E9\u4E2D\uD83D\uDE00 and so on, for more than thirty-two chars";
    int needed = text.getBytes(UTF_8).length;
    for (int size = 0; size < needed; size++) {
      Memory memory = kind.allocate(size);
      memory.fill(OLD);
      byte[] before = memory.bytes();
      for (Route route : Route.values()) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> memory.encode(route, text, 0, Malformed.REPLACE));
      }
      assertThat(memory.bytes()).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource
  void offsetsOutsideOfTheTarget(Memory.Kind kind) {
    Memory memory = kind.allocate(100);
    memory.fill(OLD);
    byte[] before = memory.bytes();
    List<Long> offsets =
        new ArrayList<>(
            List.of(-1L, -100L, 101L, 0L + Integer.MIN_VALUE, 0L + Integer.MAX_VALUE, 2147483600L));
    if (kind.hasLongOffsets()) {
      offsets.addAll(
          List.of(1L << 32, (1L << 32) + 1, -1L << 32, 1L << 62, Long.MIN_VALUE, Long.MAX_VALUE));
    }
    for (long offset : offsets) {
      for (String text : List.of("", "abc", "\u4E2D", "x".repeat(2049), "\u00E9".repeat(5000))) {
        for (Route route : Route.values()) {
          for (Malformed malformed : Malformed.values()) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> memory.encode(route, text, offset, malformed))
                .withMessageContainingAll("" + offset, "100");
          }
        }
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> memory.encodeInto(Route.SHARED, text, 0, offset, 1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> memory.encodeInto(Route.SHARED, text, 0, offset, 0));
      }
    }
    assertThat(memory.bytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void theEmptyTextFitsAtTheVeryEnd(Memory.Kind kind) {
    for (Route route : Route.values()) {
      assertThat(kind.allocate(0).encode(route, "", 0, Malformed.REPORT)).isZero();
      assertThat(kind.allocate(9).encode(route, "", 9, Malformed.REPLACE)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLoneSurrogateBehindManyChunksIsFoundBeforeAnythingIsWritten(Memory.Kind kind) {
    Memory memory = kind.allocate(30_000);
    memory.fill(OLD);
    byte[] before = memory.bytes();
    String text = "x".repeat(9000) + "\uD800";
    for (Route route : Route.values()) {
      assertThatExceptionOfType(MalformedTextException.class)
          .isThrownBy(() -> memory.encode(route, text, 3, Malformed.REPORT))
          .withMessageContainingAll("U+D800", "9000")
          .satisfies(e -> assertThat(e.index()).isEqualTo(9000));
    }
    assertThat(memory.bytes()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"3", "6000"})
  void memoryThatMayNotBeWritten(int length) throws InterruptedException {
    String text = "x".repeat(length);
    byte[] array = new byte[10_000];
    refused(IllegalArgumentException.class, text, new Memory.OfBytes(Bytes.of(array).asReadOnly()));
    for (Function<MemorySegment, Memory> wrap : Memory.OF_SEGMENTS) {
      MemorySegment readOnly = MemorySegment.ofArray(array).asReadOnly();
      refused(IllegalArgumentException.class, text, wrap.apply(readOnly));

      Memory closed;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(10_000);
        Memory open = wrap.apply(segment);
        refused(IllegalArgumentException.class, text, wrap.apply(segment.asReadOnly()));
        OtherThread.run(() -> {
          refused(WrongThreadException.class, text, open);
          refused(WrongThreadException.class, text, wrap.apply(segment));
        });
        assertThat(open.bytes()).containsOnly(0);
        assertThat(open.encode(Route.SHARED, text, 1, Malformed.REPORT)).isEqualTo(length);
        closed = open;
      }
      refused(IllegalStateException.class, text, closed);
      try (Arena arena = Arena.ofShared()) {
        closed = wrap.apply(arena.allocate(10_000));
      }
      refused(IllegalStateException.class, text, closed);
    }
    assertThat(array).containsOnly(0);
  }

  /// `text` and the empty one.
  private static void refused(Class<? extends Exception> type, String text, Memory memory) {
    for (Route route : Route.values()) {
      for (Malformed malformed : Malformed.values()) {
        assertThatThrownBy(() -> memory.encode(route, text, 1, malformed)).isInstanceOf(type);
        assertThatThrownBy(() -> memory.encode(route, "", 1, malformed)).isInstanceOf(type);
      }
    }
    assertThatThrownBy(() -> memory.encodeInto(Route.SHARED, text, 0, 1, 100)).isInstanceOf(type);
    assertThatThrownBy(() -> memory.copyTo(Utf8Builder.of(text), 1)).isInstanceOf(type);
    assertThatThrownBy(() -> memory.copyTo(new Utf8Builder(), 1)).isInstanceOf(type);
  }

  @ParameterizedTest
  @CsvSource({"3", "6000"})
  void buffersThatMayNotBeWritten(int length) {
    String text = "x".repeat(length);
    for (ByteBuffer buffer :
        List.of(ByteBuffer.allocate(10_000), ByteBuffer.allocateDirect(10_000))) {
      Memory memory = new Memory.OfBuffer(buffer.asReadOnlyBuffer());
      for (Route route : Route.values()) {
        assertThatExceptionOfType(ReadOnlyBufferException.class)
            .isThrownBy(() -> memory.encode(route, text, 1, Malformed.REPLACE));
        assertThatExceptionOfType(ReadOnlyBufferException.class)
            .isThrownBy(() -> memory.encode(route, "", 1, Malformed.REPLACE));
      }
      assertThatExceptionOfType(ReadOnlyBufferException.class)
          .isThrownBy(() -> memory.encodeInto(Route.SHARED, text, 0, 1, 100));
    }
  }

  @Test
  void aBufferKeepsItsPositionAndIsBoundByItsLimit() {
    for (ByteBuffer buffer : List.of(ByteBuffer.allocate(64), ByteBuffer.allocateDirect(64))) {
      for (Route route : Route.values()) {
        Memory memory = new Memory.OfBuffer(buffer.clear().position(7).limit(40));
        assertThat(memory.encode(route, "\u00E9\u00E9", 36, Malformed.REPLACE)).isEqualTo(4);
        assertThat(memory.encode(route, "before", 0, Malformed.REPLACE)).isEqualTo(6);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> memory.encode(route, "abcde", 36, Malformed.REPLACE));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> memory.encode(route, "", 41, Malformed.REPLACE));
        assertThat(memory.encodeInto(route, "abcde", 0, 36, 4)).isEqualTo(4L << 32 | 4);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> memory.encodeInto(Route.SHARED, "abcde", 0, 36, 5));
        assertThat(memory.decode(36, 4, Malformed.REPORT)).isEqualTo("abcd");
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> memory.decode(36, 5, Malformed.REPLACE));
        assertThat(buffer.position()).isEqualTo(7);
        assertThat(buffer.limit()).isEqualTo(40);
        assertThat(buffer.limit(64).get(40)).isZero();
      }
    }
  }

  @Test
  void everyByteOrderIsTheSame() {
    ByteBuffer little = ByteBuffer.allocate(99).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    ByteBuffer big = ByteBuffer.allocate(99);
    String text = "Gr\u00FC\u00DFe \u4E2D\u6587 \uD83D\uDE00";
    assertThat(Utf8.encode(text, little, 5)).isEqualTo(Utf8.encode(text, big, 5));
    assertThat(little).isEqualTo(big);
  }

  /// Long offsets may not be cut to an int anywhere.
  @Test
  void beyondFourGigabytes(@TempDir Path folder) throws IOException {
    long size = (1L << 32) + 100_000;
    try (Arena arena = Arena.ofConfined();
        FileChannel file =
            FileChannel.open(
                folder.resolve("sparse"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.SPARSE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
      MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
      for (Function<MemorySegment, Memory> wrap : Memory.OF_SEGMENTS) {
        beyondFourGigabytes(mapped, wrap.apply(mapped));
      }
    }
  }

  private static void beyondFourGigabytes(MemorySegment mapped, Memory memory) {
    long size = mapped.byteSize();
    long offset = (1L << 32) + 3;
    for (String text : TEXTS) {
      byte[] encoded = text.getBytes(UTF_8);
      for (Route route : Route.values()) {
        mapped.asSlice(1L << 32).fill((byte) 0);
        assertThat(memory.encode(route, text, offset, Malformed.REPLACE)).isEqualTo(encoded.length);
        assertThat(mapped.asSlice(offset, encoded.length).toArray(JAVA_BYTE)).isEqualTo(encoded);
        assertThat(mapped.get(JAVA_BYTE, offset - 1)).isZero();
        assertThat(mapped.get(JAVA_BYTE, offset + encoded.length)).isZero();
        assertThat(mapped.get(JAVA_BYTE, 3)).isZero();
        assertThat(memory.encode(route, text, size - encoded.length, Malformed.REPORT))
            .isEqualTo(encoded.length);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(
                () -> memory.encode(route, text, size - encoded.length + 1, Malformed.REPLACE));
      }
      assertThat(memory.decode(offset, encoded.length, Malformed.REPORT)).isEqualTo(text);
      // All of the room there is: more than an int can say.
      Utf8.EncodeResult result =
          Utf8.EncodeResult.of(memory.encodeInto(Route.SHARED, text, 0, 0, size));
      assertThat(result.bytesWritten()).isEqualTo(encoded.length);
      assertThat(result.charsRead()).isEqualTo(text.length());
      mapped.asSlice(0, encoded.length).fill((byte) 0);
    }
    mapped.set(JAVA_BYTE, offset + 6, (byte) 0xFF);
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> memory.decode(offset, 20, Malformed.REPORT))
        .satisfies(e -> assertThat(e.index()).isEqualTo(offset + 6));
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> memory.decode(0, size, Malformed.REPLACE))
        .withMessageContaining("" + size);
  }

  @Test
  void nulls() {
    String noText = Nulls.ofType();
    byte[] noArray = Nulls.ofType();
    Bytes noBytes = Nulls.ofType();
    MemorySegment noSegment = Nulls.ofType();
    ByteBuffer noBuffer = Nulls.ofType();
    Malformed noPolicy = Nulls.ofType();
    byte[] array = new byte[9];
    Bytes bytes = Bytes.of(array);
    MemorySegment segment = MemorySegment.ofArray(array);
    ByteBuffer buffer = ByteBuffer.wrap(array);
    Utf8.Encoder encoder = Utf8.encoder();
    List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls =
        List.of(
            () -> Utf8.encodedLength(noText),
            () -> Utf8.encodedLength("", noPolicy),
            () -> Utf8.encoder(noPolicy),
            () -> Utf8.encode(noText, array, 0),
            () -> Utf8.encode("", noArray, 0),
            () -> Utf8.encode("", array, 0, noPolicy),
            () -> Utf8.encode(noText, bytes, 0),
            () -> Utf8.encode("", noBytes, 0),
            () -> Utf8.encode("", bytes, 0, noPolicy),
            () -> Utf8.encode(noText, segment, 0),
            () -> Utf8.encode("", noSegment, 0),
            () -> Utf8.encode("", segment, 0, noPolicy),
            () -> Utf8.encode(noText, buffer, 0),
            () -> Utf8.encode("", noBuffer, 0),
            () -> Utf8.encode("", buffer, 0, noPolicy),
            () -> encoder.encodedLength(noText),
            () -> encoder.encode(noText, array, 0),
            () -> encoder.encode("", noArray, 0),
            () -> encoder.encode(noText, bytes, 0),
            () -> encoder.encode("", noBytes, 0),
            () -> encoder.encode("", noSegment, 0),
            () -> encoder.encode("", noBuffer, 0),
            () -> Utf8.encodeInto(noText, 0, array, 0, 1),
            () -> Utf8.encodeInto("", 0, noArray, 0, 0),
            () -> Utf8.encodeInto(noText, 0, bytes, 0, 1),
            () -> Utf8.encodeInto("", 0, noBytes, 0, 0),
            () -> Utf8.encodeInto("", 0, noSegment, 0, 0),
            () -> Utf8.encodeInto("", 0, noBuffer, 0, 0),
            () -> Utf8.decode(noArray, 0, 0),
            () -> Utf8.decode(noBytes, 0, 0),
            () -> Utf8.decode(noSegment, 0, 0),
            () -> Utf8.decode(noBuffer, 0, 0),
            () -> Utf8.decode(array, 0, 1, noPolicy),
            () -> Utf8.decode(bytes, 0, 1, noPolicy),
            () -> Utf8.decode(segment, 0, 1, noPolicy),
            () -> Utf8.decode(buffer, 0, 1, noPolicy),
            () -> Utf8.isValid(noArray, 0, 0),
            () -> Utf8.isValid(noBytes),
            () -> Utf8.isValid(noSegment),
            () -> Utf8.isValid(noBuffer, 0, 0),
            () -> Utf8.isAscii(noArray, 0, 0),
            () -> Utf8.isAscii(noBytes),
            () -> Utf8.isAscii(noSegment),
            () -> Utf8.isAscii(noBuffer, 0, 0));
    for (int i = 0; i < calls.size(); i++) {
      assertThatNullPointerException().as("call %d", i).isThrownBy(calls.get(i));
    }
    assertThat(array).containsOnly(0);
  }
}
