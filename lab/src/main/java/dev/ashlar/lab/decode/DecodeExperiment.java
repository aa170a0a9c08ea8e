// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.PairedExperiment;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// Reading tagged values from memory of every kind, after a Japanese blog of May 2014 that read
/// HotSpot's inlining log of a decoder.
public final class DecodeExperiment extends PairedExperiment {
  /// Options of the C compiler.
  static final String C_OPTION = "-O2";

  private static final String ASHLAR = "ashlar";
  private static final String BYTEBUFFER = "bytebuffer";
  private static final String SEGMENT = "segment";
  private static final String VARHANDLE = "varhandle";
  private static final String UNSAFE = "unsafe";
  private static final String AGRONA = "agrona";
  private static final String NETTY = "netty";
  private static final String C = "c";

  private record Setting(Kind kind, boolean polluted, boolean predictable) {
    private boolean isHeapAlone() {
      return kind == Kind.HEAP && !polluted;
    }
  }

  /// Makes the experiment.
  public DecodeExperiment() {
    addContender(ASHLAR, "Bytes");
    addContender(BYTEBUFFER, "the JDK's ByteBuffer");
    addContender(SEGMENT, "the JDK's MemorySegment");
    addContender(VARHANDLE, "VarHandle views of a byte[]");
    addContender(UNSAFE, "sun.misc.Unsafe, which checks nothing");
    addContender(AGRONA, "Agrona's UnsafeBuffer");
    addContender(NETTY, "Netty's ByteBuf");
    addContender(
        C,
        "C, compiled here with " + C_OPTION + ", which checks nothing either",
        LabRun.Kind.LIMIT);
    Supplier<Decoder<?>> harness = HarnessDecoder::new;
    Setting heap = new Setting(Kind.HEAP, false, false);
    addHarness("the call of a contender, decoding nothing", 1, () -> workload(harness.get(), heap));
    setJdkContenders(SEGMENT);
    for (Kind kind : List.of(Kind.HEAP, Kind.NATIVE, Kind.MAPPED)) {
      for (boolean predictable : new boolean[] {false, true}) {
        for (boolean polluted : new boolean[] {false, true}) {
          addSetting(new Setting(kind, polluted, predictable));
        }
      }
    }
    addHeadlines();
  }

  /// On the heap alone, [dev.ashlar.memory.Bytes] needs no native access. An array cannot be
  /// anything but there, so views of it have nothing to be polluted with.
  private void addSetting(Setting setting) {
    String memory = setting.kind.name().toLowerCase(Locale.ROOT);
    String widths = setting.predictable ? "-predictable" : "";
    String name = memory + (setting.polluted ? "-polluted" : "-clean") + widths;
    addCase(
        name,
        memory + widths,
        "1 MiB of %s memory, %s, in a JVM that %s"
            .formatted(
                memory,
                setting.predictable
                    ? "wide and narrow values in turn"
                    : "wide and narrow values at random",
                setting.polluted
                    ? "has decoded heap, read-only, native and mapped memory before"
                    : "has decoded no other memory"),
        1);
    List<String> ours = setting.isHeapAlone() ? List.of() : List.of(JvmFlags.NATIVE_ACCESS);
    add(name, ASHLAR, ours, AshlarDecoder::new, setting).explained("AshlarDecoder::decode");
    add(name, BYTEBUFFER, List.of(), ByteBufferDecoder::new, setting)
        .explained("ByteBufferDecoder::decode");
    add(name, SEGMENT, List.of(), SegmentDecoder::new, setting).explained("SegmentDecoder::decode");
    if (setting.isHeapAlone()) {
      add(name, VARHANDLE, List.of(), VarHandleDecoder::new, setting)
          .explained("VarHandleDecoder::decode");
    }
    add(name, UNSAFE, List.of(), UnsafeDecoder::new, setting).explained("UnsafeDecoder::decode");
    add(name, AGRONA, List.of(JvmFlags.INTERNAL_UNSAFE), AgronaDecoder::new, setting)
        .explained("AgronaDecoder::decode");
    add(name, NETTY, List.of(), NettyDecoder::new, setting).explained("NettyDecoder::decode");
    // What C compiles to is not in HotSpot's log.
    add(name, C, List.of(JvmFlags.NATIVE_ACCESS), CDecoder::new, setting);
  }

  private Work add(
      String theCase,
      String contender,
      List<String> flags,
      Supplier<Decoder<?>> decoder,
      Setting setting) {
    return addWork(theCase, contender, flags, () -> workload(decoder.get(), setting));
  }

  private static <M> Workload workload(Decoder<M> decoder, Setting setting) {
    TaggedStream stream = setting.predictable ? TaggedStream.predictable() : TaggedStream.random();
    return new DecodeWorkload<>(decoder, stream, setting.kind, setting.polluted);
  }

  private void addHeadlines() {
    for (String name :
        List.of(
            "heap-clean",
            "native-clean",
            "heap-clean-predictable",
            "heap-polluted-predictable",
            "native-clean-predictable",
            "native-polluted-predictable")) {
      addHeadline(name, ASHLAR, UNSAFE, C);
    }
    addHeadline("heap-polluted", ASHLAR, UNSAFE, C, BYTEBUFFER);
    addHeadline("native-polluted");
    addDefault("heap-polluted-predictable");
    // The profile of the second and third is shared by the whole JVM, that of the others is not.
    for (String name : List.of("heap-clean", "heap-polluted", "native-clean", "native-polluted")) {
      addExplained(name, ASHLAR, BYTEBUFFER, SEGMENT, UNSAFE);
    }
  }

  @Override
  public String name() {
    return "decode";
  }

  @Override
  public String title() {
    return "Reading values from memory";
  }

  @Override
  public String question() {
    return "Unsafe's accessors are intrinsics. Those of ByteBuffer and MemorySegment are ordinary"
        + " methods with one type profile for the whole JVM: once a program has used heap, native and"
        + " mapped memory, the compiler no longer knows which it will be, and calls what it inlined"
        + " before. In 2014 that cost a direct ByteBuffer a quarter of its speed. What does it cost to"
        + " walk over 1 MiB of tagged values, in a fresh JVM and in one that has seen every kind?";
  }

  @Override
  public boolean showsLoops() {
    return true;
  }
}
