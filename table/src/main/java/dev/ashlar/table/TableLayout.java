package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.TableFile.Plan;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A record laid out in memory, as rows or as columns: makes the tables.
///
/// All tables begin with the number of rows they are made with, each of them zero. A number that is
/// negative, or more than any memory could have, is an [IllegalArgumentException].
///
/// Three numbers are apart: how many rows a table has, for how many it has room ([#withCapacity]),
/// and how many lie in one run of memory ([#withChunkRows]):
///
/// ```java
/// Table<Trade> trades = TRADES.columns().withCapacity(1_000_000).withChunkRows(65_536).heap(0);
/// ```
///
/// @param <R> the record
public final class TableLayout<R extends Record> {
  /// What addresses reach on no machine yet; sums of such sizes are a `long`.
  private static final long MAX_BYTES = 1L << 56;

  private final TableType<R> type;
  private final Layout layout;
  private final long capacity;

  /// 0 if it depends on how tables grow.
  private final long chunkRows;

  TableLayout(TableType<R> type, Layout layout) {
    this(type, layout, 0, 0);
  }

  private TableLayout(TableType<R> type, Layout layout, long capacity, long chunkRows) {
    this.type = type;
    this.layout = layout;
    this.capacity = capacity;
    this.chunkRows = chunkRows;
  }

  /// Returns this layout for tables that have room for so many rows, at least, when they are made.
  public TableLayout<R> withCapacity(long rows) {
    requireRows(rows);
    return new TableLayout<>(type, layout, rows, chunkRows);
  }

  /// Returns this layout for tables whose memory is added in chunks of so many rows. Otherwise a
  /// table has one chunk when it is made, and one more of half as many rows as there are each time
  /// it grows. Files keep rows in one chunk, and columns in chunks of at least 4,096 rows.
  ///
  /// @throws IllegalArgumentException if there are none, or more than an array could have
  public TableLayout<R> withChunkRows(long rows) {
    if (rows < 1 || rows > HeapStorage.maxChunkRows(this)) {
      throw new IllegalArgumentException(
          "A chunk of %s has 1 to %d rows, not %d"
              .formatted(this, HeapStorage.maxChunkRows(this), rows));
    }
    return new TableLayout<>(type, layout, capacity, rows);
  }

  /// The rows a new table has room for.
  ///
  /// @param rows that it begins with
  long capacity(long rows) {
    return Math.max(rows, capacity);
  }

  /// The rows of each chunk; 0 if it depends on how tables grow.
  long chunkRows() {
    return chunkRows;
  }

  /// The rows of a new chunk that is followed by no other, if rows up to `end` are wanted.
  long chunkRows(long first, long end, long most) {
    return chunkRows > 0 ? chunkRows : Math.min(most, end - first);
  }

  /// The record and its fields.
  public TableType<R> type() {
    return type;
  }

  Layout layout() {
    return layout;
  }

  /// The size of a row. In columns, the sum of the sizes of its fields.
  public long bytesPerRow() {
    return layout.stride(type.schema());
  }

  /// Makes a table in arrays.
  ///
  /// @throws UnsupportedOperationException if the layout is [packed rows][TableType#rows]
  /// @throws OutOfMemoryError if the heap has no room
  public Table<R> heap(long rows) {
    if (layout == Layout.ROWS) {
      throw new UnsupportedOperationException(
          this
              + " are not for the heap, where neighbours would share words and lose updates:"
              + " use alignedRows() or columns()");
    }
    return heap(rows, HeapStorage.of(this));
  }

  Table<R> heap(long rows, HeapStorage storage) {
    requireRows(rows);
    return type.table(this, storage, storage.place(capacity(rows)), rows);
  }

  /// Makes a table in native memory. It ends with `arena` and may be used by the threads that may
  /// use memory of that arena. Its rows are zero, whatever the arena.
  ///
  /// @throws IllegalArgumentException if the arena gives other memory than asked for
  /// @throws OutOfMemoryError if there is not so much native memory
  public Table<R> allocate(Arena arena, long rows) {
    requireRows(rows);
    ArenaStorage storage = new ArenaStorage(this, arena);
    return type.table(this, storage, storage.place(capacity(rows)), rows);
  }

  /// Makes a table in a new file, which is mapped. Until the first [commit][Table#commit] the file
  /// opens with no rows. The disk has the room when this returns.
  ///
  /// The file is written under a temporary name in the same folder and gets its own by a hard link:
  /// a process that is killed leaves a whole table or nothing. What killed processes left under
  /// temporary names is deleted by the first table that a process creates in the folder. On a file
  /// system without hard links the file is copied to its name instead, and a process that is killed
  /// meanwhile leaves half a file there.
  ///
  /// A file beside it, named as the table's with `.lock` behind it, keeps a second writer out until
  /// the table is closed or the JVM ends, also one that opens it by a symbolic link. A hard link is
  /// known to be the same table in this process only.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if there is a file
  /// @throws TableFileException if another writer has the path
  /// @throws IOException if the disk is full, or the file cannot be made or mapped
  public Table<R> create(Path path, long rows, TableOption... options) throws IOException {
    StackHeadroom.require();
    return create(path, rows, Plan.of(this, rows), Disk.REAL, options);
  }

  Table<R> create(Path path, long rows, Plan plan, Disk disk, TableOption... options)
      throws IOException {
    requireRows(rows);
    return TableFile.create(this, path, rows, plan, disk, Set.copyOf(List.of(options)));
  }

  /// Opens the table in a file, to read and to write, with the rows of its last commit.
  ///
  /// @throws TableFileException if the file is not a whole table of this layout and record, or
  ///   another writer has it
  /// @throws IOException if the file cannot be read or mapped
  public Table<R> open(Path path, TableOption... options) throws IOException {
    StackHeadroom.require();
    return open(path, Disk.REAL, options);
  }

  Table<R> open(Path path, Disk disk, TableOption... options) throws IOException {
    Set<TableOption> set = Set.copyOf(List.of(options));
    return TableFile.open(this, path, true, disk, set).openTable(type, set);
  }

  /// Opens the table in a file to read only, whoever writes it, with the rows of its last commit.
  ///
  /// @throws TableFileException if the file is not a whole table of this layout and record
  /// @throws IOException if the file cannot be read or mapped
  public Table<R> openReadOnly(Path path, TableOption... options) throws IOException {
    StackHeadroom.require();
    Set<TableOption> set = Set.copyOf(List.of(options));
    return TableFile.open(this, path, false, Disk.REAL, set).openTable(type, set);
  }

  /// @throws IllegalArgumentException if rows are negative, or more than any memory could have
  void requireRows(long rows) {
    if (rows < 0 || rows > MAX_BYTES / bytesPerRow()) {
      throw new IllegalArgumentException(
          "%s tables have 0 to %d rows, not %d".formatted(this, MAX_BYTES / bytesPerRow(), rows));
    }
  }

  /// Names the record and the layout. What a thread gets that may not use a table of this layout.
  WrongThreadException wrongThread(@Nullable Path path, String owner) {
    return new WrongThreadException(
        "A table of %s%s belongs to %s, and this is %s"
            .formatted(this, path == null ? "" : " in " + path, owner, Thread.currentThread()));
  }

  @Override
  public String toString() {
    return type.schema().type().getName() + "." + layout.call();
  }
}
