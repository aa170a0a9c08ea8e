// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.memory.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Ranges that are none, and memory that may not be read.
class Utf8DecodeBoundsTest {
  @ParameterizedTest
  @EnumSource
  void rangesOutside(Memory.Kind kind) {
    Memory memory = kind.allocate(10);
    long[][] bad = {
      {-1, 1},
      {0, -1},
      {0, 11},
      {11, 0},
      {10, 1},
      {5, 6},
      {Integer.MAX_VALUE, 1},
      {1, Integer.MAX_VALUE},
      {Integer.MAX_VALUE, Integer.MAX_VALUE},
      {Integer.MIN_VALUE, Integer.MIN_VALUE}
    };
    for (long[] range : bad) {
      refused(memory, range[0], range[1]);
    }
    if (kind.hasLongOffsets()) {
      for (long huge : new long[] {1L << 32, (1L << 32) + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
        refused(memory, huge, 1);
        refused(memory, 1, huge);
        refused(memory, huge, huge);
      }
    }
    assertThat(memory.decode(10, 0, Malformed.REPORT)).isEmpty();
  }

  private static void refused(Memory memory, long offset, long length) {
    for (Malformed malformed : Malformed.values()) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .as("offset %d, length %d", offset, length)
          .isThrownBy(() -> memory.decode(offset, length, malformed));
    }
    if (memory instanceof Memory.OfArray(byte[] array)) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> Utf8.isValid(array, (int) offset, (int) length));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> Utf8.isAscii(array, (int) offset, (int) length));
    }
  }

  @Test
  void readOnlyMemoryCanBeRead() {
    byte[] bytes = {'a', (byte) 0xC3, (byte) 0xA9};
    MemorySegment segment = MemorySegment.ofArray(bytes).asReadOnly();
    ByteBuffer buffer = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    assertThat(Utf8.decode(segment, 0, 3)).isEqualTo("a\u00E9");
    assertThat(Utf8.decode(buffer, 0, 3)).isEqualTo("a\u00E9");
    assertThat(Utf8.isValid(segment)).isTrue();
    assertThat(Utf8.isAscii(segment)).isFalse();
    assertThat(Utf8.isValid(buffer, buffer.position(), buffer.remaining())).isTrue();
    assertThat(Utf8.isAscii(buffer, buffer.position(), buffer.remaining())).isFalse();
    assertThat(Utf8.isAscii(segment.asSlice(0, 1))).isTrue();
    assertThat(Utf8.isValid(segment.asSlice(2))).isFalse();
    for (Bytes region :
        List.of(
            Bytes.of(bytes).asReadOnly(),
            Bytes.of(segment),
            Bytes.of(ByteBuffer.allocateDirect(3).put(bytes).flip().asReadOnlyBuffer()))) {
      assertThat(Utf8.decode(region, 0, 3)).isEqualTo("a\u00E9");
      assertThat(Utf8.isValid(region)).isTrue();
      assertThat(Utf8.isAscii(region)).isFalse();
      assertThat(Utf8.isAscii(region.asSlice(0, 1))).isTrue();
      assertThat(Utf8.isValid(region.asSlice(2))).isFalse();
    }
  }

  @Test
  void memoryThatMayNotBeRead() throws InterruptedException {
    for (Function<MemorySegment, Memory> wrap : Memory.OF_SEGMENTS) {
      Memory closed;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(100);
        Memory open = wrap.apply(segment);
        assertThat(open.decode(0, 100, Malformed.REPORT)).hasSize(100);
        OtherThread.run(() -> {
          refuses(WrongThreadException.class, open);
          refuses(WrongThreadException.class, wrap.apply(segment));
        });
        closed = open;
      }
      refuses(IllegalStateException.class, closed);
      try (Arena arena = Arena.ofShared()) {
        Memory open = wrap.apply(arena.allocate(100));
        OtherThread.run(() -> assertThat(open.isAscii()).isTrue());
        closed = open;
      }
      refuses(IllegalStateException.class, closed);
    }
  }

  private static void refuses(Class<? extends Exception> type, Memory memory) {
    assertThatThrownBy(() -> memory.decode(0, 100, Malformed.REPLACE)).isInstanceOf(type);
    assertThatThrownBy(() -> memory.decode(0, 0, Malformed.REPORT)).isInstanceOf(type);
    assertThatThrownBy(memory::isValid).isInstanceOf(type);
    assertThatThrownBy(memory::isAscii).isInstanceOf(type);
  }

  @Test
  void theExceptionSaysWhereAndWhat() {
    byte[] bytes = {'a', 'b', (byte) 0xE2, (byte) 0x82, 'c'};
    assertThatExceptionOfType(MalformedTextException.class)
        .isThrownBy(() -> Utf8.decode(bytes, 1, 4, Malformed.REPORT))
        .withMessageContainingAll("offset 2", "0xE2")
        .satisfies(e -> assertThat(e.index()).isEqualTo(2));
  }
}
