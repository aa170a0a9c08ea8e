// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.records.Trades;

/// Looks up keys in random order, or keys that do not exist.
final class KeyWorkload implements Workload {
  private final KeyIndex index;
  private final Keys keys;
  private final long[] sought;
  private final long expected;

  KeyWorkload(KeyIndex index, Keys keys, boolean missing) {
    this.index = index;
    this.keys = keys;
    int[] rows = Trades.shuffled(keys.rows());
    this.sought = new long[rows.length];
    long sum = 0;
    for (int i = 0; i < rows.length; i++) {
      sought[i] = missing ? keys.missing(rows[i]) : keys.key(rows[i]);
      sum += missing ? KeyIndex.NONE : rows[i];
    }
    this.expected = sum;
  }

  @Override
  public void prepare() {
    index.build();
  }

  @Override
  public void verify() {
    Proof.repeat(() -> Proof.requireEqual(run(), expected, "the sum of the rows"));
    requireRow(0, 0);
    requireRow(keys.rows() - 1, keys.rows() - 1);
    Proof.requireEqual(
        index.sumOfRows(new long[] {keys.missing(0)}, 0, 1), KeyIndex.NONE, "no row");
  }

  private void requireRow(int row, long expected) {
    Proof.requireEqual(index.sumOfRows(new long[] {keys.key(row)}, 0, 1), expected, "a row");
  }

  @Override
  public long run() {
    return Blocks.sum(sought.length, (from, to) -> index.sumOfRows(sought, from, to));
  }
}
