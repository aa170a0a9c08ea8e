// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// Accesses at `int` offsets, in all kinds of memory. The judge is a buffer with the same content.
final class IntOffsetsTest {
  private static final int SIZE = 40;

  @Test
  void readAndWriteWhatABufferWould(TestReporter reporter) {
    long seed = Long.getLong("seed", System.nanoTime());
    reporter.publishEntry("seed", Long.toString(seed));
    Random random = new Random(seed);
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      for (Bytes bytes : kinds(confined, shared, SIZE)) {
        ByteBuffer judge = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        for (int round = 0; round < 2_000; round++) {
          long value = random.nextLong();
          int at = random.nextInt(SIZE - 7);
          write(bytes, judge, random.nextInt(7), at, value);
          assertSame(bytes, judge, random.nextInt(SIZE - 7));
        }
      }
    }
  }

  private static void write(Bytes bytes, ByteBuffer judge, int how, int at, long value) {
    switch (how) {
      case 0 -> {
        bytes.setByte(at, (byte) value);
        judge.put(at, (byte) value);
      }
      case 1 -> {
        bytes.setShort(at, (short) value);
        judge.putShort(at, (short) value);
      }
      case 2 -> {
        bytes.setInt(at, (int) value);
        judge.putInt(at, (int) value);
      }
      case 3 -> {
        bytes.setChar(at, (char) value);
        judge.putChar(at, (char) value);
      }
      case 4 -> {
        bytes.setFloat(at, (float) value);
        judge.putFloat(at, (float) value);
      }
      case 5 -> {
        bytes.setDouble(at, (double) value);
        judge.putDouble(at, (double) value);
      }
      default -> {
        bytes.setLong(at, value);
        judge.putLong(at, value);
      }
    }
  }

  private static void assertSame(Bytes bytes, ByteBuffer judge, int at) {
    long far = at;
    assertThat(bytes.getByte(at)).isEqualTo(judge.get(at)).isEqualTo(bytes.getByte(far));
    assertThat(bytes.getShort(at)).isEqualTo(judge.getShort(at)).isEqualTo(bytes.getShort(far));
    assertThat(bytes.getChar(at)).isEqualTo(judge.getChar(at)).isEqualTo(bytes.getChar(far));
    assertThat(bytes.getInt(at)).isEqualTo(judge.getInt(at)).isEqualTo(bytes.getInt(far));
    assertThat(bytes.getLong(at)).isEqualTo(judge.getLong(at)).isEqualTo(bytes.getLong(far));
    assertThat(Float.floatToRawIntBits(bytes.getFloat(at))).isEqualTo(judge.getInt(at));
    assertThat(Double.doubleToRawLongBits(bytes.getDouble(at))).isEqualTo(judge.getLong(at));
    assertThat(bytes.bigEndian().getLong(at)).isEqualTo(Long.reverseBytes(judge.getLong(at)));
    assertThat(bytes.bigEndian().getInt(at)).isEqualTo(Integer.reverseBytes(judge.getInt(at)));
  }

  @Test
  void refuseWhatIsNotInsideAndNameTheSize() {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      for (int size : new int[] {0, 1, 7, 8, SIZE}) {
        for (Bytes bytes : kinds(confined, shared, size)) {
          for (int at : new int[] {Integer.MIN_VALUE, -8, -1, size, size + 1, Integer.MAX_VALUE}) {
            refuses(size, at, () -> bytes.getByte(at), () -> bytes.setByte(at, (byte) 1));
          }
          for (int at : new int[] {Integer.MIN_VALUE, -1, size - 1, Integer.MAX_VALUE - 1}) {
            refuses(size, at, () -> bytes.getShort(at), () -> bytes.setShort(at, (short) 1));
            refuses(size, at, () -> bytes.getInt(at), () -> bytes.setInt(at, 1));
            refuses(size, at, () -> bytes.getLong(at), () -> bytes.setLong(at, 1));
          }
          refuses(size, size - 3, () -> bytes.getInt(size - 3), () -> bytes.setInt(size - 3, 1));
          refuses(size, size - 7, () -> bytes.getLong(size - 7), () -> bytes.setLong(size - 7, 1));
        }
      }
    }
  }

  private static void refuses(int size, int at, Runnable read, Runnable write) {
    for (Runnable access : List.of(read, write)) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .as("offset %d of %d bytes", at, size)
          .isThrownBy(access::run)
          .withMessageContaining("of " + size + " bytes");
    }
  }

  private static List<Bytes> kinds(Arena confined, Arena shared, int size) {
    return List.of(
        Bytes.of(new byte[size]),
        Bytes.of(new byte[size + 9], 4, size),
        Bytes.of(ByteBuffer.allocateDirect(size)),
        Bytes.of(confined.allocate(Math.max(size, 1)).asSlice(0, size)),
        Bytes.of(shared.allocate(Math.max(size, 1)).asSlice(0, size)),
        Bytes.of(MemorySegment.ofArray(new long[size])).asSlice(0, size));
  }
}
