// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.Seeded;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The bytes of every kind of writer are those of protobuf-java.
@ExtendWith(Seeded.class)
class ProtoWriterDifferentialTest {
  private static final int MESSAGES = 1_000;

  @Test
  void growing(RandomGenerator random) {
    ProtoWriter reused = ProtoWriter.create();
    for (int i = 0; i < MESSAGES; i++) {
      Messages.Call[] calls = Messages.message(random, 5);
      byte[] expected = Messages.expected(calls);
      ProtoWriter writer = random.nextBoolean() ? reused : ProtoWriter.create();
      writer.reset();
      write(calls, writer);
      assertThat(writer.byteSize()).isEqualTo(expected.length);
      assertThat(writer.toByteArray()).isEqualTo(expected);
    }
  }

  @Test
  void arraysOfTheExactSizeAndLess(RandomGenerator random) {
    for (int i = 0; i < MESSAGES; i++) {
      Messages.Call[] calls = Messages.message(random, 3);
      byte[] expected = Messages.expected(calls);
      byte[] array = new byte[expected.length + 7];
      ProtoWriter writer = ProtoWriter.of(array, 3, expected.length + random.nextInt(2));
      write(calls, writer);
      assertThat(writer.toByteArray()).isEqualTo(expected);
      assertThat(Arrays.copyOfRange(array, 3, 3 + expected.length)).isEqualTo(expected);
      assertThat(array).startsWith(0, 0, 0).endsWith(0, 0, 0);
      if (expected.length > 0) {
        assertPrefixWithFailure(calls, expected, random.nextInt(expected.length));
      }
    }
  }

  /// Too small an array takes what fits of the whole calls, and nothing behind its end is touched.
  private static void assertPrefixWithFailure(Messages.Call[] calls, byte[] expected, int size) {
    byte[] array = new byte[expected.length + 20];
    Arrays.fill(array, (byte) 0x55);
    ProtoWriter writer = ProtoWriter.of(array, 0, size);
    int done = 0;
    for (Messages.Call call : calls) {
      long before = writer.byteSize();
      try {
        call.write(writer);
        done++;
      } catch (IndexOutOfBoundsException full) {
        if (writer.out.depth == 0) {
          assertThat(writer.byteSize()).isEqualTo(before);
          assertThat(writer.toByteArray()).isEqualTo(Messages.expected(Arrays.copyOf(calls, done)));
        }
        break;
      }
    }
    assertThat(done).isLessThan(calls.length);
    for (int i = size; i < array.length; i++) {
      assertThat(array[i]).isEqualTo((byte) 0x55);
    }
  }

  @Test
  void memory(RandomGenerator random) {
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < MESSAGES; i++) {
        Messages.Call[] calls = Messages.message(random, 3);
        byte[] expected = Messages.expected(calls);
        Bytes[] kinds = {
          Bytes.of(arena.allocate(Math.max(1, expected.length))).asSlice(0, expected.length),
          Bytes.of(new byte[expected.length + 2], 1, expected.length),
          Bytes.of(MemorySegment.ofArray(new long[expected.length / 8 + 1]))
        };
        for (Bytes kind : kinds) {
          ProtoWriter writer = ProtoWriter.of(kind);
          write(calls, writer);
          writer.finish();
          byte[] written =
              kind.asSlice(0, expected.length).asSegment().toArray(ValueLayout.JAVA_BYTE);
          assertThat(written).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void streams(RandomGenerator random) {
    for (int i = 0; i < MESSAGES; i++) {
      Messages.Call[] calls = Messages.message(random, 4);
      byte[] expected = Messages.expected(calls);
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      int size = 15 + random.nextInt(1 << random.nextInt(16));
      ProtoWriter writer = ProtoWriter.of(stream, size);
      try {
        write(calls, writer);
        writer.finish();
      } catch (IllegalStateException tooLarge) {
        assertThat(tooLarge).hasMessageContaining("declare its length");
        assertThat(expected.length).isGreaterThan(size);
        continue;
      }
      assertThat(stream.toByteArray()).isEqualTo(expected);
      assertThat(writer.byteSize()).isEqualTo(expected.length);
      assertThat(writer.out.buffer.length).isLessThanOrEqualTo(Math.max(size, 15));
    }
  }

  private static void write(Messages.Call[] calls, ProtoWriter writer) {
    for (Messages.Call call : calls) {
      call.write(writer);
    }
  }
}
