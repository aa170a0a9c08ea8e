// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memories;
import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.PairedExperiment;
import dev.ashlar.lab.experiment.Workload;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// Data structures in raw memory: scattered accesses that no loop makes cheap.
public final class StructuresExperiment extends PairedExperiment {
  private static final String RING = "ring";

  /// Makes the experiment.
  public StructuresExperiment() {
    for (Memories contender : Memories.values()) {
      addContender(contender.contender(), contender.description(), contender.kind());
    }
    setJdkContenders(Memories.SEGMENT.contender());
    add(
        RING,
        "ring",
        "a value offered to a ring buffer and taken, by one thread",
        RingWorkload.COUNT,
        MemoryKind.NATIVE,
        Ring.BYTE_SIZE,
        memory -> new RingWorkload(new Ring(memory)));
    add(
        "ring-two-threads",
        "ring",
        "a value from one thread to another through a ring buffer",
        TwoThreadsWorkload.COUNT,
        MemoryKind.NATIVE,
        Ring.BYTE_SIZE,
        memory -> new TwoThreadsWorkload(new Ring(memory)));
    for (MemoryKind kind : List.of(MemoryKind.HEAP, MemoryKind.NATIVE)) {
      addInBoth(kind);
    }
    String[] leading = {
      Memories.ASHLAR.contender(), Memories.SEGMENT.contender(), Memories.UNSAFE.contender()
    };
    for (String name : List.of(RING, "hash-get-native", "list-native", "structs-step-native")) {
      addHeadline(name, leading);
    }
    addDefault(RING);
  }

  private void addInBoth(MemoryKind kind) {
    for (TableWorkload.Operation operation : TableWorkload.Operation.values()) {
      String verb = name(operation);
      add(
          "hash-%s-%s".formatted(verb, name(kind)),
          "hash",
          "one %s in an open-addressing hash table of %,d longs, %s memory"
              .formatted(verb, LongTable.SLOTS / 2, name(kind)),
          TableWorkload.COUNT,
          kind,
          LongTable.BYTE_SIZE,
          memory -> new TableWorkload(new LongTable(memory), operation));
    }
    add(
        "list-" + name(kind),
        "list",
        "one node of a linked list of %,d nodes in no order, %s memory"
            .formatted(ListWorkload.NODES, name(kind)),
        ListWorkload.NODES,
        kind,
        ListWorkload.BYTE_SIZE,
        ListWorkload::new);
    for (BodiesWorkload.Pass pass : BodiesWorkload.Pass.values()) {
      add(
          "structs-%s-%s".formatted(name(pass), name(kind)),
          "structs",
          (pass == BodiesWorkload.Pass.STEP
                  ? "two of six fields of each struct of an array written again, %s memory"
                  : "four of six fields of a struct of an array read, in no order, %s memory")
              .formatted(name(kind)),
          BodiesWorkload.COUNT,
          kind,
          BodiesWorkload.BYTE_SIZE,
          memory -> new BodiesWorkload(memory, pass));
    }
  }

  /// A `byte[]` has no atomic access modes, so a ring is in native memory.
  private void add(
      String name,
      String family,
      String description,
      int operations,
      MemoryKind kind,
      int byteSize,
      Function<Memory, Workload> work) {
    addCase(name, family, description, operations);
    for (Memories contender : Memories.values()) {
      if (!contender.isSegmentOfKnownClass() && contender.has(kind)) {
        addWork(
            name,
            contender.contender(),
            contender.flags(kind),
            () -> work.apply(contender.allocate(kind, byteSize)));
      }
    }
  }

  private static String name(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String name() {
    return "structures";
  }

  @Override
  public String title() {
    return "Data structures in raw memory";
  }

  @Override
  public String question() {
    return "A loop over memory lets the compiler check once for many accesses. A ring buffer, a"
        + " hash table or a linked list goes from one place to another, and after an acquire"
        + " even what is known about the memory itself is loaded again. So every check is"
        + " paid for in full. What does such a structure cost off the heap, beside the same"
        + " over Unsafe?";
  }
}
