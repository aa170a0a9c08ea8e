// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import dev.ashlar.lab.access.Memories;
import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.codecs.Lz4.KnownSegmentLz4;
import dev.ashlar.lab.codecs.Lz4.MemoryLz4;
import dev.ashlar.lab.codecs.Lz4.PlainMemoryLz4;
import dev.ashlar.lab.codecs.Lz4.PlainSegmentLz4;
import dev.ashlar.lab.codecs.Lz4.SegmentLz4;
import dev.ashlar.lab.codecs.SegmentTags.KnownSegmentTags;
import dev.ashlar.lab.codecs.SegmentTags.PlainSegmentTags;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.memory.Specialized;
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

  /// The memory of one kind, with its code.
  private record Site(Memory source, Memory target, MemoryLz4 lz4, Tags tags) {
    static Site of(Memory source, Memory target, SegmentLz4 lz4, SegmentTags tags) {
      return new Site(
          source,
          target,
          new OverSegments(lz4),
          (message, byteSize) -> tags.checksum(message.segment(), byteSize));
    }
  }

  private interface Tags {
    long checksum(Memory message, int byteSize);
  }

  private record OverSegments(SegmentLz4 lz4) implements MemoryLz4 {
    @Override
    public int decode(Memory block, int byteSize, Memory text, int capacity) {
      return lz4.decode(block.segment(), byteSize, text.segment(), capacity);
    }

    @Override
    public int encode(Memory text, int byteSize, Memory block, int[] table) {
      return lz4.encode(text.segment(), byteSize, block.segment(), table);
    }
  }

  private static Site site(Memories contender, MemoryKind kind) {
    int room = Lz4.maxByteSize(2 * Samples.BYTES);
    Memory source = contender.allocate(kind, room);
    Memory target = contender.allocate(kind, room);
    boolean isNative = kind != MemoryKind.HEAP;
    return switch (contender) {
      case SEGMENT -> Site.of(source, target, new PlainSegmentLz4(), new PlainSegmentTags());
      case SEGMENT_KNOWN ->
          Site.of(source, target, new KnownSegmentLz4(isNative), new KnownSegmentTags(isNative));
      case SEGMENT_SPECIALIZED ->
          Site.of(
              source,
              target,
              Specialized.of(MethodHandles.lookup(), SegmentLz4.class, PlainSegmentLz4.class),
              Specialized.of(MethodHandles.lookup(), SegmentTags.class, PlainSegmentTags.class));
      default -> new Site(source, target, new PlainMemoryLz4(), TagParser::checksum);
    };
  }

  private static final int RUNS_BEFORE = 300;

  private final Codec codec;
  private final int[] table = Lz4.newTable();
  private final List<Site> sites;
  private final byte[] input;
  private final byte[] text = Samples.text();
  private final long expected;

  CodecWorkload(Memories contender, Codec codec, List<MemoryKind> kinds) {
    this.codec = codec;
    this.sites = kinds.stream().map(kind -> site(contender, kind)).toList();
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
    return bytes(site.target, site.lz4.encode(site.source, text.length, site.target, table));
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
            int size = site.lz4.decode(site.target, block.length, site.source, text.length);
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
                site.lz4.decode(site.source, input.length, site.target, text.length + 16);
            case LZ4_ENCODE -> site.lz4.encode(site.source, text.length, site.target, table);
            case VARINT -> site.tags.checksum(site.source, input.length);
          };
    }
    return sum;
  }
}
