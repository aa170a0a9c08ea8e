// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.table.Column;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A [Table][dev.ashlar.table.Table] of columns, whose one field is scanned as a whole column.
final class ColumnsStore extends AshlarStore {
  private final Column prices;

  /// @param kind a kind of columns
  ColumnsStore(Kind kind, int rows) {
    super(kind, rows);
    prices = table.column("price");
  }

  @Override
  long scanOneField(int from, int to) {
    Column prices = this.prices;
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum += prices.getLong(row);
    }
    return sum;
  }

  @Override
  List<Store> kin(int rows) {
    return Stream.concat(
            super.kin(rows).stream(),
            Arrays.stream(Kind.values())
                .filter(Kind::isColumns)
                .map(each -> new ColumnsStore(each, rows)))
        .toList();
  }
}
