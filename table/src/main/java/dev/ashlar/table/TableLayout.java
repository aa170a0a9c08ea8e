// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.file.FileOptions;
import dev.ashlar.table.internal.file.FileReplacement;
import dev.ashlar.table.internal.file.FileStorage;
import dev.ashlar.table.internal.file.TableFile;
import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.memory.ArenaStorage;
import dev.ashlar.table.internal.memory.HeapStorage;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/// The layout of a record in memory, as rows or as columns. It makes the tables.
///
/// A new table has the requested number of rows, whose fields are zero. A number of rows, or a
/// capacity, causes an [IllegalArgumentException] if it is negative, or larger than any memory.
///
/// Three numbers are independent: the rows of a table, the rows for which it has memory
/// ([#withCapacity]), and the rows in one run of memory ([#withChunkRows]):
///
/// ```java
/// Table<Trade> trades = TRADES.columns().withCapacity(1_000_000).withChunkRows(65_536).heap(0);
/// ```
///
/// @param <R> the record
public final class TableLayout<R extends Record> {
  /// Of a new file, at once.
  private static final long WRITTEN_ROWS = 1 << 18;

  private final TableType<R> type;
  private final RecordLayout rows;

  TableLayout(TableType<R> type, RecordLayout rows) {
    this.type = type;
    this.rows = rows;
  }

  /// Returns this layout with a capacity: its tables are made with memory for at least `rows` rows.
  public TableLayout<R> withCapacity(long rows) {
    return new TableLayout<>(type, this.rows.withCapacity(rows));
  }

  /// Returns this layout with a chunk size: its tables add memory in chunks of `rows` rows. By
  /// default a new table has one chunk. Each growth adds a chunk with half as many rows as the
  /// table has. In files, rows are one chunk, and columns are chunks of at least 4,096 rows. By
  /// default a file grows by a quarter.
  ///
  /// @throws IllegalArgumentException if `rows` is less than 1, or more than fit in one array
  public TableLayout<R> withChunkRows(long rows) {
    return new TableLayout<>(
        type, this.rows.withChunkRows(rows, HeapStorage.maxChunkRows(this.rows)));
  }

  /// Returns the record and its fields.
  public TableType<R> type() {
    return type;
  }

  RecordLayout rows() {
    return rows;
  }

  /// Returns the layout for new tables. It is this one, unless this one is of a file with another
  /// schema.
  TableLayout<R> declared() {
    TableType<R> declared = type.declared();
    return rows.schema().isExact()
        ? this
        : new TableLayout<>(declared, rows.withSchema(declared.schema()));
  }

  /// Returns the size of a row in bytes. In columns, it is the sum of the sizes of the fields.
  public long bytesPerRow() {
    return rows.bytesPerRow();
  }

  /// Makes a table on the heap, in arrays. Its rows are zero.
  ///
  /// @throws UnsupportedOperationException if the layout is [packed rows][TableType#rows]
  /// @throws OutOfMemoryError if the heap has no room
  public Table<R> heap(long rows) {
    if (this.rows.layout() == Layout.ROWS) {
      throw new UnsupportedOperationException(
          this
              + " are not for the heap, where neighbors would share words and lose updates:"
              + " use alignedRows() or columns()");
    }
    return heap(rows, HeapStorage.of(this.rows));
  }

  Table<R> heap(long rows, HeapStorage storage) {
    this.rows.requireRows(rows);
    return type.table(this, storage, storage.allocateRows(this.rows.capacity(rows)), rows);
  }

  /// Makes a table in native memory. It ends when `arena` is closed. The threads that may use the
  /// arena's memory may use the table. Its rows are zero, whatever the arena returns. When the
  /// table grows, the arena must allocate memory of the same scope.
  ///
  /// @throws IllegalArgumentException if the arena returns memory of another size or alignment than
  ///   requested
  /// @throws OutOfMemoryError if there is not enough native memory
  public Table<R> allocate(Arena arena, long rows) {
    this.rows.requireRows(rows);
    ArenaStorage storage = new ArenaStorage(this.rows, arena);
    return type.table(this, storage, storage.allocateRows(this.rows.capacity(rows)), rows);
  }

