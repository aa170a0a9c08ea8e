// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.decode.DecodeWorkload.Past;
import dev.ashlar.lab.decode.Decoder.HarnessDecoder;
import dev.ashlar.lab.decode.Decoders.AgronaDecoder;
import dev.ashlar.lab.decode.Decoders.AshlarDecoder;
import dev.ashlar.lab.decode.Decoders.ByteBufferDecoder;
import dev.ashlar.lab.decode.Decoders.NettyDecoder;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun;
import java.util.List;
import java.util.function.Supplier;

/// Compares reading tagged values from memory of every kind. The experiment follows a Japanese blog
/// post of May 2014 about HotSpot's inlining of a decoder.
public final class DecodeExperiment extends Experiment {
  /// The option of the C compiler.
  static final String C_OPTION = "-O2";

  private static final String ASHLAR = "ashlar";
  private static final String BYTEBUFFER = "bytebuffer";
  private static final String SEGMENT = "segment";
  private static final String SEGMENT_KNOWN = "segment-known";
  private static final String SEGMENT_SPECIALIZED = "segment-specialized";
  private static final String VARHANDLE = "varhandle";
  private static final String UNSAFE = "unsafe";
  private static final String AGRONA = "agrona";
  private static final String NETTY = "netty";
  private static final String C = "c";

  private record Setting(List<MemoryKind> kinds, Past past, boolean predictable, boolean sliced) {
    private boolean isHeapAlone() {
      return kinds.equals(List.of(MemoryKind.HEAP)) && past == Past.CLEAN;
    }
  }

  public DecodeExperiment() {
    super(
        "decode",
        "Reading values from memory",
        "Unsafe's accessors are intrinsics. Those of ByteBuffer and MemorySegment are ordinary"
            + " methods, and what they do depends on the class of the buffer or segment. C2 takes that"
            + " from the profile of the call site. A site that has met one kind of memory stays fast,"
            + " whatever the rest of the program uses. A site that has met heap, native and mapped"
            + " memory, as each method of a library has, gets virtual calls. In 2014 that cost a direct"
            + " ByteBuffer a quarter of its speed. What does it cost to walk over 1 MiB of tagged"
            + " values, by code that has met one kind of memory, and by code that has met every kind?");
    addContender(ASHLAR, "Bytes");
    addContender(BYTEBUFFER, "the JDK's ByteBuffer");
    addContender(SEGMENT, "the JDK's MemorySegment");
    addContender(
        SEGMENT_KNOWN, "MemorySegment, cast by Segments in front of the loop", LabRun.Kind.ASHLAR);
    addContender(
        SEGMENT_SPECIALIZED,
        "the code of segment, in copies for each kind of memory by Specialized",
        LabRun.Kind.ASHLAR);
    addContender(VARHANDLE, "VarHandle views of a byte[]");
    addContender(UNSAFE, "sun.misc.Unsafe, which checks nothing");
    addContender(AGRONA, "Agrona's UnsafeBuffer");
    addContender(NETTY, "Netty's ByteBuf");
    addContender(
        C,
        "C, compiled here with " + C_OPTION + ", which checks nothing either",
        LabRun.Kind.LIMIT);
    Supplier<Decoder<?>> harness = HarnessDecoder::new;
    Setting heap = new Setting(List.of(MemoryKind.HEAP), Past.CLEAN, false, false);
    addHarness("the call of a contender, decoding nothing", 1, () -> workload(harness.get(), heap));
    setJdkContenders(SEGMENT, BYTEBUFFER, VARHANDLE);
    for (MemoryKind kind : List.of(MemoryKind.HEAP, MemoryKind.NATIVE, MemoryKind.MAPPED)) {
      for (boolean predictable : new boolean[] {false, true}) {
        String widths = predictable ? "-predictable" : "";
        for (Past past : List.of(Past.CLEAN, Past.POLLUTED)) {
          addSetting(
              kind + "-" + name(past) + widths,
              kind + widths,
              kind.toString(),
              new Setting(List.of(kind), past, predictable, false));
        }
      }
    }
    for (MemoryKind kind : List.of(MemoryKind.HEAP, MemoryKind.NATIVE)) {
      addSetting(
          kind + "-polluted-elsewhere",
          "elsewhere",
          kind.toString(),
          new Setting(List.of(kind), Past.POLLUTED_ELSEWHERE, true, false));
      addSetting(
          kind + "-sliced",
          "sliced",
          "slices of %d bytes of %s".formatted(TaggedStream.BLOCK, kind),
          new Setting(List.of(kind), Past.POLLUTED, true, true));
    }
    addSetting(
        "mixed",
        "mixed",
        "a fifth of heap, native, mapped, confined and shared each in turn, of all",
        new Setting(List.of(MemoryKind.values()), Past.POLLUTED, true, false));
    addHeadlines();
  }

