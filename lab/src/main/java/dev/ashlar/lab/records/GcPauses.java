// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.Observation;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/// The pauses of the garbage collector while a store is live and other code makes garbage.
final class GcPauses implements Observation {
  private static final long BYTES_PER_SECOND = 500_000_000;
  private static final int PIECE = 1024;

  private final Supplier<Store> stores;
  private final Duration duration;

  /// The pieces made last. They stay reachable for a moment, as a program's temporary data does.
  private final byte[][] recent = new byte[1024][];

  private List<Double> whileFilling = List.of();
  private List<Double> whileAlive = List.of();

  /// @param duration the time during which garbage is made
  GcPauses(Supplier<Store> stores, Duration duration) {
    this.stores = stores;
    this.duration = duration;
  }

  @Override
  public long run() {
    try (GcLog log = GcLog.open();
        Store store = stores.get()) {
      store.fill();
      whileFilling = log.pauses();
      makeGarbage();
      List<Double> all = log.pauses();
      whileAlive = all.subList(whileFilling.size(), all.size());
      StoreWorkload.requireTurnover(store, 0);
      return all.size();
    }
  }

  private void makeGarbage() {
    long start = System.nanoTime();
    long made = 0;
    int piece = 0;
    for (long passed = 0; passed < duration.toNanos(); passed = System.nanoTime() - start) {
      long due = (long) (passed / 1e9 * BYTES_PER_SECOND);
      for (; made < due; made += PIECE) {
        recent[piece++ & (recent.length - 1)] = new byte[PIECE];
      }
      Thread.onSpinWait();
    }
  }

  @Override
  public Observed observed() {
    List<Double> longestFirst = whileAlive.stream().sorted(Comparator.reverseOrder()).toList();
    String unit = "ms";
    return new Observed(
        longestFirst.isEmpty() ? 0 : longestFirst.getFirst(),
        unit,
        List.of(
            new Figures("pauses while it is filled, one after another", unit, whileFilling),
            new Figures("pauses while it is alive, longest first", unit, longestFirst),
            new Figures("the same, added up", unit, addedUp(longestFirst))));
  }

  /// {@return the running sums of the pauses}
  private static List<Double> addedUp(List<Double> pauses) {
    double[] sums = pauses.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.parallelPrefix(sums, Double::sum);
    return Arrays.stream(sums).boxed().toList();
  }
}
