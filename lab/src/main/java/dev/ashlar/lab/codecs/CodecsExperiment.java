// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import dev.ashlar.lab.access.Memories;
import dev.ashlar.lab.codecs.CodecWorkload.Codec;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.MemoryKind;
import java.util.List;

/// Compares codecs on raw memory.
public final class CodecsExperiment extends Experiment {
  /// Makes the experiment.
  public CodecsExperiment() {
    super(
        "codecs",
        "Codecs on raw memory",
        "Compression and serialization are what people use raw memory for: small copies,"
            + " unaligned numbers, a branch at each byte, dozens of accesses in one method. What does"
            + " a safe access cost there, on the heap, in native memory, and in a program that has"
            + " both?");
    for (Memories contender : Memories.values()) {
      addContender(contender.contender(), contender.description(), contender.kind());
    }
    setJdkContenders(Memories.SEGMENT.contender());
    for (Codec codec : Codec.values()) {
      add(codec, "heap", "on the heap", List.of(MemoryKind.HEAP));
      add(codec, "native", "in native memory", List.of(MemoryKind.NATIVE));
      add(
          codec,
          "polluted",
          "in heap, native, mapped, confined and shared memory in turn",
          List.of(MemoryKind.values()));
    }
    for (String name : List.of("lz4-decode-native", "lz4-decode-polluted", "varint-polluted")) {
      addHeadline(
          name,
          Memories.ASHLAR.contender(),
          Memories.SEGMENT.contender(),
          Memories.BYTEBUFFER.contender(),
          Memories.UNSAFE.contender());
    }
    addDefault(
        "lz4-decode-polluted",
        Memories.SEGMENT_SPECIALIZED.contender(),
        Memories.BYTEBUFFER.contender(),
        Memories.UNSAFE.contender());
    addLoss(
        "lz4-decode-polluted",
        Memories.UNSAFE.contender(),
        "in short loops checks of bounds remain, and each copy of the code learns its branches anew"
            + " (docs/design/segments.md)");
  }

  private void add(Codec codec, String suffix, String where, List<MemoryKind> kinds) {
    String name = name(codec);
    String theCase = name + "-" + suffix;
    addCase(theCase, name, codec.description + ", " + where, kinds.size());
    for (Memories contender : Memories.values()) {
      boolean hasCode = codec != Codec.LZ4_ENCODE || contender != Memories.SEGMENT_KNOWN;
      if (hasCode && kinds.stream().allMatch(contender::has)) {
        addWork(theCase, contender.contender(), () -> new CodecWorkload(contender, codec, kinds))
            .flags(contender.flags());
      }
    }
  }
}
