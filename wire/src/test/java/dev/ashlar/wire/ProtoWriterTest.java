// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.Garbage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Misuse, failures, bounds and garbage.
class ProtoWriterTest {
  @ParameterizedTest
  @ValueSource(ints = {0, -1, 19_000, 19_999, 1 << 29, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void numbersNoFieldCanHave(int field) {
    ProtoWriter writer = ProtoWriter.create();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.writeInt32(field, 1))
        .withMessageContaining(Integer.toString(field));
    assertThatIllegalArgumentException().isThrownBy(() -> writer.beginMessage(field));
    assertThatIllegalArgumentException().isThrownBy(() -> writer.writeString(field, "a"));
    assertThat(writer.byteSize()).isZero();
  }

  @Test
  void endsWithoutBeginAndTheReverse() {
    ProtoWriter writer = ProtoWriter.create();
    assertThatIllegalStateException().isThrownBy(writer::endMessage);
    writer.beginMessage(1);
    assertThatIllegalStateException()
        .isThrownBy(writer::toByteArray)
        .withMessageContaining("1 mess");
    assertThatIllegalStateException().isThrownBy(writer::finish);
    writer.endMessage();
    assertThat(writer.toByteArray()).containsExactly(10, 0);
  }

  /// What is removed leaves no trace, and the messages around it may be of any size.
  @ParameterizedTest
  @ValueSource(ints = {0, 10, 1_000, 100_000})
  void whatIsRolledBack(int size) {
    ProtoWriter writer = ProtoWriter.create();
    ProtoWriter expected = ProtoWriter.create();
    for (int turn = 0; turn < 3; turn++) {
      writer.beginMessage(1);
      writer.writeBytes(2, new byte[size]);
      long mark = writer.mark();
      writer.beginMessage(3);
      writer.writeBytes(4, new byte[size]);
      writer.endMessage();
      writer.rollBack(mark);
      writer.rollBack(mark);
      writer.writeBool(5, true);
      writer.endMessage();

      expected.beginMessage(1);
      expected.writeBytes(2, new byte[size]);
      expected.writeBool(5, true);
      expected.endMessage();
    }
    assertThat(writer.toByteArray()).isEqualTo(expected.toByteArray());
    writer.rollBack(0);
    assertThat(writer.toByteArray()).isEmpty();
  }

  @Test
  void whatCannotBeRolledBack() {
    ProtoWriter writer = ProtoWriter.create();
    writer.writeBool(1, true);
    long mark = writer.mark();
    writer.beginMessage(2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.rollBack(mark))
        .withMessageContaining("" + mark);
    assertThatIllegalArgumentException().isThrownBy(() -> writer.rollBack(-1));
    writer.endMessage();
    assertThat(writer.toByteArray()).containsExactly(8, 1, 18, 0);

    ProtoWriter stream = ProtoWriter.of(new ByteArrayOutputStream(), 15);
    stream.writeBytes(1, new byte[100]);
    stream.rollBack(0);
    assertThatIllegalStateException()
        .isThrownBy(() -> stream.writeBool(1, true))
        .withMessageContaining("reset");
  }

  @Test
  void aDeclaredLengthIsChecked() {
    ProtoWriter writer = ProtoWriter.create();
    writer.beginMessage(1, 3);
    writer.writeInt32(1, 5);
    assertThatIllegalStateException()
        .isThrownBy(writer::endMessage)
        .withMessageContainingAll("3", "2");
    writer.addBool(true);
    writer.endMessage();
    assertThat(writer.toByteArray()).containsExactly(10, 3, 8, 5, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> writer.beginMessage(1, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> writer.beginMessage(1, 1L << 31));
  }

  @Test
  void aStatedMaximumHolds() {
    ProtoWriter writer = ProtoWriter.create(1000);
    writer.writeBytes(1, new byte[900]);
    assertThatThrownBy(() -> writer.writeBytes(1, new byte[98]))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContainingAll("100", "903", "1000");
    assertThatThrownBy(() -> writer.writePackedInt64(2, new long[500]))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> writer.writeString(3, "é".repeat(50)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    writer.writeString(3, "é".repeat(47));
    assertThat(writer.byteSize()).isEqualTo(999);
    assertThat(writer.toByteArray()).hasSize(999);
    assertThatIllegalArgumentException().isThrownBy(() -> ProtoWriter.create(3));
  }

  @Test
  void aStreamThatFailedStaysFailedUntilReset() {
    byte[] large = new byte[100_000];
    ProtoWriter writer =
        ProtoWriter.of(
            new OutputStream() {
              @Override
              public void write(int one) throws IOException {
                throw new IOException("disk full");
              }
            },
            1000);
    writer.writeInt32(1, 1);
    assertThatThrownBy(() -> writer.writeBytes(2, large))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("disk full");
    for (int i = 0; i < 3; i++) {
      assertThatIllegalStateException()
          .isThrownBy(() -> writer.writeInt32(1, 1))
          .withMessageContaining("reset");
      assertThatIllegalStateException().isThrownBy(() -> writer.beginMessage(1));
      assertThatIllegalStateException().isThrownBy(() -> writer.writeString(1, "a"));
      assertThatIllegalStateException().isThrownBy(writer::finish);
    }
    ByteArrayOutputStream works = new ByteArrayOutputStream();
    writer.reset(works);
    writer.writeBytes(2, large);
    writer.finish();
    assertThat(works.size()).isEqualTo(100_004);
    assertThat(writer.out.buffer.length).isLessThanOrEqualTo(1000);
  }

  @Test
  void messagesLargerThanTheBufferAreDeclared() {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    ProtoWriter writer = ProtoWriter.of(stream, 64);
    writer.beginMessage(1);
    writer.writeBytes(1, new byte[40]);
    assertThatIllegalStateException()
        .isThrownBy(() -> writer.writeBytes(1, new byte[40]))
        .withMessageContaining("beginMessage(field, length)");
    writer.endMessage();
    writer.beginMessage(1, 1_000 * 52);
    for (int i = 0; i < 1_000; i++) {
      writer.beginMessage(1);
      writer.writeString(2, "a".repeat(48));
      writer.endMessage();
    }
    writer.endMessage();
    writer.finish();
    assertThat(stream.size()).isEqualTo(44 + 4 + 52_000);
  }

  @Test
  void memoryThatEndsInBetween() {
    ProtoWriter writer;
    try (Arena arena = Arena.ofConfined()) {
      writer = ProtoWriter.of(Bytes.of(arena.allocate(100)));
      writer.writeInt32(1, 1);
    }
    assertThatIllegalStateException().isThrownBy(writer::finish).withMessageContaining("closed");
    assertThatIllegalStateException().isThrownBy(() -> writer.writeInt32(1, 1));
    assertThatThrownBy(() -> ProtoWriter.of(Bytes.of(new byte[4]).asReadOnly()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aValueThatCannotBeReadLeavesNoTrace() {
    Bytes closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = Bytes.of(arena.allocate(100));
    }
    ProtoWriter writer = ProtoWriter.create();
    writer.writeInt32(1, 1);
    assertThatIllegalStateException().isThrownBy(() -> writer.writeBytes(2, closed));
    assertThat(writer.toByteArray()).containsExactly(8, 1);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    ProtoWriter streaming = ProtoWriter.of(stream, 15);
    streaming.writeInt32(1, 1);
    assertThatIllegalStateException().isThrownBy(() -> streaming.writeBytes(2, closed));
    streaming.finish();
    assertThat(stream.toByteArray()).containsExactly(8, 1);
  }

  @Test
  void nothingIsAllocated() throws Throwable {
    String[] texts = {"http.request.method", "né日本\uD83D\uDE00", "ü".repeat(60), "a".repeat(5_000)};
    int[] ints = {1, -1, 300};
    long[] longs = {1, -1, 300};
    double[] doubles = {1, -1, 300};
    byte[] bytes = new byte[30];
    ProtoWriter writer = ProtoWriter.create();
    ProtoWriter stream = ProtoWriter.of(OutputStream.nullOutputStream(), 1 << 15);
    ProtoWriter[] writers = {writer, stream};
    Garbage.assertNone(i -> {
      long size = 0;
      for (ProtoWriter each : writers) {
        each.reset();
        each.beginMessage(1);
        each.writeInt64(2, i * 1_000L);
        each.writeString(3, texts[i & 3]);
        each.beginMessage(4);
        each.writeBytes(5, bytes);
        each.writePackedInt32(6, ints);
        each.writePackedSint64(7, longs);
        each.writePackedDouble(8, doubles);
        each.endMessage();
        each.endMessage();
        each.finish();
        size += each.byteSize();
      }
      return size;
    });
  }
}
