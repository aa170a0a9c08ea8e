// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The rows of a record in memory: the places of their fields, and the size of the chunks in which
/// memory is added.
public final class RecordLayout {
  /// More than the address space of any machine; sums of such sizes fit a `long`.
  private static final long MAX_BYTES = 1L << 56;

  private final Schema schema;
  private final Layout layout;
  private final long capacity;
  private final long chunkRows;

  /// Lays out a record.
  ///
  /// @param capacity the rows a new table has room for, at least
  /// @param chunkRows of each chunk; 0 if it depends on how tables grow
  public RecordLayout(Schema schema, Layout layout, long capacity, long chunkRows) {
    this.schema = schema;
    this.layout = layout;
    this.capacity = capacity;
    this.chunkRows = chunkRows;
  }

  public Schema schema() {
    return schema;
  }

  public Layout layout() {
    return layout;
  }

  /// Returns this layout for the same record over the fields of a file.
  public RecordLayout withSchema(Schema mapped) {
    return new RecordLayout(mapped, layout, capacity, chunkRows);
  }

  public RecordLayout withCapacity(long rows) {
    requireRows(rows);
    return new RecordLayout(schema, layout, rows, chunkRows);
  }

  /// Returns this layout with chunks of so many rows.
  ///
  /// @throws IllegalArgumentException if there are none, or more than `most`
  public RecordLayout withChunkRows(long rows, long most) {
    if (rows < 1 || rows > most) {
      throw new IllegalArgumentException(
          "A chunk of %s has 1 to %d rows, not %d".formatted(this, most, rows));
    }
    return new RecordLayout(schema, layout, capacity, rows);
  }

  /// The rows a new table has room for.
  ///
  /// @param rows that it begins with
  public long capacity(long rows) {
    return Math.max(rows, capacity);
  }

  /// The rows of each chunk; 0 if it depends on how tables grow.
  public long chunkRows() {
    return chunkRows;
  }

  /// The rows of a new chunk that is followed by no other, if rows up to `end` are wanted.
  public long chunkRows(long first, long end, long most) {
    return chunkRows > 0 ? chunkRows : Math.min(most, end - first);
  }

  /// The size of a row. In columns, the sum of the sizes of its fields.
  public long bytesPerRow() {
    return layout.stride(schema);
  }

  /// Checks the number of rows of a table.
  ///
  /// @throws IllegalArgumentException if rows are negative, or more than any memory could have
  public void requireRows(long rows) {
    if (rows < 0 || rows > MAX_BYTES / bytesPerRow()) {
      throw new IllegalArgumentException(
          "%s tables have 0 to %d rows, not %d".formatted(this, MAX_BYTES / bytesPerRow(), rows));
    }
  }

  /// Returns the exception to throw when a thread uses a table that is another's.
  ///
  /// @param path of its file; null if it has none
  public WrongThreadException wrongThread(@Nullable Path path, String owner) {
    return new WrongThreadException(
        "A table of %s%s belongs to %s, and this is %s"
            .formatted(this, path == null ? "" : " in " + path, owner, Thread.currentThread()));
  }

  /// Names the record and the layout.
  @Override
  public String toString() {
    return schema.type().getName() + "." + layout.call();
  }
}
