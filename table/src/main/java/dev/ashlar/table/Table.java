package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.Chunk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Rows of a record, packed flat into memory. [TableLayout] makes them.
///
/// **Rows** are numbered from 0 to [#size] and may be more than 2^31. A row that is not in there
/// throws [IndexOutOfBoundsException] and nothing is touched. A new row is zero: numbers 0,
/// booleans false, enums their first constant.
///
/// **Lifetime.** Heap tables are collected like any object. Native tables end with their arena, and
/// may be used by the threads that may use it. Mapped tables end with [#close]; a thread that is in
/// the middle of a loop may go on for a while, with memory that has nothing to do with the file.
/// What comes later throws [IllegalStateException], and nothing harms the JVM.
///
/// **Threads.** Any number of threads may read. Threads that write different rows disturb neither
/// each other nor readers of other rows, whatever the layout and the storage. A field is read and
/// written as a whole, except for `long`, `double` and, in [packed rows][TableType#rows], whatever
/// is not aligned, of which another thread may see a half; fields of one row are not written
/// together. Order between threads is what [cursors][Cursor] have atomic methods for. One thread at
/// a time may append, reserve or commit: others may read and write rows meanwhile, and find new
/// rows with [#sizeAcquire]. **Growing** adds memory and moves no row. The first write to a
/// committed row of a file waits until the disk has a mark of its [block][Verification]; it throws
/// [UncheckedIOException] if that fails.
///
/// **Bytes of somebody else**, in a file or through the segment of a column: a boolean is true
/// unless its byte is 0; an enum whose ordinal has no constant throws [IllegalStateException].
///
/// Two tables are equal only if they are the same object.
///
/// @implSpec Generated classes extend this class, nothing else can.
/// @implNote Fields of native memory are reached through the JDK's checks. Whole rows, as records,
///   are reached without them, after our own, where there is native access
///   (`--enable-native-access=dev.ashlar.memory,dev.ashlar.table`, or `=ALL-UNNAMED` on the class
///   path), unless the memory belongs to a shared arena, which any thread may close at any moment.
///   Neither depends on the memory that the program has used before.
/// @param <R> the record
public abstract class Table<R extends Record> implements AutoCloseable {
  private static final VarHandle SIZE =
      Members.find(() -> MethodHandles.lookup().findVarHandle(Table.class, "size", long.class));

  private final TableLayout<R> layout;
  private Storage storage;

  /// Held while memory is exchanged or committed, so that nothing of it happens to a closed table.
  private final Object placing = new Object();

  private Placement placement;

  /// Of the placement: what most tables have all their rows in.
  private Chunk first;

  /// What the last row was appended to.
  private Chunk last;

  private long capacity;
  private long size;
  private boolean closed;

  /// Called by generated classes.
  ///
  /// @throws IllegalStateException in any other class
  @SuppressWarnings("NullAway.Init") // TableType calls init before anybody sees the table.
  protected Table(TableLayout<R> layout) {
    if (!layout.type().isTable(getClass())) {
      throw new IllegalStateException("Tables are made by " + TableLayout.class.getName());
    }
    this.layout = layout;
  }

  /// Called once, by [TableType].
  final void init(Storage storage, Placement placement, long size) {
    this.storage = storage;
    this.size = size;
    place(placement);
  }

  private void place(Placement placement) {
    long rows = placement.capacity();
    Chunk front = placement.first();
    placement.reach(size);
    this.placement = placement;
    this.first = front;
    this.last = front;
    this.capacity = rows;
  }

  final Placement placement() {
    return placement;
  }

  /// Returns the [Chunk] of a row of the table. Called by generated code.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row
  protected final Object chunk(long row) {
    Rehearsal.beforeAccess();
    Chunk chunk = first;
    int at = (int) row - chunk.firstLow;
    // In int arithmetic, and of that row if its number is an int: C2 unrolls loops over it.
    if (Integer.compareUnsigned(at, chunk.reach) < 0 && row == (int) row) {
      return chunk;
    }
    return locate(row);
  }

