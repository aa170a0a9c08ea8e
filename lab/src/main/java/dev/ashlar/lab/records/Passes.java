// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/// Times every pass over stores that are created repeatedly, as in a program that has just started.
///
/// There is no warm-up, not even by a verification, and all passes are reported. The first passes
/// show the cost before the code is compiled, and while the collector still moves new objects.
final class Passes implements Observation {
  static final int STORES = 13;
  static final int PASSES = 7;

  /// The number of first passes that the score leaves out, because code is still being compiled.
  private static final int UNSETTLED = 20;

  private final Supplier<Store> stores;
  private final Trades.Turnover expected;
  private final List<Double> scans = new ArrayList<>();
  private final List<Double> scansAndFills = new ArrayList<>();

  /// @param rows the number of rows of each store
  Passes(IntFunction<Store> stores, int rows) {
    this.stores = () -> stores.apply(rows);
    this.expected = Trades.turnover(rows, 0);
  }

  @Override
  public long run() {
    long sum = 0;
    for (int made = 0; made < STORES; made++) {
      long start = System.nanoTime();
      try (Store store = stores.get()) {
        store.fill();
        for (int pass = 0; pass < PASSES; pass++) {
          long scanned = System.nanoTime();
          Trades.Turnover turnover = store.scan();
          long end = System.nanoTime();
          scans.add((double) (end - scanned) / store.rows());
          scansAndFills.add((double) (end - start) / store.rows());
          StoreWorkload.require(turnover, expected);
          sum += turnover.bought() ^ turnover.sold();
          start = System.nanoTime();
        }
      }
    }
    return sum;
  }

  @Override
  public Observed observed() {
    double settled =
        scans.stream().skip(UNSETTLED).mapToDouble(Double::doubleValue).average().orElseThrow();
    String unit = "ns/row";
    return new Observed(
        settled,
        unit,
        List.of(
            new Figures("each pass of a scan", unit, scans),
            new Figures("the same, making the store included", unit, scansAndFills)));
  }
}
