package dev.ashlar.table;

import java.io.IOException;

/// Whoever provides the memory of a table.
interface Storage {
  /// Returns memory for at least `capacity` rows: what there is now and more.
  Placement grow(Placement now, long capacity) throws IOException;

  default void commit(Table<?> table) throws IOException {
    throw new UnsupportedOperationException(
        table
            + " is not mapped, and cannot be committed: create(path, rows) or open(path) makes a"
            + " table that can");
  }
}