  /// Makes a table in a new file, which is mapped. Whoever opens the file before the first
  /// [commit][MappedTable#commit] sees no rows. Disk space is allocated before this method returns.
  ///
  /// The file is written under a temporary name in the same folder, and gets its own name by a hard
  /// link. If the process is killed, there is therefore either a whole table with that name or
  /// none. The first table that a process creates in a folder deletes the temporary files of killed
  /// processes. On a file system without hard links, the file is copied to its name instead; a
  /// process that is killed meanwhile leaves a part of the file.
  ///
  /// Texts of more than 12 bytes are in another file, whose name has `.text` added. This file is
  /// made first. A file of texts without a table, which a killed process has left, is replaced.
  ///
  /// A lock file, whose name has `.lock` added, keeps a second writer out until the table is closed
  /// or the JVM ends. The lock also holds for symbolic links to the file. A hard link is recognized
  /// as the same table only within this process.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the file exists
  /// @throws TableFileException if another writer has a table at this path
  /// @throws IOException if the disk is full, or if the file cannot be made or mapped
  public MappedTable<R> create(Path path, long rows, TableOption... options) throws IOException {
    StackHeadroom.require();
    return create(path, rows, Plan.of(this.rows, rows), Disk.REAL, options);
  }

  MappedTable<R> create(Path path, long rows, Plan plan, Disk disk, TableOption... options)
      throws IOException {
    this.rows.requireRows(rows);
    return TableFile.create(this.rows, path, rows, plan, disk, fileOptions(options), this::mapped);
  }

  /// Opens the table in a file, to read and to write, with the rows of its last commit.
  ///
  /// @throws TableFileException if the file is not a whole table of this layout and record, or
  ///   another writer has it open
  /// @throws IOException if the file cannot be read or mapped
  public MappedTable<R> open(Path path, TableOption... options) throws IOException {
    StackHeadroom.require();
    return open(path, Disk.REAL, options);
  }

  MappedTable<R> open(Path path, Disk disk, TableOption... options) throws IOException {
    return open(path, true, disk, options);
  }

  /// Opens the table in a file to read only, with the rows of its last commit. A writer may have
  /// the file open.
  ///
  /// The file may have been written with an earlier version of the record.
  /// [MappedTable#schemaChanges] returns the differences. Components are found by their names, in
  /// any order. A file that lacks a component is refused, unless the component is [OrZero], may be
  /// absent, or [had another name][Was]. Components that only the file has are left out.
  ///
  /// A component may be wider than in the file: `long` for `int`, more digits before the decimal
  /// point, a longer [FixedUtf8], a plain `String` for a [FixedUtf8], more constants behind those
  /// of an enum, [OrNull] or `Optional`. Cursors read such a component by the type that it has in
  /// the record. To write such rows, [copy][Table#copyTo] them to a new table.
  ///
  /// @throws TableFileException if the file is not a whole table of this layout, or has components
  ///   that cannot be read as those of the record; the message names each
  /// @throws IOException if the file cannot be read or mapped
  public MappedTable<R> openReadOnly(Path path, TableOption... options) throws IOException {
    StackHeadroom.require();
    return open(path, false, Disk.REAL, options);
  }

  /// Rewrites a file that has an earlier version of the record: writes the rows to a new file with
  /// the current components, and replaces the old file. Does nothing if the file has the current
  /// components. Fields that only the old file has are lost; [MappedTable#schemaChanges] names
  /// them.
  ///
  /// It verifies the rows first. Tables that are open to read keep the old file. A process that is
  /// killed leaves the old file or the new one, and perhaps files with `.replacement` added to the
  /// name, which the next call deletes. The new files have the permissions of the old one. Indexes
  /// are made again at their next use.
  ///
  /// ```java
  /// List<String> changes = TRADES.columns().migrate(path);
  /// ```
  ///
  /// @return the differences, as from [MappedTable#schemaChanges]; empty if nothing was done
  /// @throws TableFileException if the file is not a whole table of this layout, or if its
  ///   components cannot be read as those of the record. Also if a writer has the file open
  /// @throws IOException if the new file cannot be written, or cannot replace the old one, which is
  ///   then unchanged
  public List<String> migrate(Path path) throws IOException {
    StackHeadroom.require();
    try (FileReplacement replacement = FileReplacement.of(path)) {
      List<String> changes;
      try (MappedTable<R> old = openWhole(path)) {
        changes = old.schemaChanges();
        if (!changes.isEmpty()) {
          write(old, replacement.made(), _ -> {});
        }
      }
      if (!changes.isEmpty()) {
        replacement.publish();
      }
      return changes;
    }
  }

