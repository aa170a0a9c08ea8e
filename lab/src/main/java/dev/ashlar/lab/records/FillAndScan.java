// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.Workload;
import java.util.function.Supplier;

/// Creates, fills and scans a store once; the figure is the total time.
final class FillAndScan implements Workload {
  private final Supplier<Store> stores;

  FillAndScan(Supplier<Store> stores) {
    this.stores = stores;
  }

  @Override
  public void verify() {
    try (Store store = stores.get()) {
      store.fill();
      StoreWorkload.requireTurnover(store, 0);
    }
  }

  @Override
  public long run() {
    try (Store store = stores.get()) {
      store.fill();
      Trades.Turnover turnover = store.scan();
      return turnover.bought() ^ turnover.sold();
    }
  }
}
