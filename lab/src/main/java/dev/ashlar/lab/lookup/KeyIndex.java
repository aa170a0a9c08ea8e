// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.lookup.LookupExperiment.Blocks;
import dev.ashlar.lab.records.Trades;
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

  /// The keys of rows, all distinct.
  ///
  /// @param sequential whether the keys are the row numbers, which are the best case for hash
  ///   tables that use the hash of `Long`
  record Keys(int rows, boolean sequential) {
    long key(int row) {
      return sequential ? row : mixed(row);
    }

    /// {@return a key that no row has}
    long missing(int row) {
      return key(row + rows);
    }

    /// {@return a different number for each `number`, by the finalizer of SplitMix64 (Steele, Lea
    /// and Flood, Fast splittable pseudorandom number generators, 2014)}
    static long mixed(long number) {
      long mixed = (number ^ (number >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
      return mixed ^ (mixed >>> 31);
    }
  }
}
