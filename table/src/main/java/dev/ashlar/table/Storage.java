package dev.ashlar.table;

import java.io.IOException;

/// Whoever provides the memory of a table.
interface Storage {
  /// Returns memory for at least `capacity` rows that has the rows of `table` in it.
  Placement grow(Table<?> table, long capacity) throws IOException;

  default void commit(Table<?> table) throws IOException {
    throw new UnsupportedOperationException(
        table
            + " is not mapped, and cannot be committed: create(path, rows) or open(path) makes a"
            + " table that can");
  }
}
