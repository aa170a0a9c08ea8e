// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memories;
import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.access.Polluted;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.structures.Bodies.BodiesWorkload;
import dev.ashlar.lab.structures.LongTable.TableWorkload;
import dev.ashlar.lab.structures.NodeList.ListWorkload;
import dev.ashlar.lab.structures.Ring.RingWorkload;
import dev.ashlar.lab.structures.Ring.TwoThreadsWorkload;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/// Compares data structures in raw memory: scattered accesses that are not in simple loops.
public final class StructuresExperiment extends Experiment {
  private static final String RING = "ring";

  private final Makers<Ring> rings =
      new Makers<>(
          Structures.MemoryRing::new,
          Structures.SegmentRing::new,
          Structures.SegmentRing.class,
          Structures.KnownRing::new);
  private final Makers<LongTable> tables =
      new Makers<>(
          Structures.MemoryTable::new,
          Structures.SegmentTable::new,
          Structures.SegmentTable.class,
          Structures.KnownTable::new);
  private final Makers<NodeList> lists =
      new Makers<>(
          Structures.MemoryList::new,
          Structures.SegmentList::new,
          Structures.SegmentList.class,
          Structures.KnownList::new);
  private final Makers<Bodies> bodies =
      new Makers<>(
          Structures.MemoryBodies::new,
          Structures.SegmentBodies::new,
          Structures.SegmentBodies.class,
          Structures.KnownBodies::new);

  /// The memory of a case, and whether the same code was used on all kinds of memory before.
  private record Place(MemoryKind kind, boolean polluted) {
    private String name() {
      return polluted ? "polluted" : kind.toString();
    }

    private String description() {
      return polluted
          ? "%s memory, by code that has met every kind".formatted(kind)
          : "%s memory".formatted(kind);
    }
  }

  private static final Place NATIVE = new Place(MemoryKind.NATIVE, false);
  private static final Place POLLUTED = new Place(MemoryKind.NATIVE, true);

  public StructuresExperiment() {
    super(
        "structures",
        "Data structures in raw memory",
        "A loop over memory lets the compiler check once for many accesses. A ring buffer, a"
            + " hash table or a linked list goes from one place to another, and after an acquire"
            + " even what is known about the memory itself is loaded again. So every check is"
            + " paid for in full. What does such a structure cost off the heap, beside the same"
            + " over Unsafe?");
    for (Memories contender : Memories.values()) {
      addContender(contender.contender(), contender.description(), contender.kind());
    }
    setJdkContenders(Memories.SEGMENT.contender());
    for (Place place : List.of(NATIVE, POLLUTED)) {
      add(
          place.polluted ? RING + "-polluted" : RING,
          "ring",
          "a value offered to a ring buffer and taken, by one thread, " + place.description(),
          RingWorkload.COUNT,
          place,
          Ring.BYTE_SIZE,
          (contender, memory) -> new RingWorkload(rings.make(contender, memory)));
    }
    add(
            "ring-two-threads",
            "ring",
            "a value from one thread to another through a ring buffer",
            TwoThreadsWorkload.COUNT,
            NATIVE,
            Ring.BYTE_SIZE,
            (contender, memory) -> new TwoThreadsWorkload(rings.make(contender, memory)))
        .alone();
    for (Place place : List.of(new Place(MemoryKind.HEAP, false), NATIVE, POLLUTED)) {
      addOthers(place);
    }
    String[] leading = {
      Memories.ASHLAR.contender(), Memories.SEGMENT.contender(), Memories.UNSAFE.contender()
    };
    for (String name : List.of(RING, "hash-get-native", "list-native", "structs-step-native")) {
      addHeadline(name, leading);
    }
    addDefault(RING, Memories.SEGMENT_KNOWN.contender(), Memories.UNSAFE.contender());
    addLoss(
        RING,
        Memories.UNSAFE.contender(),
        "behind an acquire everything is loaded again, so each access is checked in full"
            + " (docs/memory.md)");
  }

  private void addOthers(Place place) {
    for (TableWorkload.Operation operation : TableWorkload.Operation.values()) {
      String verb = name(operation);
      add(
          "hash-%s-%s".formatted(verb, place.name()),
          "hash",
          "one %s in an open-addressing hash table of %,d longs, %s"
              .formatted(verb, LongTable.SLOTS / 2, place.description()),
          TableWorkload.COUNT,
          place,
          LongTable.BYTE_SIZE,
          (contender, memory) -> new TableWorkload(tables.make(contender, memory), operation));
    }
    add(
        "list-" + place.name(),
        "list",
        "one node of a linked list of %,d nodes in no order, %s"
            .formatted(ListWorkload.NODES, place.description()),
        ListWorkload.NODES,
        place,
        ListWorkload.BYTE_SIZE,
        (contender, memory) -> new ListWorkload(memory, lists.make(contender, memory)));
    for (BodiesWorkload.Pass pass : BodiesWorkload.Pass.values()) {
      add(
          "structs-%s-%s".formatted(name(pass), place.name()),
          "structs",
          (pass == BodiesWorkload.Pass.STEP
                  ? "two of six fields of each struct of an array written again, %s"
                  : "four of six fields of a struct of an array read, in no order, %s")
              .formatted(place.description()),
          Bodies.COUNT,
          place,
          Bodies.BYTE_SIZE,
          (contender, memory) -> new BodiesWorkload(memory, bodies.make(contender, memory), pass));
    }
  }

  private Works add(
      String name,
      String family,
      String description,
      int operations,
      Place place,
      int byteSize,
      BiFunction<Memories, Memory, Workload> work) {
    Works works = addCase(name, family, description, operations);
    for (Memories contender : Memories.values()) {
      if (contender.has(place.kind)) {
        Function<MemoryKind, Workload> over =
            kind -> work.apply(contender, contender.allocate(kind, byteSize));
        addWork(
                name,
                contender.contender(),
                () -> {
                  Workload timed = over.apply(place.kind);
                  return place.polluted ? new Polluted(timed, others(family, over)) : timed;
                })
            .flags(contender.flags());
      }
    }
    return works;
  }

  /// Leaves out the heap for rings, because a `byte[]` has no atomic access modes.
  private static List<Workload> others(String family, Function<MemoryKind, Workload> over) {
    return Stream.of(MemoryKind.values())
        .filter(kind -> kind != MemoryKind.HEAP || !family.equals(RING))
        .map(over)
        .toList();
  }
}
