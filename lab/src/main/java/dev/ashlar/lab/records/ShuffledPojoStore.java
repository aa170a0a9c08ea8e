// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

/// Objects that do not lie in the order in which they are visited, as after some time of life.
///
/// They are made in order and change places in the array afterwards. Made in no order, they would
/// lie in the array's order again as soon as the collector had copied them, since it follows the
/// array.
final class ShuffledPojoStore extends PojoStore {
  ShuffledPojoStore(int rows) {
    super(rows);
    Pojo[] inOrder = new Pojo[rows];
    for (int row = 0; row < rows; row++) {
      inOrder[row] = new Pojo();
    }
    int[] places = Trades.allShuffled(rows);
    for (int row = 0; row < rows; row++) {
      trades[row] = inOrder[places[row]];
    }
  }

  /// Writes to the objects there are.
  @Override
  void fill(int from, int to) {
    for (int row = from; row < to; row++) {
      trades[row].write(row);
    }
  }
}
