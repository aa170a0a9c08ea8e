// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import java.util.concurrent.atomic.LongAdder;

/// The rows of tables that a statement reads and writes. Any thread may ask how many are done.
public final class Progress {
  private final LongAdder expected = new LongAdder();
  private final LongAdder done = new LongAdder();

  /// Begins a statement.
  public void begin() {
    expected.reset();
    done.reset();
  }

  void expect(long rows) {
    expected.add(rows);
  }

  void add(long rows) {
    done.add(rows);
  }

  /// Returns the part that is done, from 0 to 1; -1 if no rows are expected.
  public double part() {
    long all = expected.sum();
    return all == 0 ? -1 : (double) done.sum() / all;
  }
}
