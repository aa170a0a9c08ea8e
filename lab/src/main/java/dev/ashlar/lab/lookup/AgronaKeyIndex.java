// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import org.agrona.collections.Hashing;
import org.agrona.collections.Long2LongHashMap;

/// A map of Agrona for primitive keys, created with capacity for all rows.
final class AgronaKeyIndex implements KeyIndex {
  private final Keys keys;
  private Long2LongHashMap rows = new Long2LongHashMap(NONE);

  AgronaKeyIndex(Keys keys) {
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
