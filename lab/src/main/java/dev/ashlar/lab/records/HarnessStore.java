// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

/// Keeps nothing: what going over blocks costs.
final class HarnessStore extends Store {
  HarnessStore(int rows) {
    super(rows);
  }

  @Override
  void fill(int from, int to) {}

  @Override
  void scan(int from, int to) {
    bought += to - from;
  }

  @Override
  long scanOneField(int from, int to) {
    return 0;
  }

  @Override
  long random(int[] shuffled, int from, int to) {
    return 0;
  }

  @Override
  void update(int from, int to) {}

  @Override
  long bytesOutsideHeap() {
    return 0;
  }
}
