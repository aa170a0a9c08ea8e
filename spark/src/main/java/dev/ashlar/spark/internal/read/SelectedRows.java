// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.RowStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Iterates over the rows that, by the statistics of their file, may pass a filter.
final class SelectedRows {
  /// The statistics that exclude their rows, in the order of rows.
  private final List<RowStatistics> excluding;

  private final long rangeEnd;
  private long row;

  /// The index of the first in [#excluding] that is not before [#row].
  private int next;

  private long excluded;

  private SelectedRows(List<RowStatistics> excluding, long from, long to) {
    this.excluding = excluding;
    this.row = from;
    this.rangeEnd = to;
  }

  /// @param filter null if all rows are read
  static SelectedRows of(MappedTable<?> table, @Nullable BlockFilter filter, long from, long to) {
    List<RowStatistics> excluding =
        filter == null
            ? List.of()
            : table.statistics(from, to).stream().filter(rows -> !filter.mayPass(rows)).toList();
    return new SelectedRows(excluding, from, to);
  }

  /// Goes to the next row that may pass, unless this is one.
  boolean hasNext() {
    while (next < excluding.size() && excluding.get(next).firstRow() <= row) {
      RowStatistics rows = excluding.get(next++);
      long end = Math.min(rangeEnd, rows.firstRow() + rows.rowCount());
      excluded += end - row;
      row = end;
    }
    return row < rangeEnd;
  }

  long row() {
    return row;
  }

  /// The row behind those that follow and may pass.
  long end() {
    return next < excluding.size() ? excluding.get(next).firstRow() : rangeEnd;
  }

  /// Goes on by rows that may pass.
  void skip(int rows) {
    row += rows;
  }

  /// How many rows have been left out so far.
  long excluded() {
    return excluded;
  }
}
