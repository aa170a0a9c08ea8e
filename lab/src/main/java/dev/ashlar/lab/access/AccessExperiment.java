// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.LoopWorkload.Loop;
import dev.ashlar.lab.access.StraightLine.Operation;
import dev.ashlar.lab.access.StraightLine.StraightLineWorkload;
import dev.ashlar.lab.access.Sums.SegmentLongs;
import dev.ashlar.lab.access.XxHash64.SegmentHash;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Workload;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Measures single accesses: in a loop, as straight-line code in one method, and in a hash.
public final class AccessExperiment extends Experiment {
  private static final int[] SITES = {16, 32, 64, 128};

  /// The sum of all hashes for each length of the texts, computed by Python's `xxhash` package.
  private static final Map<Integer, Long> TEXTS =
      Map.of(20, 0x8C43_42C2_D47D_E2CEL, 1024, 0x2791_B412_FF9F_9803L);

  public AccessExperiment() {
    super(
        "access",
        "One access at a time",
        "Unsafe reads a long in one instruction. Everything else asks first whether the offset"
            + " is inside and the memory still there, and leaves it to the compiler to ask that"
            + " once for many accesses. It does so in small loops that count in int. What does"
            + " an access cost in a loop that counts in long, in a method with dozens of"
            + " accesses one behind the other, as codecs are, and in a hash of a short text?");
    for (Memories contender : Memories.values()) {
      addContender(contender.contender(), contender.description(), contender.kind());
    }
    setJdkContenders(Memories.SEGMENT.contender());
    for (Loop loop : Loop.values()) {
      for (MemoryKind kind : List.of(MemoryKind.HEAP, MemoryKind.NATIVE)) {
        addLoop(loop, kind, false);
      }
    }
    addLoop(Loop.LONGS_BY_INT, MemoryKind.NATIVE, true);
    addLoop(Loop.LONGS_BY_LONG, MemoryKind.NATIVE, true);
    for (Operation operation : Operation.values()) {
      for (int sites : SITES) {
        addStraightLine(operation, sites, List.of(MemoryKind.HEAP));
        addStraightLine(operation, sites, List.of(MemoryKind.NATIVE));
        addStraightLine(operation, sites, List.of(MemoryKind.values()));
      }
    }
    for (int length : new int[] {20, 1024}) {
      for (MemoryKind kind : List.of(MemoryKind.HEAP, MemoryKind.NATIVE)) {
        addHash(length, kind, false);
      }
      addHash(length, MemoryKind.NATIVE, true);
    }
    addHeadlines();
  }

  private void addHeadlines() {
    String ashlar = Memories.ASHLAR.contender();
    String segment = Memories.SEGMENT.contender();
    String unsafe = Memories.UNSAFE.contender();
    for (String name :
        List.of("longs-by-int-native", "longs-by-long-native", "xxhash64-20-native")) {
      addHeadline(name, ashlar, segment, unsafe);
    }
    for (String name : List.of("get-64-native", "get-64-mixed")) {
      addHeadline(name, ashlar, segment, unsafe, Memories.SEGMENT_KNOWN.contender());
    }
    addHeadline("xxhash64-20-heap", ashlar, Memories.VARHANDLE.contender(), unsafe);
    addDefault("get-64-native", Memories.SEGMENT_KNOWN.contender(), unsafe);
    addLoss(
        "get-64-native",
        unsafe,
        "each access checks bounds and lifetime, where Unsafe checks nothing"
            + " (docs/design/segments.md)");
  }

  private void addLoop(Loop loop, MemoryKind kind, boolean polluted) {
    String elements = name(loop);
    String name = elements + "-" + (polluted ? "polluted" : name(kind));
    addCase(
        name,
        "loops-" + name(kind),
        "the sum of 128 KiB of %s memory%s: %s"
            .formatted(
                name(kind),
                polluted ? ", by code that has met every kind" : "",
                elements.replace("-by-", ", the offset counted in ")),
        1);
    boolean hasSegmentLongs = loop == Loop.LONGS_BY_INT || loop == Loop.LONGS_BY_LONG;
    for (Memories contender : Memories.values()) {
      if (contender.isSegmentOfKnownClass() && !hasSegmentLongs) {
        continue;
      }
      boolean isSegment = contender == Memories.SEGMENT || contender.isSegmentOfKnownClass();
      Function<MemoryKind, Workload> over =
          one ->
              new LoopWorkload(
                  contender.allocate(one, LoopWorkload.BYTE_SIZE),
                  loop,
                  isSegment && hasSegmentLongs ? SegmentLongs.of(contender) : null);
      add(name, contender, List.of(kind), () -> polluted ? polluted(over, kind) : over.apply(kind));
    }
  }

  private void addStraightLine(Operation operation, int sites, List<MemoryKind> kinds) {
    String memory = kinds.size() == 1 ? name(kinds.getFirst()) : "mixed";
    String name = "%s-%d-%s".formatted(name(operation), sites, memory);
    addCase(
        name,
        "sites-" + name(operation) + "-" + memory,
        "a method with %d calls of %sLong, one behind the other, over %s"
            .formatted(
                sites,
                name(operation),
                kinds.size() == 1
                    ? memory + " memory"
                    : "heap, native, mapped, confined and shared memory in turn"),
        StraightLineWorkload.COUNT);
    for (Memories contender : Memories.values()) {
      // A generated class has no class file to make copies of.
      if (contender == Memories.SEGMENT_SPECIALIZED) {
        continue;
      }
      add(
          name,
          contender,
          kinds,
          () ->
              new StraightLineWorkload(
                  StraightLine.generate(contender, operation, sites),
                  messages(contender, kinds, sites),
                  operation,
                  sites));
    }
  }

  private static List<Memory> messages(Memories contender, List<MemoryKind> kinds, int sites) {
    return IntStream.range(0, StraightLineWorkload.COUNT)
        .mapToObj(i -> contender.allocate(kinds.get(i % kinds.size()), sites * Long.BYTES))
        .toList();
  }

  private void addHash(int length, MemoryKind kind, boolean polluted) {
    String memory = polluted ? "polluted" : name(kind);
    String name = "xxhash64-%d-%s".formatted(length, memory);
    addCase(
        name,
        "xxhash64-" + memory,
        "XXH64 of %d bytes of %s memory%s"
            .formatted(length, name(kind), polluted ? ", by code that has met every kind" : ""),
        HashWorkload.COUNT);
    long expected = Objects.requireNonNull(TEXTS.get(length));
    for (Memories contender : Memories.values()) {
      if (contender != Memories.SEGMENT_KNOWN) {
        add(
            name,
            contender,
            List.of(kind),
            () -> {
              SegmentHash code = SegmentHash.of(contender);
              Function<MemoryKind, Workload> over =
                  one ->
                      new HashWorkload(
                          code,
                          contender.allocate(one, HashWorkload.byteSize(length)),
                          length,
                          expected);
              return polluted ? polluted(over, kind) : over.apply(kind);
            });
      }
    }
  }

  private static Workload polluted(Function<MemoryKind, Workload> over, MemoryKind kind) {
    return new Polluted(over.apply(kind), Stream.of(MemoryKind.values()).map(over).toList());
  }

  private void add(
      String theCase, Memories contender, List<MemoryKind> kinds, Supplier<Workload> maker) {
    if (kinds.stream().allMatch(contender::has)) {
      addWork(theCase, contender.contender(), maker).flags(contender.flags());
    }
  }
}
