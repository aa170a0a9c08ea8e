// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import java.util.List;

/// A contender that stores [Quad]s by columns, in one chunk or in several.
abstract class Quads implements AutoCloseable {
  /// A power of two.
  static final int ROWS = 1 << 18;

  static final int FIELDS = 4;

  /// {@return the sum of [Quad#value] for the rows `from` to `to - 1`}
  abstract long scan(int from, int to);

  /// {@return the same sum as [#scan], with a [Quad] object for each row}
  abstract long get(int from, int to);

  /// {@return the same sum for the row numbers in `rows[from]` to `rows[to - 1]`}
  abstract long random(int[] rows, int from, int to);

  /// {@return small instances of this class in other kinds of memory, which the caller closes}
  ///
  /// @param rows the number of rows in each of them
  /// @param kinds the maximum number of kinds, the kind of this instance included
  abstract List<? extends Quads> kin(int rows, int kinds);

  @Override
  public void close() {}
}
