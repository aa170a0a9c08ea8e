// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.records.Trades.Turnover;

/// One pass over rows of a store.
final class StoreWorkload implements Workload {
  /// The kinds of passes.
  enum Pass {
    FILL,
    SCAN,
    SCAN_ONE_FIELD,
    RANDOM,
    UPDATE
  }

  private static final int ROWS_BEFORE = 100_000;
  private static final int SCANS_BEFORE = 10;

  private final Store store;
  private final Pass pass;
  private final boolean polluted;
  private final int[] shuffled;

  /// @param polluted whether the same code first scans every layout and storage
  StoreWorkload(Store store, Pass pass, boolean polluted) {
    this.store = store;
    this.pass = pass;
    this.polluted = polluted;
    this.shuffled = pass == Pass.RANDOM ? Trades.shuffled(store.rows()) : new int[0];
  }

  @Override
  public void prepare() {
    if (polluted) {
      pollute();
    }
    store.fill();
  }

  /// Verifies the sums of the rows that the pass reads or writes. A pass that only reads must not
  /// change a row.
  @Override
  public void verify() {
    if (store instanceof Store.None) {
      return;
    }
    switch (pass) {
      case SCAN -> requireTurnover(store, 0);
      case FILL -> {
        store.update();
        store.fill();
        requireTurnover(store, 0);
      }
      case SCAN_ONE_FIELD ->
          require(store.scanOneField(), Trades.sumOfPrices(store.rows()), "prices");
      case RANDOM -> require(store.random(shuffled), Trades.sumOfPrices(shuffled), "prices");
      case UPDATE -> {
        store.fill();
        store.update();
        requireTurnover(store, 1);
      }
    }
  }

  private void pollute() {
    for (Store each : store.kin(ROWS_BEFORE)) {
      try (each) {
        each.fill();
        for (int scan = 0; scan < SCANS_BEFORE; scan++) {
          requireTurnover(each, 0);
        }
      }
    }
  }

  static void requireTurnover(Store store, int updates) {
    require(store.scan(), Trades.turnover(store.rows(), updates));
  }

  static void require(Turnover actual, Turnover expected) {
    if (!actual.equals(expected)) {
      throw new WrongResultException("%s, not %s".formatted(actual, expected));
    }
  }

  private static void require(long actual, long expected, String what) {
    if (actual != expected) {
      throw new WrongResultException("%s add up to %d, not %d".formatted(what, actual, expected));
    }
  }

  @Override
  public long run() {
    switch (pass) {
      case FILL -> store.fill();
      case SCAN -> {
        Turnover turnover = store.scan();
        return turnover.bought() ^ turnover.sold();
      }
      case SCAN_ONE_FIELD -> {
        return store.scanOneField();
      }
      case RANDOM -> {
        return store.random(shuffled);
      }
      case UPDATE -> store.update();
    }
    return 0;
  }
}