  /// Rewrites a file without its [deleted][Table#delete] rows, and without texts that only these
  /// rows have: writes the other rows to a new file, and replaces the old file. Does nothing if the
  /// file has no deleted rows.
  ///
  /// The rows get new numbers, in the same order, and the file gets a new
  /// [generation][MappedTable#generation]. Tables that are open to read keep the old file with its
  /// numbers, and their [MappedTable#refresh] throws. The disk needs room for both files. The rest
  /// is as for [#migrate].
  ///
  /// ```java
  /// long removed = TRADES.columns().compact(path);
  /// ```
  ///
  /// @return the number of deleted rows that were removed
  /// @throws TableFileException if the file is not a whole table of this layout, if it has an
  ///   earlier version of the record, or if a writer has it open
  /// @throws IOException if the new file cannot be written, or cannot replace the old one, which is
  ///   then unchanged
  public long compact(Path path) throws IOException {
    return compact(path, _ -> {});
  }

  /// Same as [#compact(Path)], and reports progress.
  ///
  /// @param rows receives, from time to time, the number of rows processed so far
  public long compact(Path path, LongConsumer rows) throws IOException {
    StackHeadroom.require();
    try (FileReplacement replacement = FileReplacement.of(path)) {
      long removed;
      try (MappedTable<R> old = openWhole(path)) {
        if (!old.schemaChanges().isEmpty()) {
          throw new TableFileException(
              path,
              TableFileException.Reason.OTHER_SCHEMA,
              "has another version of the record, %s: migrate also removes deleted rows"
                  .formatted(String.join(", ", old.schemaChanges())));
        }
        removed = old.deletedCount();
        if (removed > 0) {
          write(old, replacement.made(), rows);
        }
      }
      if (removed > 0) {
        replacement.publish();
      }
      return removed;
    }
  }

  /// The table is unmapped before it is replaced: Windows replaces no mapped file.
  private MappedTable<R> openWhole(Path path) throws IOException {
    return openReadOnly(path, TableOption.VERIFY, TableOption.ONE_THREAD);
  }

  private void write(MappedTable<R> old, Path to, LongConsumer rows) throws IOException {
    TableLayout<R> sized = withCapacity(old.size() - old.deletedCount());
    try (MappedTable<R> made = sized.create(to, 0, TableOption.ONE_THREAD)) {
      for (long row = 0; row < old.size(); row += WRITTEN_ROWS) {
        long count = Math.min(WRITTEN_ROWS, old.size() - row);
        made.appendAll(old, row, count);
        rows.accept(row + count);
      }
      made.commit();
    }
  }

  private MappedTable<R> open(Path path, boolean write, Disk disk, TableOption... options)
      throws IOException {
    return TableFile.open(rows, path, write, disk, fileOptions(options)).openTable(this::mapped);
  }

  private static FileOptions fileOptions(TableOption... options) {
    List<TableOption> all = List.of(options);
    return new FileOptions(
        all.contains(TableOption.ONE_THREAD) ? Thread.currentThread() : null,
        all.contains(TableOption.VERIFY),
        all.contains(TableOption.ALLOW_OLDER_COMMIT));
  }

  private MappedTable<R> mapped(FileStorage storage, TableMemory memory, long rows) {
    Schema schema = storage.layout().schema();
    if (schema.isExact()) {
      return (MappedTable<R>) type.table(this, storage, memory, rows);
    }
    TableType<R> mapped = type.over(schema);
    return (MappedTable<R>)
        mapped.table(new TableLayout<>(mapped, storage.layout()), storage, memory, rows);
  }

  /// Returns a text that names the record and the layout.
  @Override
  public String toString() {
    return rows.toString();
  }
}
