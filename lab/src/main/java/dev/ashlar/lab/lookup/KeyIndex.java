// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import dev.ashlar.table.Column;
import dev.ashlar.table.Index;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Hashing;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/// A contender: finds rows by their keys.
interface KeyIndex {
  /// The result for a key that no row has.
  int NONE = -1;

  /// Builds the index of existing rows. Called once, before [#sumOfRows].
  void build();

  /// {@return the sum of the row numbers of the elements of `keys` from `from` to before `to`; a
  /// missing key counts as [#NONE]}
  long sumOfRows(long[] keys, int from, int to);

  /// A `HashMap`, created with capacity for all rows.
  final class OfHashMap implements KeyIndex {
    private final Keys keys;
    private Map<Long, Integer> rows = Map.of();

    OfHashMap(Keys keys) {
      this.keys = keys;
    }

    @Override
    public void build() {
      Map<Long, Integer> map = HashMap.newHashMap(keys.rows());
      for (int row = 0; row < keys.rows(); row++) {
        map.put(keys.key(row), row);
      }
      rows = map;
    }

    @Override
    public long sumOfRows(long[] keys, int from, int to) {
      Map<Long, Integer> map = rows;
      long sum = 0;
      for (int i = from; i < to; i++) {
        Integer row = map.get(keys[i]);
        sum += row == null ? NONE : row;
      }
      return sum;
    }
  }

  /// A map of Agrona for primitive keys, created with capacity for all rows.
  final class OfAgrona implements KeyIndex {
    private final Keys keys;
    private Long2LongHashMap rows = new Long2LongHashMap(NONE);

    OfAgrona(Keys keys) {
      this.keys = keys;
    }

    @Override
    public void build() {
      float load = Hashing.DEFAULT_LOAD_FACTOR;
      Long2LongHashMap map = new Long2LongHashMap((int) (keys.rows() / load) + 1, load, NONE);
      for (int row = 0; row < keys.rows(); row++) {
        map.put(keys.key(row), row);
      }
      rows = map;
    }

    @Override
    public long sumOfRows(long[] keys, int from, int to) {
      Long2LongHashMap map = rows;
      long sum = 0;
      for (int i = from; i < to; i++) {
        sum += map.get(keys[i]);
      }
      return sum;
    }
  }

  /// The index of a table that stores the keys.
  final class OfTable implements KeyIndex {
    record Entry(long key) {}

    private static final TableType<Entry> ENTRIES =
        TableType.of(MethodHandles.lookup(), Entry.class);

    private final Table<Entry> table;
    private @Nullable Index index;

    OfTable(Keys keys) {
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
}
