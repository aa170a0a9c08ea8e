// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import com.sun.management.ThreadMXBean;
import dev.ashlar.lab.experiment.Observation;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.IntFunction;

/// The bytes for each row: everything that creating a store allocates, on the heap and elsewhere.
/// If filling creates the rows, its allocations are included. Otherwise filling stores nothing new,
/// and its allocations are left out: code that is not compiled yet makes garbage.
final class BytesPerRow implements Observation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final IntFunction<Store> stores;
  private final int rows;
  private double bytesPerRow;

  BytesPerRow(IntFunction<Store> stores, int rows) {
    this.stores = stores;
    this.rows = rows;
  }

  /// Creates and scans a store once, because the first time allocates more than the rows.
  @Override
  public void prepare() {
    verify();
  }

  @Override
  public void verify() {
    try (Store store = stores.apply(rows)) {
      store.fill();
      StoreWorkload.requireTurnover(store, 0);
    }
  }

  @Override
  public long run() {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try (Store store = stores.apply(rows)) {
      long onHeap = THREADS.getCurrentThreadAllocatedBytes() - before;
      store.fill();
      if (store.isOfObjects()) {
        onHeap = THREADS.getCurrentThreadAllocatedBytes() - before;
      }
      bytesPerRow = (double) (onHeap + store.bytesOutsideHeap()) / rows;
      return store.bytesOutsideHeap();
    }
  }

  @Override
  public Observed observed() {
    return new Observed(bytesPerRow, "B", List.of());
  }
}
