// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.agrona;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.memory.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.AsciiNumberFormatException;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/// What a buffer wraps, and what Unsafe would not have noticed.
final class BytesBufferTest {
  @Test
  void aPartOfAnArrayIsWhereUnsafeBufferHasIt() {
    byte[] array = {1, 2, 3, 4, 5, 6, 7, 8};
    BytesBuffer ours = new BytesBuffer();
    ours.wrap(array, 2, 5);
    UnsafeBuffer theirs = new UnsafeBuffer(array, 2, 5);
    assertThat(ours.byteArray()).isSameAs(array);
    assertThat(ours.byteBuffer()).isNull();
    assertThat(ours.wrapAdjustment()).isEqualTo(theirs.wrapAdjustment());
    assertThat(ours.capacity()).isEqualTo(5);

    ByteBuffer slice = ByteBuffer.wrap(array).slice(1, 6).position(3);
    ours.wrap(slice, 2, 3);
    theirs.wrap(slice, 2, 3);
    assertThat(ours.byteArray()).isSameAs(array);
    assertThat(ours.byteBuffer()).isSameAs(slice);
    assertThat(ours.wrapAdjustment()).isEqualTo(theirs.wrapAdjustment());
    assertThat(ours.getByte(0)).isEqualTo(theirs.getByte(0)).isEqualTo((byte) 4);
  }

  @Test
  void aDirectBufferIsWhereUnsafeBufferHasIt() {
    ByteBuffer direct = ByteBuffer.allocateDirect(16).put(5, (byte) 9);
    BytesBuffer ours = new BytesBuffer();
    ours.wrap(direct, 4, 8);
    UnsafeBuffer theirs = new UnsafeBuffer(direct, 4, 8);
    assertThat(ours.byteArray()).isNull();
    assertThat(ours.byteBuffer()).isSameAs(direct);
    assertThat(ours.wrapAdjustment()).isEqualTo(theirs.wrapAdjustment()).isEqualTo(4);
    assertThat(ours.addressOffset()).isEqualTo(theirs.addressOffset());
    assertThat(ours.getByte(1)).isEqualTo((byte) 9);
  }

