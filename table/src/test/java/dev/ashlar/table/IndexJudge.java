// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// Compares an index with what the rows of its table say.
final class IndexJudge {
  private IndexJudge() {}

  static <R extends Record> void assertAgrees(Table<R> table, Index index, ToLongFunction<R> key) {
    Map<Long, List<Long>> expected = new TreeMap<>();
    for (long row = 0; row < table.size(); row++) {
      expected.computeIfAbsent(key.applyAsLong(table.get(row)), none -> new ArrayList<>()).add(row);
    }
    Map<Long, List<Long>> found = new TreeMap<>();
    for (long each : expected.keySet()) {
      List<Long> rows = new ArrayList<>();
      for (long row = index.find(each); row >= 0; row = index.next(row)) {
        rows.add(row);
      }
      rows.sort(null);
      found.put(each, rows);
      assertThat(index.contains(~each)).isEqualTo(expected.containsKey(~each));
    }
    assertThat(found).isEqualTo(expected);
    assertThat(index.keys()).isEqualTo(expected.size());
  }
}
