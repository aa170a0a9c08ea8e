// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.lab.engines.RawEngine.Parts;
import java.util.ArrayList;
import java.util.List;

/// A list of records that are created in order.
final class RecordsEngine implements Engine {
  private final List<LineItem> items;
  private final Parts parts;

  RecordsEngine(int rows, int threads) {
    items = new ArrayList<>(rows);
    parts = new Parts(rows, threads);
  }

  @Override
  public void add(LineItem item) {
    items.add(item);
  }

  @Override
  public Answer answer(Query query) {
    return parts
        .sum(DecimalSums::new, (sums, from, to) -> add(query, sums, from, to), DecimalSums::plus)
        .answer(query);
  }

  private void add(Query query, DecimalSums sums, int from, int to) {
    for (int row = from; row < to; row++) {
      sums.add(query, items.get(row));
    }
  }
}