  /// Adds a case with its contenders. [VarHandleDecoder] reads only the heap, and only in the clean
  /// case: its call sites have no type profiles to pollute. C has none either, so pollution by
  /// other code is not measured for C.
  private void addSetting(String name, String family, String memory, Setting setting) {
    addCase(
        name,
        family,
        "1 MiB of %s memory, %s, in a JVM that %s"
            .formatted(
                memory,
                setting.predictable
                    ? "wide and narrow values in turn"
                    : "wide and narrow values at random",
                switch (setting.past) {
                  case CLEAN -> "has decoded no other memory";
                  case POLLUTED ->
                      "has decoded heap, read-only, native, mapped, confined and shared"
                          + " memory by the same code";
                  case POLLUTED_ELSEWHERE -> "has decoded every kind of memory by other code";
                }),
        1);
    add(name, ASHLAR, AshlarDecoder::new, setting).explained("Decoders$AshlarDecoder::decode");
    add(name, BYTEBUFFER, ByteBufferDecoder::new, setting)
        .explained("Decoders$ByteBufferDecoder::decode");
    add(name, SEGMENT, SegmentDecoder::plain, setting).explained("PlainSegments::decode");
    add(name, SEGMENT_KNOWN, SegmentDecoder::known, setting);
    add(name, SEGMENT_SPECIALIZED, SegmentDecoder::specialized, setting);
    if (setting.isHeapAlone()) {
      add(name, VARHANDLE, VarHandleDecoder::new, setting).explained("VarHandleDecoder::decode");
    }
    add(name, UNSAFE, UnsafeDecoder::new, setting).explained("UnsafeDecoder::decode");
    add(name, AGRONA, AgronaDecoder::new, setting)
        .flags(JvmFlags.INTERNAL_UNSAFE)
        .explained("Decoders$AgronaDecoder::decode");
    add(name, NETTY, NettyDecoder::new, setting).explained("Decoders$NettyDecoder::decode");
    if (setting.past != Past.POLLUTED_ELSEWHERE) {
      // HotSpot's log does not contain the compiled C code.
      add(name, C, CDecoder::new, setting).flags(JvmFlags.NATIVE_ACCESS);
    }
  }

  private Work add(
      String theCase, String contender, Supplier<Decoder<?>> decoder, Setting setting) {
    return addWork(theCase, contender, () -> workload(decoder.get(), setting));
  }

  private static <M> Workload workload(Decoder<M> decoder, Setting setting) {
    TaggedStream stream = setting.predictable ? TaggedStream.predictable() : TaggedStream.random();
    return new DecodeWorkload<>(decoder, stream, setting.kinds, setting.past, setting.sliced);
  }

  private void addHeadlines() {
    for (String name :
        List.of(
            "heap-clean",
            "native-clean",
            "heap-clean-predictable",
            "native-clean-predictable",
            "native-polluted-predictable")) {
      addHeadline(name, ASHLAR, UNSAFE, C);
    }
    addHeadline("heap-polluted-predictable", ASHLAR, SEGMENT_KNOWN, SEGMENT_SPECIALIZED, UNSAFE, C);
    addHeadline("heap-polluted", ASHLAR, UNSAFE, C, BYTEBUFFER);
    addHeadline("native-polluted");
    addDefault("heap-polluted-predictable", ASHLAR, BYTEBUFFER, UNSAFE, C);
    addLoss(
        "heap-polluted-predictable",
        UNSAFE,
        "each access checks bounds and lifetime, where Unsafe checks nothing (docs/memory.md)");
    // The accessors of the second and third have a profile for each call site, those of the others
    // have none.
    for (String name : List.of("heap-clean", "heap-polluted", "native-clean", "native-polluted")) {
      addExplained(name, ASHLAR, BYTEBUFFER, SEGMENT, SEGMENT_KNOWN, UNSAFE);
    }
  }

  @Override
  public boolean showsLoops() {
    return true;
  }
}
