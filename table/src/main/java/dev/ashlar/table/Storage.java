package dev.ashlar.table;

import java.io.IOException;

/// Whoever provides the memory of a table.
interface Storage {
  /// Returns memory for at least `capacity` rows that has the rows of `table` in it.
  Placement grow(Table<?> table, long capacity) throws IOException;

  default void commit(long rows) throws IOException {
    throw new UnsupportedOperationException(
        "Only a table in a file can be committed: make one with create(path, rows)");
  }
}
