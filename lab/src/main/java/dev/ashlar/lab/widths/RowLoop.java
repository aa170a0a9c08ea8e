// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

/// A loop over rows.
abstract class RowLoop {
  /// {@return the sum of all fields of the rows `from` to `to - 1`}
  ///
  /// @param rows the rows, as an object of the type that the [Way] requires
  abstract long sum(Object rows, int from, int to);
}
