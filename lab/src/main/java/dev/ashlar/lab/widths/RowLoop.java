// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

/// A loop over rows.
abstract class RowLoop {
  /// {@return the sum of all fields of the rows `from` to `to`}
  ///
  /// @param rows what the [Way] says
  abstract long sum(Object rows, int from, int to);
}
