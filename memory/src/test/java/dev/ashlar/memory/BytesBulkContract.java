// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// What [Bytes] copy to and from other types, and search; judged by arrays and buffers.
abstract class BytesBulkContract extends BytesContract {
  private static void refused(ThrowingCallable call) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(call);
  }

  private ByteBuffer expected() {
    return ByteBuffer.wrap(content()).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void describesItself() {
    assertThat(bytes.toString())
        .startsWith("Bytes[byteSize=" + SIZE + ", accessPath=" + access())
        .endsWith(isReadOnly() ? ", readOnly]" : access() + "]");
  }

  @Test
  void hasACopyAsArray() {
    assertThat(bytes.toByteArray()).isEqualTo(content());
    assertThat(bytes.asSlice(3, 5).toByteArray()).isEqualTo(Arrays.copyOfRange(content(), 3, 8));
    assertThat(bytes.asSlice(SIZE).toByteArray()).isEmpty();
  }

  @Test
  void readsUnsigned() {
    ByteBuffer expected = expected();
    for (int at = 0; at <= SIZE - Integer.BYTES; at++) {
      assertThat(bytes.getUnsignedByte(at)).isEqualTo(bytes.getUnsignedByte((long) at));
      assertThat(bytes.getUnsignedByte(at)).isEqualTo(expected.get(at) & 0xFF);
      assertThat(bytes.getUnsignedShort(at)).isEqualTo(expected.getShort(at) & 0xFFFF);
      assertThat(bytes.getUnsignedShort((long) at)).isEqualTo(expected.getShort(at) & 0xFFFF);
      assertThat(bytes.getUnsignedInt(at)).isEqualTo(expected.getInt(at) & 0xFFFF_FFFFL);
      assertThat(bytes.getUnsignedInt((long) at)).isEqualTo(expected.getInt(at) & 0xFFFF_FFFFL);
    }
    BigEndianBytes big = bytes.bigEndian();
    expected.order(ByteOrder.BIG_ENDIAN);
    for (int at = 0; at <= SIZE - Integer.BYTES; at++) {
      assertThat(big.getUnsignedShort(at)).isEqualTo(expected.getShort(at) & 0xFFFF);
      assertThat(big.getUnsignedShort((long) at)).isEqualTo(expected.getShort(at) & 0xFFFF);
      assertThat(big.getUnsignedInt(at)).isEqualTo(expected.getInt(at) & 0xFFFF_FFFFL);
      assertThat(big.getUnsignedInt((long) at)).isEqualTo(expected.getInt(at) & 0xFFFF_FFFFL);
    }
  }

  @Test
  void findsTheFirstByte() {
    byte[] content = content();
    for (int from = 0; from < SIZE; from++) {
      for (int length = 0; length <= SIZE - from; length++) {
        byte value =
            random.nextInt(4) == 0
                ? (byte) random.nextInt()
                : content[from + random.nextInt(SIZE - from)];
        int expected = from;
        while (expected < from + length && content[expected] != value) {
          expected++;
        }
        assertThat(bytes.indexOf(from, length, value))
            .isEqualTo(expected == from + length ? -1 : expected);
      }
    }
    assertThat(bytes.indexOf(content[0])).isZero();
    refused(() -> bytes.indexOf(1, SIZE, (byte) 0));
    refused(() -> bytes.indexOf(-1, 1, (byte) 0));
  }

  @Test
  void findsAmongBytesThatDifferByOneBit() {
    if (isReadOnly()) {
      return;
    }
    for (int value = 0; value < 256; value++) {
      bytes.fill(0, SIZE, (byte) (value ^ 1));
      bytes.setByte(SIZE - 9, (byte) value);
      bytes.setByte(SIZE - 8, (byte) (value ^ 0x80));
      assertThat(bytes.indexOf((byte) value)).isEqualTo(SIZE - 9);
      assertThat(bytes.indexOf(SIZE - 8, 8, (byte) value)).isEqualTo(-1);
    }
  }

  @Test
  void copiesToAndFromSegments() {
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment other :
          List.of(
              MemorySegment.ofArray(new byte[SIZE + 2]),
              MemorySegment.ofArray(new long[SIZE / Long.BYTES + 1]),
              arena.allocate(SIZE + 2))) {
        bytes.copyTo(3, other, 1, SIZE - 3);
        assertThat(other.asSlice(1, SIZE - 3).mismatch(judge.asSlice(3))).isEqualTo(-1);
        refused(() -> bytes.copyTo(0, other, 0, SIZE + 1));
        refused(() -> bytes.copyTo(0, other, other.byteSize() - 1, 2));
        refused(() -> bytes.copyTo(-1, other, 0, 1));
        assertThatExceptionOfType(IllegalArgumentException.class)
            .isThrownBy(() -> bytes.copyTo(0, other.asReadOnly(), 0, 1));
        if (!isReadOnly()) {
          other.copyFrom(MemorySegment.ofArray(randomBytes(SIZE)));
          bytes.copyFrom(2, other, 1, SIZE - 2);
          assertThat(judge.asSlice(2).mismatch(other.asSlice(1, SIZE - 2))).isEqualTo(-1);
          refused(() -> bytes.copyFrom(1, other, 0, SIZE));
          refused(() -> bytes.copyFrom(0, other, other.byteSize(), 1));
        }
      }
    }
  }

  @Test
  void copiesToAndFromBuffers() {
    byte[] array = new byte[SIZE + 8];
    for (ByteBuffer other :
        List.of(
            ByteBuffer.wrap(array),
            ByteBuffer.wrap(array).slice(3, SIZE + 4),
            ByteBuffer.allocateDirect(SIZE + 8).order(ByteOrder.LITTLE_ENDIAN))) {
      other.position(5).limit(SIZE + 2);
      bytes.copyTo(3, other, 1, SIZE - 3);
      assertThat(MemorySegment.ofBuffer(other.slice(1, SIZE - 3)).mismatch(judge.asSlice(3)))
          .isEqualTo(-1);
      refused(() -> bytes.copyTo(0, other, 3, SIZE));
      refused(() -> bytes.copyTo(0, other, -1, 1));
      refused(() -> bytes.copyTo(1, other, 0, SIZE));
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> bytes.copyTo(0, other.asReadOnlyBuffer(), 0, 1));
      if (!isReadOnly()) {
        ByteBuffer source = random.nextBoolean() ? other : other.asReadOnlyBuffer();
        other.duplicate().clear().put(randomBytes(SIZE));
        bytes.copyFrom(2, source, 1, SIZE - 2);
        assertThat(judge.asSlice(2).mismatch(MemorySegment.ofBuffer(other.slice(1, SIZE - 2))))
            .isEqualTo(-1);
        refused(() -> bytes.copyFrom(0, source, 3, SIZE));
        refused(() -> bytes.copyFrom(1, source, 0, SIZE));
      }
      assertThat(other.position()).isEqualTo(5);
      assertThat(other.limit()).isEqualTo(SIZE + 2);
    }
  }

  @Test
  void copiesToAndFromArraysOfEveryType() {
    for (Object array :
        List.of(
            new byte[9],
            new short[9],
            new char[9],
            new int[9],
            new long[9],
            new float[9],
            new double[9])) {
      ByteBuffer expected = expected();
      int width = widthOf(array);
      bytes.copyToArray(1, array, 2, 3);
      for (int i = 0; i < 9; i++) {
        Object value =
            i >= 2 && i < 5 ? valueAt(array, expected, 1 + (i - 2) * width) : zeroOf(array);
        assertThat(Array.get(array, i)).isEqualTo(value);
      }
      refused(() -> bytes.copyToArray(0, array, 7, 3));
      refused(() -> bytes.copyToArray(0, array, -1, 1));
      refused(() -> bytes.copyToArray(0, array, 0, -1));
      refused(() -> bytes.copyToArray(SIZE - width + 1, array, 0, 1));
      if (!isReadOnly()) {
        bytes.fill(0, SIZE, (byte) 7);
        bytes.copyFromArray(1, array, 2, 3);
        ByteBuffer written = expected();
        for (int i = 0; i < 3; i++) {
          assertThat(valueAt(array, written, 1 + i * width)).isEqualTo(Array.get(array, i + 2));
        }
        assertThat(written.get(0)).isEqualTo((byte) 7);
        assertThat(written.get(1 + 3 * width)).isEqualTo((byte) 7);
        refused(() -> bytes.copyFromArray(0, array, 9, 1));
        refused(() -> bytes.copyFromArray(SIZE - width + 1, array, 0, 1));
      }
    }
    for (Object other : List.of("text", new boolean[8], new String[8], new byte[8][8])) {
      assertThatIllegalArgumentException().isThrownBy(() -> bytes.copyToArray(0, other, 0, 1));
    }
  }

  private static Object zeroOf(Object array) {
    return Array.get(Array.newInstance(array.getClass().componentType(), 1), 0);
  }

  private static int widthOf(Object array) {
    return switch (array) {
      case byte[] _ -> 1;
      case short[] _ -> 2;
      case char[] _ -> 2;
      case int[] _ -> 4;
      case float[] _ -> 4;
      default -> 8;
    };
  }

  private static Object valueAt(Object array, ByteBuffer buffer, int at) {
    return switch (array) {
      case byte[] _ -> buffer.get(at);
      case short[] _ -> buffer.getShort(at);
      case char[] _ -> buffer.getChar(at);
      case int[] _ -> buffer.getInt(at);
      case long[] _ -> buffer.getLong(at);
      case float[] _ -> buffer.getFloat(at);
      default -> buffer.getDouble(at);
    };
  }
}
