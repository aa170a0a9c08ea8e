// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.memory.Bytes;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Messages in native memory, with native access and without.
class NativeMemoryTest {
  record Message(
      @ProtoField(1) long id,
      @ProtoField(2) String text,
      @ProtoField(3) Bytes content,
      @ProtoField(4) List<Message> parts,
      @ProtoField(5) Map<Integer, String> names) {}

  private static final ProtoType<Message> MESSAGE =
      ProtoType.of(MethodHandles.lookup(), Message.class);

  private static Message message(int parts, String text) {
    Message part =
        new Message(5, text, Bytes.of(new byte[] {1, 2, 3}), List.of(), Map.of(1, "one"));
    return new Message(
        -7, "root", Bytes.of(new byte[9_000]), Collections.nCopies(parts, part), Map.of());
  }

  @Test
  void isWrittenAndReadInPlace() {
    for (String text : List.of("a", "Gr\u00FC\u00DFe", "\u65E5\u672C".repeat(3_000))) {
      Message message = message(40, text);
      byte[] expected = MESSAGE.toByteArray(message);
      try (Arena arena = Arena.ofConfined()) {
        Bytes memory = Bytes.of(arena.allocate(expected.length));
        ProtoWriter writer = ProtoWriter.of(memory);
        MESSAGE.write(message, writer);
        writer.finish();
        byte[] written = new byte[expected.length];
        memory.copyTo(0, written, 0, written.length);
        assertThat(written).isEqualTo(expected);
        Message read = MESSAGE.read(ProtoReader.of(memory));
        assertThat(MESSAGE.toByteArray(read)).isEqualTo(expected);
        assertThat(read.content().isNative()).isTrue();
        assertThat(read.parts()).hasSize(40);
      }
    }
  }

  @Test
  void memoryThatIsTooSmallIsRefused() {
    byte[] expected = MESSAGE.toByteArray(message(3, "text"));
    try (Arena arena = Arena.ofConfined()) {
      ProtoWriter writer = ProtoWriter.of(Bytes.of(arena.allocate(expected.length - 1)));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> MESSAGE.write(message(3, "text"), writer));
    }
  }

  @Test
  void closedMemoryIsNeitherReadNorWritten() {
    Bytes memory;
    try (Arena arena = Arena.ofConfined()) {
      memory = Bytes.of(arena.allocate(100));
    }
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> MESSAGE.read(ProtoReader.of(memory)));
    ProtoWriter writer = ProtoWriter.of(memory);
    writer.writeInt32(1, 1);
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(writer::finish);
  }
}
