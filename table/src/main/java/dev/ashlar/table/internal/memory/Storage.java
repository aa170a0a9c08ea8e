// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.DeletedRows;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The source of a table's memory: the heap, an arena or a file.
public interface Storage {
  /// Returns memory for at least `capacity` rows: the current memory and more.
  TableMemory grow(TableMemory now, long capacity) throws IOException;

  /// The rows for which a table that is full gets memory, if it needs less.
  default long spare(long capacity) {
    return capacity >> 1;
  }

  /// Takes away the rows from `rows` on, before the table forgets them.
  default void truncate(long rows) throws IOException {}

  /// Returns the deleted rows of a table that is being made.
  default DeletedRows deletedRows() {
    return new DeletedRows();
  }

  /// Checks that rows may be deleted.
  ///
  /// @throws IllegalArgumentException if the table is open to read only
  default void requireWritable() {}

  /// The file; null if the table is not mapped.
  default @Nullable Path path() {
    return null;
  }

  /// Checks that this thread may use the rows.
  ///
  /// @throws WrongThreadException if the rows of a file belong to another thread
  default void requireOwner() {}

  /// Returns the exception to throw when a table is used after its end, which only files have.
  default IllegalStateException closed() {
    return new IllegalStateException("The table is closed");
  }
}
