// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.records.GcLog;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/// Compares large values on and off the heap.
public final class BlobsExperiment extends Experiment {
  private static final String PAUSES = "gc-pauses";
  private static final String ASHLAR = "ashlar";
  private static final String SEGMENT = "segment";
  private static final String HEAP = "jdk-heap";

  /// The bytes of all blobs in each case except [#PAUSES].
  private static final int KEPT = 32 << 20;

  /// Flags that make room for the blobs of [#PAUSES], on the heap and in direct memory.
  private static final List<String> ROOM =
      List.of("-Xms1g", "-Xmx1g", "-XX:MaxDirectMemorySize=1g");

  private static final int PAUSES_BLOB = 16 << 10;

  private final int pausesCount;
  private final Duration pausesDuration;

  public BlobsExperiment(Mode mode) {
    this(512 << 20, mode == Mode.FULL ? Duration.ofSeconds(30) : Duration.ofSeconds(5));
  }

  /// @param kept the bytes of all blobs in the case [#PAUSES]
  BlobsExperiment(int kept, Duration duration) {
    super(
        "blobs",
        "Large values on or off heap",
        "A cache keeps large values off the heap, so that the collector has less to do, and"
            + " copies one to the heap whenever it is asked for. The copy costs time, and is"
            + " garbage soon. What does a fetch cost, and what is left of the pauses?");
    pausesCount = kept / PAUSES_BLOB;
    pausesDuration = duration;
    addContender(ASHLAR, "Bytes over native memory");
    addContender(SEGMENT, "the JDK's MemorySegment over native memory");
    addContender("bytebuffer", "a direct ByteBuffer for each blob");
    addContender("unsafe", "sun.misc.Unsafe over native memory");
    addContender(HEAP, "an array for each blob");
    setJdkContenders(SEGMENT, "bytebuffer");
    for (int kibibytes : new int[] {1, 16, 256}) {
      addCase(
          "fetch-%dk".formatted(kibibytes),
          "fetch",
          "a copy on the heap of one of many blobs of %d KiB, dropped at once".formatted(kibibytes),
          FetchWorkload.COUNT);
    }
    addCase(
            PAUSES,
            PAUSES,
            "pauses of the collector, all of them, while 500 MB of copies a second are made of %,d MiB"
                    .formatted(kept >> 20)
                + " of blobs, and one in sixteen takes the place of its blob",
            1)
        .observed();
    add(ASHLAR, Blobs.OverBytes::new);
    add(SEGMENT, Blobs.Segment::new);
    add("bytebuffer", Blobs.Buffers::new);
    add("unsafe", Blobs.OverUnsafe::new);
    add(HEAP, Blobs.Arrays::new);
    addHeadline("fetch-16k", ASHLAR, SEGMENT, "unsafe", HEAP);
    addHeadline(PAUSES, ASHLAR, HEAP);
    addDefault("fetch-16k", ASHLAR, SEGMENT, HEAP);
  }

  private void add(String contender, Blobs.Factory factory) {
    for (int kibibytes : new int[] {1, 16, 256}) {
      addWork(
          "fetch-%dk".formatted(kibibytes),
          contender,
          () -> new FetchWorkload(factory.of(KEPT / (kibibytes << 10), kibibytes << 10)));
    }
    addWork(
            PAUSES,
            contender,
            () -> new PausesWorkload(() -> factory.of(pausesCount, PAUSES_BLOB), pausesDuration))
        .flags(ROOM);
  }

  /// Fetches blobs with a fixed stride. Each copy is dropped after the next fetch.
  static final class FetchWorkload implements Workload {
    static final int COUNT = 256;

    private final Blobs blobs;

    /// The last copy. Storing each copy in a field prevents C2 from eliminating the copy.
    private byte[] last = {};

    FetchWorkload(Blobs blobs) {
      this.blobs = blobs;
      blobs.fill();
    }

    @Override
    public void verify() {
      for (int blob = 0; blob < blobs.count(); blob += 7) {
        blobs.verify(blob);
      }
      long expected = run();
      Proof.repeat(() -> {
        blobs.verify(3);
        Proof.requireEqual(run(), expected, "the sum of some bytes");
      });
    }

    @Override
    public long run() {
      long sum = 0;
      for (int i = 0; i < COUNT; i++) {
        last = blobs.fetch(i * 97 % blobs.count());
        sum += last[i];
      }
      return sum;
    }
  }

  /// The pauses of the garbage collector while blobs are fetched. Every sixteenth fetched blob is
  /// replaced by its copy.
  static final class PausesWorkload implements Observation {
    /// Bytes fetched per second.
    private static final long BYTES_PER_SECOND = 500_000_000;

    private static final int FETCHES_PER_PUT = 16;

    private final Supplier<Blobs> makes;
    private final Duration duration;
    private List<Double> pauses = List.of();
    private byte[] last = {};

    PausesWorkload(Supplier<Blobs> makes, Duration duration) {
      this.makes = makes;
      this.duration = duration;
    }

    @Override
    public long run() {
      Blobs blobs = makes.get();
      blobs.fill();
      try (GcLog log = GcLog.open()) {
        work(blobs);
        pauses = log.pauses();
      }
      for (int blob = 0; blob < blobs.count(); blob += 101) {
        blobs.verify(blob);
      }
      return last.length;
    }

    private void work(Blobs blobs) {
      long start = System.nanoTime();
      long made = 0;
      int fetch = 0;
      for (long passed = 0; passed < duration.toNanos(); passed = System.nanoTime() - start) {
        long due = (long) (passed / 1e9 * BYTES_PER_SECOND);
        for (; made < due; made += blobs.byteSize()) {
          int blob = (int) (fetch * 97L % blobs.count());
          last = blobs.fetch(blob);
          if (fetch % FETCHES_PER_PUT == 0) {
            blobs.put(blob, last);
          }
          fetch++;
        }
        Thread.onSpinWait();
      }
    }

    @Override
    public Observed observed() {
      List<Double> longestFirst = pauses.stream().sorted(Comparator.reverseOrder()).toList();
      double total = pauses.stream().mapToDouble(Double::doubleValue).sum();
      return new Observed(
          total, "ms", List.of(new Figures("pauses, longest first", "ms", longestFirst)));
    }
  }
}
