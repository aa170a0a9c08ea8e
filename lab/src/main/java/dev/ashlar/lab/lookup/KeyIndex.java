// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

/// A contender: finds rows by their keys.
interface KeyIndex {
  /// The row of a key that is not there.
  int NONE = -1;

  /// Makes the index, of rows that are there. It is called once, before all else.
  void build();

  /// {@return the sum of the rows that have the keys at `from` to `to`}
  long sumOfRows(long[] keys, int from, int to);
}
