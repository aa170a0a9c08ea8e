// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import dev.ashlar.table.Column;
import dev.ashlar.table.Index;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The index of a table, which also stores the keys.
final class TableKeyIndex implements KeyIndex {
  record Entry(long key) {}

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);

  private final Table<Entry> table;
  private @Nullable Index index;

  TableKeyIndex(Keys keys) {
    this.table = ENTRIES.columns().heap(keys.rows());
    Column column = table.column("key");
    for (int row = 0; row < keys.rows(); row++) {
      column.setLong(row, keys.key(row));
    }
  }

  @Override
  public void build() {
    index = table.uniqueIndex("key");
  }

  @Override
  public long sumOfRows(long[] keys, int from, int to) {
    Index rows = index;
    if (rows == null) {
      throw new IllegalStateException("no index was built");
    }
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += rows.find(keys[i]);
    }
    return sum;
  }
}