  @Test
  void otherBuffersAreWrappedByWhatTheyWrap() {
    byte[] array = {1, 2, 3, 4, 5, 6, 7, 8};
    ByteBuffer direct = ByteBuffer.allocateDirect(8).put(0, array);
    MemorySegment segment = Arena.ofAuto().allocate(8).copyFrom(MemorySegment.ofArray(array));
    BytesBuffer part = new BytesBuffer();
    part.wrap(new UnsafeBuffer(array, 1, 6), 2, 3);
    assertThat(part.getByte(0)).isEqualTo((byte) 4);
    assertThat(part.byteArray()).isSameAs(array);
    part.wrap(new UnsafeBuffer(direct, 1, 6), 2, 3);
    assertThat(part.getByte(0)).isEqualTo((byte) 4);
    assertThat(part.byteBuffer()).isSameAs(direct);
    part.wrap(new BytesBuffer(segment), 3, 3);
    assertThat(part.getByte(0)).isEqualTo((byte) 4);
    assertThat(part.addressOffset()).isEqualTo(segment.address() + 3);

    BytesBuffer whole = new BytesBuffer();
    whole.wrap(part);
    whole.putByte(0, (byte) 44);
    assertThat(part).isEqualTo(whole).hasSameHashCodeAs(whole);
    assertThatThrownBy(() -> part.wrap(new BytesBuffer(array), 4, 5))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void anAddressAloneIsRefusedWithTheRemedy() {
    long address = Arena.ofAuto().allocate(8).address();
    assertThatThrownBy(() -> new BytesBuffer().wrap(address, 8))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("reinterpret(8)");
    assertThatThrownBy(() -> new BytesBuffer().wrap(new UnsafeBuffer(address, 8)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("reinterpret");
    assertThatThrownBy(new BytesBuffer(new byte[8])::addressOffset)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("wrapAdjustment");
  }

  @Test
  void closedAndReadOnlyMemoryIsNoticed() {
    BytesBuffer buffer = new BytesBuffer();
    try (Arena arena = Arena.ofConfined()) {
      buffer.wrap(arena.allocate(8, 8));
      buffer.putLongRelease(0, 1);
    }
    assertThatThrownBy(() -> buffer.getLong(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> buffer.getLongVolatile(0)).isInstanceOf(IllegalStateException.class);
    BytesBuffer readOnly = new BytesBuffer(Bytes.of(new byte[8]).asReadOnly());
    assertThatThrownBy(() -> readOnly.putByte(0, (byte) 1)).isInstanceOf(Exception.class);
    assertThat(readOnly.getByte(0)).isZero();
  }

  @Test
  void atomicsNeedMemoryThatHasThem() {
    BytesBuffer heap = new BytesBuffer(new byte[16]);
    assertThatThrownBy(() -> heap.getAndAddLong(0, 1))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("native memory");
    assertThatThrownBy(() -> heap.putShortVolatile(0, (short) 1))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("native memory");
    assertThatThrownBy(heap::verifyAlignment).isInstanceOf(IllegalStateException.class);

    BytesBuffer longs = new BytesBuffer(MemorySegment.ofArray(new long[2]));
    assertThat(longs.getAndAddLong(8, 5)).isZero();
    assertThat(longs.getLongVolatile(8)).isEqualTo(5);

    MemorySegment memory = Arena.ofAuto().allocate(16, 8);
    new BytesBuffer(memory).verifyAlignment();
    BytesBuffer unaligned = new BytesBuffer(memory.asSlice(4));
    assertThatThrownBy(unaligned::verifyAlignment).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> unaligned.getLongVolatile(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// Agrona writes what is no number for the last two.
  @Test
  void naturalNumbersAreNotNegative() {
    BytesBuffer buffer = new BytesBuffer(new byte[32]);
    UnsafeBuffer theirs = new UnsafeBuffer(new byte[32]);
    for (int value : new int[] {-1, -10, Integer.MIN_VALUE}) {
      for (MutableDirectBuffer each : List.of(buffer, theirs)) {
        assertThatThrownBy(() -> each.putNaturalIntAscii(4, value))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> each.putNaturalIntAsciiFromEnd(value, 20))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> buffer.putNaturalLongAscii(4, value))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageContaining("putLongAscii");
      assertThatThrownBy(() -> buffer.putNaturalPaddedIntAscii(4, 12, value))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(buffer.putNaturalIntAsciiFromEnd(0, 20))
        .isEqualTo(theirs.putNaturalIntAsciiFromEnd(0, 20))
        .isEqualTo(20);
    assertThat(buffer.byteArray()).containsOnly(0);
  }

  @Test
  void numbersAtTheEndOfTheirRangeAreReadAndWritten() {
    BytesBuffer buffer = new BytesBuffer(new byte[32]);
    for (long value :
        new long[] {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE}) {
      int length = buffer.putLongAscii(3, value);
      assertThat(buffer.getStringWithoutLengthAscii(3, length)).isEqualTo(Long.toString(value));
      assertThat(buffer.parseLongAscii(3, length)).isEqualTo(value);
      if (value == (int) value) {
        assertThat(buffer.parseIntAscii(3, length)).isEqualTo((int) value);
      } else {
        assertThatThrownBy(() -> buffer.parseIntAscii(3, length))
            .isInstanceOf(AsciiNumberFormatException.class);
      }
    }
    for (String tooLarge : new String[] {"9223372036854775808", "-9223372036854775809"}) {
      int length = buffer.putStringWithoutLengthAscii(0, tooLarge);
      assertThatThrownBy(() -> buffer.parseLongAscii(0, length))
          .isInstanceOf(AsciiNumberFormatException.class)
          .hasMessageContaining(tooLarge);
    }
    int length = buffer.putStringWithoutLengthAscii(0, "2147483648");
    assertThatThrownBy(() -> buffer.parseIntAscii(0, length))
        .isInstanceOf(AsciiNumberFormatException.class);
    assertThatThrownBy(() -> buffer.parseNaturalIntAscii(0, length))
        .isInstanceOf(AsciiNumberFormatException.class);
  }
}
