// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import java.util.HashMap;
import java.util.Map;

/// A `HashMap`, created with capacity for all rows.
final class HashMapKeyIndex implements KeyIndex {
  private final Keys keys;
  private Map<Long, Integer> rows = Map.of();

  HashMapKeyIndex(Keys keys) {
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
