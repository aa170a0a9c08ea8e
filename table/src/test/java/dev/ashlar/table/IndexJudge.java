// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/// Compares an index with what the rows of its table say.
final class IndexJudge {
  private IndexJudge() {}

  static <R extends Record> void assertAgrees(Table<R> table, Index index, ToLongFunction<R> key) {
    Map<Long, List<Long>> expected = rows(table, key::applyAsLong);
    expected
        .keySet()
        .forEach(each -> assertThat(index.contains(~each)).isEqualTo(expected.containsKey(~each)));
    assertAgrees(index, expected, index::find);
  }

  /// @param key a value for each field of the index
  static <R extends Record> void assertValues(
      Table<R> table, Index index, Function<R, List<Object>> key) {
    Map<List<Object>, List<Long>> expected = rows(table, key);
    assertAgrees(index, expected, values -> index.find(values.toArray()));
  }

  private static <R extends Record, K> Map<K, List<Long>> rows(Table<R> table, Function<R, K> key) {
    Map<K, List<Long>> rows = new HashMap<>();
    for (long row = 0; row < table.size(); row++) {
      rows.computeIfAbsent(key.apply(table.get(row)), none -> new ArrayList<>()).add(row);
    }
    return rows;
  }

  private static <K> void assertAgrees(
      Index index, Map<K, List<Long>> expected, ToLongFunction<K> find) {
    expected.forEach((key, rows) -> {
      List<Long> found = new ArrayList<>();
      for (long row = find.applyAsLong(key); row >= 0; row = index.next(row)) {
        found.add(row);
      }
      found.sort(null);
      assertThat(found).as("%s of %s", index, key).isEqualTo(rows);
    });
    assertThat(index.keys()).isEqualTo(expected.size());
  }
}
