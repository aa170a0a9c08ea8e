// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.testing.Garbage;
import dev.ashlar.text.Malformed;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said about malformed input, and what reading costs.
class ProtoReaderTest {
  @ParameterizedTest
  @CsvSource({
    "08, 1 bytes are missing, 1",
    "0880, 1 bytes are missing, 2",
    "08ffffffffffffffffffff01, more than 10 bytes, 11",
    "0d010203, 1 bytes are missing of 4, 1",
    "0a05010203, 2 bytes are missing of 5, 2",
    "0affffffff0f, negative: -1, 6",
    "00, number 0, 1",
    "0b, group of field 1 does not end, 1",
    "0b14, ends that is not open, 2",
    "0c, ends that is not open, 1",
    "0e, no wire type 6, 1",
  })
  void refusals(String hex, String reason, long offset) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    byte[] inside = new byte[bytes.length + 9];
    System.arraycopy(bytes, 0, inside, 4, bytes.length);
    ProtoReader reader = ProtoReader.of(inside, 4, bytes.length);
    assertThatThrownBy(
            () -> {
              for (int tag = reader.readTag(); tag != 0; tag = reader.readTag()) {
                reader.skipField(tag);
              }
            })
        .isInstanceOfSatisfying(
            ProtoFormatException.class,
            refusal -> {
              assertThat(refusal).hasMessageContaining(reason);
              assertThat(refusal.offset()).isEqualTo(offset);
            });
  }

  @Test
  void depth() {
    ProtoWriter writer = ProtoWriter.create();
    for (int i = 0; i < 101; i++) {
      writer.beginMessage(1);
    }
    for (int i = 0; i < 101; i++) {
      writer.endMessage();
    }
    ProtoReader reader = ProtoReader.of(writer.toByteArray());
    assertThatThrownBy(() -> descend(reader))
        .isInstanceOf(ProtoFormatException.class)
        .hasMessageContaining("more than 100 deep");
    reader.reset(writer.toByteArray(), 0, (int) writer.byteSize());
    assertThat(descend(reader.maxDepth(101))).isEqualTo(101);
  }

  private static int descend(ProtoReader reader) {
    int deepest = 0;
    while (reader.readTag() != 0) {
      long begun = reader.beginMessage();
      deepest = 1 + descend(reader);
      reader.endMessage(begun);
    }
    return deepest;
  }

  @Test
  void aMessageIsReadToItsEnd() {
    ProtoReader reader = ProtoReader.of(new byte[] {10, 2, 8, 1});
    reader.readTag();
    long begun = reader.beginMessage();
    assertThatIllegalStateException()
        .isThrownBy(() -> reader.endMessage(begun))
        .withMessageContaining("2 bytes are left");
  }

  @Test
  void malformedText() {
    byte[] bytes = {10, 3, 'a', (byte) 0xFF, 'b'};
    ProtoReader reader = ProtoReader.of(bytes);
    reader.readTag();
    assertThatThrownBy(reader::readString)
        .isInstanceOfSatisfying(
            ProtoFormatException.class, refusal -> assertThat(refusal.offset()).isEqualTo(3));
    reader.reset(bytes, 0, bytes.length);
    reader.readTag();
    assertThat(reader.readString(Malformed.REPLACE))
        .isEqualTo(new String(bytes, 2, 3, StandardCharsets.UTF_8));
  }

  @Test
  void aLengthAllocatesNothingThatIsNotThere() {
    byte[] bytes = HexFormat.of().parseHex("0affffffff07");
    ProtoReader reader = ProtoReader.of(bytes);
    assertThatThrownBy(
            () -> {
              reader.readTag();
              reader.readByteArray();
            })
        .isInstanceOf(ProtoFormatException.class);
    long before = Garbage.allocatedBytes();
    for (int i = 0; i < 3; i++) {
      reader.reset(bytes, 1, 5);
      try {
        switch (i) {
          case 0 -> reader.readByteArray();
          case 1 -> reader.readString();
          default -> reader.readPackedInt64();
        }
      } catch (ProtoFormatException expected) {
        continue;
      }
      throw new AssertionError();
    }
    assertThat(Garbage.allocatedBytes() - before).isLessThan(1 << 20);
  }

  @Test
  void nothingIsAllocated() throws Throwable {
    ProtoWriter writer = ProtoWriter.create();
    writer.beginMessage(1);
    writer.writeInt64(2, 1_000L);
    writer.writeDouble(3, 1);
    writer.writeString(4, "skipped");
    writer.endMessage();
    writer.writePackedInt32(5, new int[] {1, 2, -3});
    byte[] bytes = writer.toByteArray();
    ProtoReader reader = ProtoReader.of(bytes);
    Garbage.assertNone(i -> {
      reader.reset(bytes, 0, bytes.length);
      long sum = (long) i + reader.readTag();
      long begun = reader.beginMessage();
      for (int tag = reader.readTag(); tag != 0; tag = reader.readTag()) {
        switch (ProtoReader.fieldNumber(tag)) {
          case 2 -> sum += reader.readInt64();
          case 3 -> sum += (long) reader.readDouble();
          default -> reader.skipField(tag);
        }
      }
      reader.endMessage(begun);
      sum += reader.readTag();
      begun = reader.beginPacked();
      while (reader.hasRemaining()) {
        sum += reader.readInt32();
      }
      reader.endPacked(begun);
      return sum;
    });
  }
}
