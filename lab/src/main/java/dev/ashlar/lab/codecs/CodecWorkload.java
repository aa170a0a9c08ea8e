// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import dev.ashlar.lab.access.Memories;
import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.codecs.SegmentCodec.KnownSegments;
import dev.ashlar.lab.codecs.SegmentCodec.PlainSegments;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.memory.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;

/// Runs one codec on the memory of one contender. If there are several kinds of memory, the codec
/// runs on each in turn.
final class CodecWorkload implements Workload {
  /// The codecs.
  enum Codec {
    LZ4_DECODE("decode 64 KiB of log lines from a block of LZ4"),
    LZ4_ENCODE("encode 64 KiB of log lines as a block of LZ4"),
    VARINT("read 64 KiB of protobuf's tags, varints and other fields");

    final String description;

    Codec(String description) {
      this.description = description;
    }
  }

  /// The memory of one kind, with its codec.
  private record Site(Memory source, Memory target, Coder coder) {}

  private interface Coder {
    int decode(Memory block, int byteSize, Memory text, int capacity);

    /// Encodes the first bytes of the source into the target.
    int encode(int byteSize);

    long checksum(Memory message, int byteSize);
  }

  private static Coder coder(Memories contender, MemoryKind kind, Memory source, Memory target) {
    SegmentCodec code =
        switch (contender) {
          case SEGMENT -> new PlainSegments();
          case SEGMENT_KNOWN -> new KnownSegments(kind != MemoryKind.HEAP);
          case SEGMENT_SPECIALIZED ->
              Specialized.of(MethodHandles.lookup(), SegmentCodec.class, PlainSegments.class);
          default -> null;
        };
    return code == null
        ? new OverMemory(new Lz4Encoder(source, target))
        : new OverSegments(code, source.segment(), target.segment(), Lz4Encoder.newTable());
  }

  private record OverMemory(Lz4Encoder encoder) implements Coder {
    @Override
    public int encode(int byteSize) {
      return encoder.encode(byteSize);
    }

    @Override
    public int decode(Memory block, int byteSize, Memory text, int capacity) {
      return Lz4Decoder.decode(block, byteSize, text, capacity);
    }

    @Override
    public long checksum(Memory message, int byteSize) {
      return TagParser.checksum(message, byteSize);
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record OverSegments(
      SegmentCodec code, MemorySegment source, MemorySegment target, int[] table) implements Coder {
    @Override
    public int encode(int byteSize) {
      return code.encode(source, byteSize, target, table);
    }

    @Override
    public int decode(Memory block, int byteSize, Memory text, int capacity) {
      return code.decode(block.segment(), byteSize, text.segment(), capacity);
    }

    @Override
    public long checksum(Memory message, int byteSize) {
      return code.checksum(message.segment(), byteSize);
    }
  }

  private static final int RUNS_BEFORE = 300;

  private final Codec codec;
  private final List<Site> sites;
  private final byte[] input;
  private final byte[] text = Samples.text();
  private final long expected;

  CodecWorkload(Memories contender, Codec codec, List<MemoryKind> kinds) {
    this.codec = codec;
    int room = Lz4Encoder.maxByteSize(2 * Samples.BYTES);
    this.sites =
        kinds.stream()
            .map(kind -> {
              Memory source = contender.allocate(kind, room);
              Memory target = contender.allocate(kind, room);
              return new Site(source, target, coder(contender, kind, source, target));
            })
            .toList();
    Samples.Message message = Samples.message();
    this.input =
        switch (codec) {
          case LZ4_DECODE -> encoded();
          case LZ4_ENCODE -> text;
          case VARINT -> message.bytes();
        };
    this.expected =
        switch (codec) {
          case LZ4_DECODE -> text.length;
          case LZ4_ENCODE -> encoded().length;
          case VARINT -> message.checksum();
        };
  }

  /// Encodes the text in the memory of the first kind.
  private byte[] encoded() {
    Site site = sites.getFirst();
    site.source.putAll(text);
    return bytes(site.target, site.coder.encode(text.length));
  }

  private static byte[] bytes(Memory memory, int byteSize) {
    byte[] bytes = new byte[byteSize];
    for (int i = 0; i < byteSize; i++) {
      bytes[i] = memory.getByte(i);
    }
    return bytes;
  }

  /// If there are several kinds of memory, runs the codec on all of them many times. C2 recompiles
  /// the code until it has met all kinds, which takes longer than JMH's warm-up.
  @Override
  public void prepare() {
    putInput();
    if (sites.size() > 1) {
      for (int run = 0; run < RUNS_BEFORE; run++) {
        run();
      }
    }
  }

  private void putInput() {
    for (Site site : sites) {
      site.source.putAll(input);
    }
  }

  @Override
  public void verify() {
    putInput();
    Proof.repeat(() -> {
      Proof.requireEqual(run(), sites.size() * expected, codec.toString());
      for (Site site : sites) {
        requireResult(site);
      }
    });
  }

  /// Checks the decoded text. An encoded block is decoded first.
  private void requireResult(Site site) {
    byte[] result =
        switch (codec) {
          case LZ4_DECODE -> bytes(site.target, text.length);
          case LZ4_ENCODE -> {
            byte[] block = bytes(site.target, (int) expected);
            site.target.putAll(block);
            int size = site.coder.decode(site.target, block.length, site.source, text.length);
            yield bytes(site.source, size);
          }
          case VARINT -> text;
        };
    if (!Arrays.equals(result, text)) {
      throw new WrongResultException(codec + ": another text than was encoded");
    }
  }

  @Override
  public long run() {
    long sum = 0;
    for (Site site : sites) {
      sum +=
          switch (codec) {
            case LZ4_DECODE ->
                site.coder.decode(site.source, input.length, site.target, text.length + 16);
            case LZ4_ENCODE -> site.coder.encode(text.length);
            case VARINT -> site.coder.checksum(site.source, input.length);
          };
    }
    return sum;
  }
}
