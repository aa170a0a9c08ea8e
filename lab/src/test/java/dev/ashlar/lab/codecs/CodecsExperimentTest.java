// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.access.Memories;
import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.codecs.Lz4.KnownSegmentLz4;
import dev.ashlar.lab.codecs.Lz4.MemoryLz4;
import dev.ashlar.lab.codecs.Lz4.PlainMemoryLz4;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.testing.Seeded;
import java.io.ByteArrayInputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorInputStream;
import org.apache.commons.compress.compressors.lz4.BlockLZ4CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class CodecsExperimentTest extends PairedExperimentContract {
  private static final MemoryLz4 OVER_MEMORY = new PlainMemoryLz4();

  CodecsExperimentTest() {
    super(new CodecsExperiment());
  }

  private static Memory memory(byte[] content, int byteSize) {
    Memory memory = Memories.ASHLAR.allocate(MemoryKind.HEAP, Math.max(byteSize, content.length));
    memory.putAll(content);
    return memory;
  }

  private static byte[] bytes(Memory memory, int byteSize) {
    byte[] bytes = new byte[byteSize];
    for (int i = 0; i < byteSize; i++) {
      bytes[i] = memory.getByte(i);
    }
    return bytes;
  }

  /// Random bytes, of few values so that they repeat.
  private static byte[] text(RandomGenerator random) {
    byte[] text = new byte[random.nextInt(3_000)];
    int values = 1 + random.nextInt(20);
    for (int i = 0; i < text.length; i++) {
      text[i] = i > 100 && random.nextInt(4) > 0 ? text[i - 97] : (byte) random.nextInt(values);
    }
    return text;
  }

  @Test
  void blocksAreReadByAnotherDecoder(RandomGenerator random) throws Exception {
    for (int turn = 0; turn < 200; turn++) {
      byte[] text = turn == 0 ? Samples.text() : text(random);
      Memory target = memory(new byte[0], Lz4.maxByteSize(text.length));
      int size = OVER_MEMORY.encode(memory(text, 16), text.length, target, Lz4.newTable());
      assertThat(size).isLessThanOrEqualTo(Lz4.maxByteSize(text.length));
      try (var decoder =
          new BlockLZ4CompressorInputStream(new ByteArrayInputStream(bytes(target, size)))) {
        assertThat(decoder.readAllBytes()).isEqualTo(text);
      }
    }
  }

  @Test
  void blocksOfAnotherEncoderAreRead(RandomGenerator random) throws Exception {
    int encoded = 0;
    for (int turn = 0; turn < 200; turn++) {
      byte[] text = text(random);
      var out = new java.io.ByteArrayOutputStream();
      try (var encoder = new BlockLZ4CompressorOutputStream(out)) {
        encoder.write(text);
      } catch (IndexOutOfBoundsException itsOwnDefect) {
        // In rewriteLastPairs, of one text in thousands.
        continue;
      }
      encoded++;
      byte[] block = out.toByteArray();
      int room = text.length + random.nextInt(20);
      Memory target = memory(new byte[0], Math.max(1, room));
      int size = OVER_MEMORY.decode(memory(block, 1), block.length, target, room);
      assertThat(bytes(target, size)).isEqualTo(text);
    }
    assertThat(encoded).isGreaterThan(190);
  }

  @Test
  void damagedBlocksAreRefusedOrDecodeToSomething(RandomGenerator random) {
    byte[] text = text(random);
    Memory target = memory(new byte[0], Lz4.maxByteSize(text.length));
    int size = OVER_MEMORY.encode(memory(text, 16), text.length, target, Lz4.newTable());
    byte[] block = bytes(target, size);
    for (int turn = 0; turn < 2_000; turn++) {
      byte[] damaged = Arrays.copyOf(block, 1 + random.nextInt(block.length));
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      Memory decoded = memory(new byte[0], Math.max(1, text.length));
      try {
        assertThat(OVER_MEMORY.decode(memory(damaged, 1), damaged.length, decoded, text.length))
            .isBetween(0, text.length);
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageContaining("The bytes ");
      }
    }
  }

  /// The decoder over segments against the one over [Memory], with damaged blocks among others.
  @Test
  void segmentsDecodeToTheSame(RandomGenerator random) {
    byte[] text = text(random);
    Memory target = memory(new byte[0], Lz4.maxByteSize(text.length));
    int size = OVER_MEMORY.encode(memory(text, 16), text.length, target, Lz4.newTable());
    byte[] block = bytes(target, size);
    for (int turn = 0; turn < 2_000; turn++) {
      byte[] read = turn == 0 ? block : Arrays.copyOf(block, 1 + random.nextInt(block.length));
      if (turn > 0) {
        read[random.nextInt(read.length)] = (byte) random.nextInt();
      }
      byte[] decoded = new byte[Math.max(1, text.length)];
      Memory expected = memory(new byte[0], decoded.length);
      int expectedSize = -1;
      int actualSize = -1;
      try {
        expectedSize = OVER_MEMORY.decode(memory(read, 1), read.length, expected, text.length);
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageContaining("The bytes ");
      }
      try {
        actualSize =
            new KnownSegmentLz4(false)
                .decode(
                    MemorySegment.ofArray(read),
                    read.length,
                    MemorySegment.ofArray(decoded),
                    text.length);
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageContaining("The bytes ");
      }
      assertThat(actualSize).isEqualTo(expectedSize);
      assertThat(decoded).isEqualTo(bytes(expected, decoded.length));
    }
  }

  @Test
  void theMessageIsWhatProtobufReads() throws Exception {
    Samples.Message message = Samples.message();
    CodedInputStream in = CodedInputStream.newInstance(message.bytes());
    long checksum = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      long value =
          switch (WireFormat.getTagWireType(tag)) {
            case WireFormat.WIRETYPE_VARINT -> in.readRawVarint64();
            case WireFormat.WIRETYPE_FIXED64 -> in.readFixed64();
            case WireFormat.WIRETYPE_FIXED32 -> in.readFixed32();
            default -> sum(in.readByteArray());
          };
      checksum = TagParser.add(checksum, WireFormat.getTagFieldNumber(tag), value);
    }
    assertThat(checksum).isEqualTo(message.checksum());
  }

  private static long sum(byte[] bytes) {
    long sum = bytes.length;
    int at = 0;
    for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
      long word = 0;
      for (int i = Long.BYTES - 1; i >= 0; i--) {
        word = (word << Byte.SIZE) | (bytes[at + i] & 0xFF);
      }
      sum += word;
    }
    for (; at < bytes.length; at++) {
      sum += bytes[at];
    }
    return sum;
  }

  @Test
  void aMessageThatIsCutIsRefused() {
    byte[] bytes = Samples.message().bytes();
    for (int size : new int[] {1, 1_000, 10_001}) {
      Memory memory = memory(Arrays.copyOf(bytes, size), 1);
      try {
        TagParser.checksum(memory, size);
      } catch (IllegalArgumentException cut) {
        assertThat(cut).hasMessageContaining("The message ");
      }
    }
    byte[] endless = new byte[20];
    Arrays.fill(endless, (byte) -1);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> TagParser.checksum(memory(endless, 1), endless.length))
        .withMessageContaining("varint");
  }
}