  /// Likewise, wherever it is.
  final Chunk locate(long row) {
    Placement memory = placement;
    if (row < 0 || row >= size) {
      StackHeadroom.require();
      throw new IndexOutOfBoundsException(noRow(row, this));
    }
    return memory.chunk(row);
  }

  /// Likewise. Called by the classes of cursors.
  static Chunk located(Table<?> table, long row) {
    return table.locate(row);
  }

  /// Returns the [Chunk] of a row there is memory for. Called by generated code.
  protected final Object room(long row) {
    return placement.chunk(row);
  }

  /// What the rows are, and where.
  public final TableLayout<R> layout() {
    return layout;
  }

  /// The number of rows.
  public final long size() {
    return size;
  }

  /// The number of rows; what the thread that appended them wrote into them is visible.
  public final long sizeAcquire() {
    return (long) SIZE.getAcquire(this);
  }

  /// The number of rows there is memory for.
  public final long capacity() {
    return capacity;
  }

  /// Returns the row as a record.
  public abstract R get(long row);

  /// Writes all fields of a row. If a component is null, or its accessor throws, none is written.
  public abstract void set(long row, R record);

  /// Writes a row after the last one and then the number of rows, with release. Without room the
  /// table grows, by half. If a component is null, or its accessor throws, nothing is written; what
  /// an accessor appends comes before this row.
  ///
  /// @throws UncheckedIOException if the file of a mapped table cannot grow
  public abstract void append(R record);

  /// Writes the same record to every row.
  public abstract void fill(R record);

  /// Calls `action` with every row there is now, in order.
  public abstract void forEach(Consumer<? super R> action);

  /// Returns a new cursor; it stands before the first row.
  ///
  /// @param type an interface of the caller's, see [Cursor]
  /// @throws IllegalArgumentException if a method of `type` follows no convention
  /// @throws UnsupportedOperationException if a method is atomic and this layout or storage cannot
  ///   have that
  public final <C extends Cursor> C cursor(Class<C> type) {
    return layout.type().cursor(this, type);
  }

  /// Returns a view of one field of all rows there are now.
  ///
  /// @throws IllegalArgumentException if the record has no such component
  /// @throws UnsupportedOperationException if the layout is not columns
  public final Column column(String name) {
    requireOpen();
    Placement memory = placement;
    return column(name, memory, 0, Math.min(size, memory.capacity()));
  }

  /// Returns the chunks of the rows there are now, in order: a table has one, until it grows or is
  /// larger than an array or a buffer can be.
  public final List<TableChunk> chunks() {
    requireOpen();
    Placement memory = placement;
    return TableChunk.of(this, memory, Math.min(size, memory.capacity()));
  }

  /// A table that grows in another thread may have more rows than the memory that is read here.
  final Column column(String name, Placement memory, long first, long rows) {
    if (layout.layout() != Layout.COLUMNS) {
      throw new UnsupportedOperationException(
          "%s has no column %s: its layout is %s, not columns()"
              .formatted(this, name, layout.layout().call()));
    }
    HeapHeadroom.requireOnce(HeapHeadroom.COLUMN);
    return new Column(this, layout.type().schema().field(name), memory, first, rows);
  }

  /// Copies rows to another table of any layout and storage, or within this one. Between tables of
  /// two [types][TableType], each row goes through a record, in order: if its constructor or one of
  /// its accessors throws, the rows before it are copied and the others are not.
  ///
  /// @throws IndexOutOfBoundsException if the rows are not there, in this table or in `target`
  public final void copyTo(long row, Table<R> target, long targetRow, long rows) {
    requireRange(row, rows);
    target.requireRange(targetRow, rows);
    requireStack();
    Copying.copy(this, row, target, targetRow, rows);
  }

  private void requireRange(long row, long rows) {
    if (row < 0 || rows < 0 || rows > size - row) {
      throw new IndexOutOfBoundsException(
          "%d rows from row %d on are not in %s".formatted(rows, row, this));
    }
  }

  /// Makes room for `rows` rows in all. A file grows by writing zeros, so that the disk has the
  /// room when this returns.
  ///
  /// @throws IllegalArgumentException if no memory could have so many rows, or they are negative
  /// @throws IOException if the file of a mapped table cannot grow; it is then as before
  public final void reserve(long rows) throws IOException {
    layout.requireRows(rows);
    synchronized (placing) {
      if (rows > capacity) {
        place(storage.grow(placement, rows));
      }
    }
  }

