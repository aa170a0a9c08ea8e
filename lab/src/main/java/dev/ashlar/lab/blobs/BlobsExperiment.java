// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.Mode;
import java.time.Duration;
import java.util.List;

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
}
