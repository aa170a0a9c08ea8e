// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.ashlar.table.RowStatistics;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides whether a block may have rows that pass a filter. Spark filters the rows themselves.
///
/// The statistics of the file are checked first. If they exclude nothing, the column is searched
/// for the first value that passes. So a filter that most blocks pass costs little. A filter that
/// few blocks pass saves reading and converting all other columns.
sealed interface BlockFilter extends Serializable {
  /// Returns whether any row of the block that `columns` are at may pass.
  boolean mayPass(FilterColumns columns);

  /// Returns whether any of the rows may pass.
  boolean mayPass(RowStatistics rows);

  /// Selects rows that pass all filters.
  record All(List<BlockFilter> filters) implements BlockFilter {
    @Override
    public boolean mayPass(FilterColumns columns) {
      return filters.stream().allMatch(filter -> filter.mayPass(columns));
    }

    @Override
    public boolean mayPass(RowStatistics rows) {
      return filters.stream().allMatch(filter -> filter.mayPass(rows));
    }
  }

  /// Selects rows that pass one of the filters.
  record Any(List<BlockFilter> filters) implements BlockFilter {
    @Override
    public boolean mayPass(FilterColumns columns) {
      return filters.stream().anyMatch(filter -> filter.mayPass(columns));
    }

    @Override
    public boolean mayPass(RowStatistics rows) {
      return filters.stream().anyMatch(filter -> filter.mayPass(rows));
    }
  }

  /// Selects rows whose value, in the column's own unit, is between `least` and `greatest`, both
  /// inclusive. No row passes if `least` is greater. An absent value is 0 in a file, so it may let
  /// a block pass that has no such row.
  record InRange(OrderedColumn column, long least, long greatest) implements BlockFilter {
    @Override
    public boolean mayPass(FilterColumns columns) {
      if (least > greatest) {
        return false;
      }
      MemorySegment values = columns.memory(column.path());
      long first = columns.first();
      for (int row = 0; row < columns.rows(); row++) {
        long value = column.get(values, first + row);
        if (least <= value && value <= greatest) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean mayPass(RowStatistics rows) {
      Number min = rows.min(column.path());
      Number max = rows.max(column.path());
      if (min == null || max == null) {
        return rows.nullCount(column.path()) < rows.rowCount();
      }
      long smallest = Math.max(least, OrderedColumn.integer(min));
      return smallest <= Math.min(greatest, OrderedColumn.integer(max));
    }
  }

  /// Selects rows with a text between two others, both inclusive. Only statistics exclude rows:
  /// what the filter is for is mostly among the texts that differ late.
  ///
  /// @param from null if the range has no first text
  /// @param to null if it has no last one
  record TextInRange(String path, @Nullable String from, @Nullable String to)
      implements BlockFilter {
    @Override
    public boolean mayPass(FilterColumns columns) {
      return true;
    }

    @Override
    public boolean mayPass(RowStatistics rows) {
      return rows.mayHaveText(path, from, to);
    }
  }

  /// Selects rows with a text that begins with another. Only statistics exclude rows.
  record TextBegins(String path, String beginning) implements BlockFilter {
    @Override
    public boolean mayPass(FilterColumns columns) {
      return true;
    }

    @Override
    public boolean mayPass(RowStatistics rows) {
      return rows.mayHaveBeginning(path, beginning);
    }
  }

  /// Selects rows that have a value, or rows that have none.
  ///
  /// @param presence the column that says whether there is a value
  record IsPresent(String path, String presence, boolean present) implements BlockFilter {
    @Override
    public boolean mayPass(FilterColumns columns) {
      MemorySegment presences = columns.memory(presence);
      for (int row = 0; row < columns.rows(); row++) {
        if ((presences.get(JAVA_BYTE, columns.first() + row) != 0) == present) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean mayPass(RowStatistics rows) {
      long absent = rows.nullCount(path);
      return present ? absent < rows.rowCount() : absent > 0;
    }
  }
}
