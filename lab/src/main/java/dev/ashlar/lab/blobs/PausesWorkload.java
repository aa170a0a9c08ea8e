// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.records.GcLog;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/// The pauses of the garbage collector while blobs are fetched. Every sixteenth fetched blob is
/// replaced by its copy.
final class PausesWorkload implements Observation {
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
