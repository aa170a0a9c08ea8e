// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// The rows of equal keys, as linked lists of row numbers plus 1. 0 stands for no row.
///
/// ```
/// next    the next row of the key, 0 behind the last
/// prev    the row before; of the first one the last; 0 if the row is in no list
/// ```
///
/// A reader only follows `next`. A row is added behind the last one by one write to `next`.
final class RowLinks {
  private static final int MAX_ROWS = Integer.MAX_VALUE - 8;

  private final int[] next;
  private final int[] prev;

  private RowLinks(int[] next, int[] prev) {
    this.next = next;
    this.prev = prev;
  }

  /// Returns links of rows that are less than `rows`, in no list.
  ///
  /// @throws IllegalStateException if there are more than an array has room for
  static RowLinks of(long rows) {
    int length = length(rows, rows);
    return new RowLinks(new int[length], new int[length]);
  }

  /// Returns these lists, with room for rows that are less than `rows`, and for a quarter more.
  ///
  /// @throws IllegalStateException if there are more than an array has room for
  RowLinks withRoom(long rows) {
    int length = length(rows, rows + rows / 4);
    return new RowLinks(Arrays.copyOf(next, length), Arrays.copyOf(prev, length));
  }

  private static int length(long rows, long wanted) {
    if (rows > MAX_ROWS) {
      throw new IllegalStateException(
          "An index whose keys have several rows cannot have %d rows, only %d: split the table"
              .formatted(rows, MAX_ROWS));
    }
    return (int) Math.min(wanted, MAX_ROWS);
  }

  boolean hasRoom(long rows) {
    return rows <= next.length;
  }

  /// Returns 0 if the numbers of a part of an [array][#arrays] are those of rows that are less than
  /// `rows`, -1 otherwise.
  static int check(int[] links, int from, int to, long rows) {
    for (int i = from; i < to; i++) {
      if (links[i] < 0 || links[i] > rows) {
        return -1;
      }
    }
    return 0;
  }

  void clear() {
    Arrays.fill(next, 0);
    Arrays.fill(prev, 0);
  }

  /// Each as many as there are rows.
  int[][] arrays() {
    return new int[][] {next, prev};
  }

  long byteSize() {
    return 2L * next.length * Integer.BYTES;
  }

  /// Returns the next row of the same key; -1 if there is none.
  long next(long row) {
    return row < next.length ? next[(int) row] - 1L : -1;
  }

  /// Forgets what a row was linked to. It is in no list.
  void clear(long row) {
    next[(int) row] = 0;
    prev[(int) row] = 0;
  }

  /// Makes a list of one row.
  void start(long row) {
    next[(int) row] = 0;
    prev[(int) row] = (int) row + 1;
  }

  /// Adds a row to the list of `first`.
  void add(long first, long row) {
    int last = prev[(int) first];
    next[(int) row] = 0;
    prev[(int) row] = last;
    prev[(int) first] = (int) row + 1;
    VarHandle.releaseFence();
    next[last - 1] = (int) row + 1;
  }

  /// Removes a row from the list of `first`, which may be that row. A reader that stands on it goes
  /// on to the next.
  void remove(long first, long row) {
    int before = prev[(int) row];
    int after = next[(int) row];
    if (row == first) {
      if (after != 0) {
        prev[after - 1] = before;
      }
    } else {
      next[before - 1] = after;
      prev[after == 0 ? (int) first : after - 1] = before;
    }
    prev[(int) row] = 0;
  }
}
