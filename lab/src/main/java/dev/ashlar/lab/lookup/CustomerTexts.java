// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

/// A contender: stores rows with the names of [Customers].
interface CustomerTexts {
  String name(int row);

  /// {@return how many of the rows that stand in `rows` at `from` to `to` have the wanted name}
  long count(int[] rows, int from, int to);
}
