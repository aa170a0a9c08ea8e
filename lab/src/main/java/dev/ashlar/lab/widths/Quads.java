// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import java.util.List;

/// A contender that stores [Quad]s by columns, in one chunk or in several.
abstract class Quads implements AutoCloseable {
  /// A power of two.
  static final int ROWS = 1 << 18;

  static final int FIELDS = 4;

  /// {@return the sum of [Quad#value] of the rows `from` to `to`}
  abstract long scan(int from, int to);

  /// {@return the same, each row taken as a [Quad]}
  abstract long get(int from, int to);

  /// {@return the same of the rows that stand in `rows` at `from` to `to`}
  abstract long random(int[] rows, int from, int to);

  /// {@return the kinds of memory that the same code serves, small; what is not closed by this}
  abstract List<? extends Quads> kin(int rows, int kinds);

  @Override
  public void close() {}
}