  /// Throws [StackOverflowError] unless the stack has room to write whole rows: it must not end
  /// between two fields. Written by [TableGenerator].
  protected abstract void requireStack();

  /// Copies the first row to all others. Called by generated code, which has asked for stack.
  protected final void spread() {
    for (long done = 1; done < size; done *= 2) {
      Copying.copy(this, 0, this, done, Math.min(done, size - done));
    }
  }

  /// Returns the row behind the last one, and grows if there is no room for it. Called by generated
  /// code.
  protected final long room() {
    if (size >= capacity) {
      grow();
    }
    return size;
  }

  /// Grows by half, at least.
  private void grow() {
    long wanted = Math.max(Math.addExact(size, 1), Math.addExact(capacity, capacity >> 1));
    try {
      reserve(Math.max(wanted, 16));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /// Sets the number of rows, with release. Called by generated code.
  protected final void publish(long size) {
    Chunk chunk = last;
    if (size - 1 != this.size) {
      placement.reach(size);
    } else if (chunk.contains(size - 1)) {
      placement.reach(chunk, size);
    } else {
      chunk = placement.chunk(size - 1);
      placement.reach(chunk, size);
      last = chunk;
    }
    SIZE.setRelease(this, size);
  }

  /// Makes sure that the rows there are now are in the file, and are found there by the next `open`
  /// even if the machine stops at any moment: first the rows are forced, then their number.
  ///
  /// A commit is all or nothing for rows that were appended since the last one. Rows that were
  /// there before and were written again may be found old or new, field by field.
  ///
  /// The file also gets the checksums of what has changed. A row that another thread writes while
  /// this runs may be written when its checksum has been computed. So the next commit and [#close]
  /// compare again what this one gave a checksum, and take a difference for such a row, not for
  /// damage. What is left: if the process or the machine stops before, [#verify] reports the block
  /// of such a row as damaged when the file is opened again; and so it does if the thread is held
  /// up in the middle of writing the row for more than five seconds and by two commits.
  ///
  /// When it fails as the disk does, what was written may be lost even though it can be read back:
  /// this table is not committed any more. Opened again, its next commit writes all of that again.
  ///
  /// @throws IOException if the disk fails, or has failed before
  /// @throws UnsupportedOperationException if this is no mapped table, or is read-only
  public final void commit() throws IOException {
    synchronized (placing) {
      storage.commit(this);
    }
  }

  /// Compares the committed rows of a mapped table with their checksums. Rows that were appended
  /// since have none yet. Writers of committed rows wait meanwhile. What differs from a checksum
  /// that this table has just written is unverified: another thread may have been writing it.
  ///
  /// @throws UnsupportedOperationException if this is no mapped table
  public final Verification verify() {
    return file().verify();
  }

  /// Takes damaged rows as they are, after they were written again or because nothing better is
  /// left: they are unverified from now on, and the next commit writes their checksums. Until then
  /// neither writing nor committing makes damage undone: [#verify] goes on to report it, in later
  /// openings too, and all other rows can be written and committed.
  ///
  /// @param rows of [Verification#damaged], or some of its blocks as a whole
  /// @throws IllegalArgumentException if these are not whole blocks of committed rows
  /// @throws IOException if the disk fails, or has failed before
  /// @throws UnsupportedOperationException if this is no mapped table, or is read-only
  public final void accept(Verification.Rows rows) throws IOException {
    file().accept(rows);
  }

  /// Which commit of its file a mapped table was opened with.
  ///
  /// @throws UnsupportedOperationException if this is no mapped table
  public final Recovery recovery() {
    return file().recovery();
  }

  private FileStorage file() {
    if (storage instanceof FileStorage file) {
      return file;
    }
    throw new UnsupportedOperationException(
        this + " is in no file: make one with create(path, rows)");
  }

  /// Ends a mapped table, which nothing else does: gives up its lock, and lets go of its file, so
  /// that the space of a file that was deleted is free. What was not committed may be lost. Waits
  /// for another thread that reserves or commits. Other tables are left as they are: they end with
  /// their arena, or with the last reference.
  ///
  /// @throws WrongThreadException if the table is for [one thread][TableOption#ONE_THREAD], and
  ///   this is another
  /// @throws IllegalStateException if a system call of another thread is using the table's memory;
  ///   the table is closed, but its file is let go when it is closed again
  /// @throws UncheckedIOException if the operating system refuses to let go of the file, or if the
  ///   rows could not be compared that other threads may have written during the last
  ///   [commit][#commit]
  /// @implNote With native access, on Linux (x86-64, AArch64, RISC-V) and macOS, other memory is
  ///   put in the place of the file's; a thread that is in the middle of a loop goes on with that.
  ///   Elsewhere, and where Linux never promises more memory than it has, the file of a table that
  ///   any thread may use is let go when nobody can reach the table and its columns.
  @Override
  public final void close() {
    if (storage instanceof FileStorage file) {
      file.requireOwner();
      StackHeadroom.require();
      synchronized (placing) {
        Placement end = Placement.closed(layout, file);
        closed = true;
        place(end);
        try {
          file.close();
        } catch (IOException failed) {
          throw new UncheckedIOException(failed);
        }
      }
    }
  }

  final void requireOpen() {
    if (closed && storage instanceof FileStorage file) {
      throw file.closed();
    }
  }

  /// Returns what to throw for a failure of an access to a row: of one that is not there, what
  /// names it and the table. Called by generated code.
  protected static RuntimeException explained(RuntimeException thrown, Table<?> table, long row) {
    if (table.closed && !(thrown instanceof UnsupportedOperationException)) {
      return table.closed(thrown);
    }
    if (thrown instanceof WrongThreadException && !(table.storage instanceof FileStorage)) {
      return table.wrongThread(thrown);
    }
    if (!(thrown instanceof IndexOutOfBoundsException) || (row >= 0 && row < table.size)) {
      return thrown;
    }
    StackHeadroom.require();
    RuntimeException failure = new IndexOutOfBoundsException(noRow(row, table));
    failure.setStackTrace(thrown.getStackTrace());
    return failure;
  }

  /// Names the file, where the JDK's own check has found that its memory is gone.
  private RuntimeException closed(RuntimeException thrown) {
    if (storage instanceof FileStorage file) {
      RuntimeException failure = file.closed();
      failure.setStackTrace(thrown.getStackTrace());
      return failure;
    }
    return thrown;
  }

  /// Names the table, where the JDK's own check has found that its memory is another thread's.
  private RuntimeException wrongThread(RuntimeException thrown) {
    RuntimeException failure =
        new WrongThreadException(
            "A table of %s belongs to another thread, and this is %s"
                .formatted(layout, Thread.currentThread()));
    failure.setStackTrace(thrown.getStackTrace());
    return failure;
  }

  /// Says that a row is not there. A cursor is on -1 before it was moved.
  static String noRow(long row, Object table) {
    return "There is no row %d in %s; rows are numbered from 0%s"
        .formatted(row, table, row == -1 ? ", and a cursor needs next() or moveTo(row) first" : "");
  }

  /// Likewise, with a frame for the field in its stack trace. Called by generated code.
  protected static RuntimeException traced(
      RuntimeException thrown, Table<?> table, long row, String field) {
    RuntimeException failure = explained(thrown, table, row);
    String record = table.layout.type().schema().type().getName();
    StackTraceElement[] trace = failure.getStackTrace();
    int outer = new Throwable().getStackTrace().length - 1;
    if (outer >= 0 && trace.length >= outer) {
      List<StackTraceElement> named = new ArrayList<>(List.of(trace));
      named.add(
          trace.length - outer, new StackTraceElement(record, field, "generated by Ashlar", -1));
      failure.setStackTrace(named.toArray(StackTraceElement[]::new));
    }
    return failure;
  }

  /// Names the record, the layout, the number of rows and the file, if there is one; no rows.
  @Override
  public final String toString() {
    String rows = layout + " table of " + size + " rows";
    return storage instanceof FileStorage file ? rows + " in " + file.path() : rows;
  }
}
