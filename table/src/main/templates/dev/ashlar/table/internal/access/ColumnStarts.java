// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

/// Where the columns of a chunk start in its memory.
///
/// These are fields and not elements of an array. To C2 each write to a `long[]` in a user's loop,
/// such as that of sums, may change the elements of all `long[]`: the loop would load them again for
/// each row, and would not be vectorized.
public final class ColumnStarts {
  /// The number of columns with a field.
  public static final int FIELDS = 32;

  //@ for  column
  //@      0..31
  public final long start$column;

  //@ end
  /// All of them.
  public final long[] all;

  ColumnStarts(long[] starts) {
    all = starts;
    //@ for  column
    //@      0..31
    start$column = get($column);
    //@ end
  }

  private long get(int column) {
    return column < all.length ? all[column] : 0;
  }
}
