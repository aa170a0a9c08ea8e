// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.DecidesCopies;
import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.DeletedRows;
import dev.ashlar.table.internal.access.RowValues;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextViews;
import dev.ashlar.table.internal.memory.HeapStorage;
import dev.ashlar.table.internal.memory.RowCopy;
import dev.ashlar.table.internal.memory.Storage;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.Lookups;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec.OfPlacedText;
import dev.ashlar.table.internal.value.Codec.OfText;
import dev.ashlar.table.internal.value.NoValueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Rows of a record, packed flat into memory. [TableLayout] makes tables.
///
/// ```java
/// Table<Trade> trades = TRADES.columns().heap(0);
/// trades.append(new Trade(1, 42, 10, 'B'));
/// long price = trades.get(0).price();
/// ```
///
/// **Rows** are numbered from 0. A table may have more than 2^31 of them. Access to a row that does
/// not exist throws [IndexOutOfBoundsException] and changes nothing. A new row is zero: numbers are
/// 0, booleans are false, enums have their first constant, and values that may be absent are
/// absent.
///
/// **Lifetime.** Heap tables are collected like any object. Native tables end with their arena; the
/// threads that may use the arena may use the table. [Mapped tables][MappedTable] end with
/// [MappedTable#close].
///
/// **Threads.** Any number of threads may read. Threads that write different rows disturb neither
/// each other nor readers of other rows, whatever the layout and the storage. A field is read and
/// written as a whole. Two kinds of fields are exceptions, and another thread may see half of their
/// value: `long`, `double` and unaligned fields of [packed rows][TableType#rows], and all values of
/// more than one primitive, such as texts and UUIDs. The fields of a row are written one after
/// another. For memory order between threads, [cursors][Cursor] have atomic methods. **One thread
/// at a time** may append, delete, truncate, reserve, make an index or commit. Other threads may
/// read and write rows meanwhile, and find new rows with [#sizeAcquire]. Each of these calls claims
/// the table before it writes a byte. During the call, those of other threads throw
/// [ConcurrentModificationException][java.util.ConcurrentModificationException] and change nothing:
/// they do not wait. A call that fails releases the table.
///
/// **Growing** adds memory and moves no row.
///
/// **Files.** The first write to a committed row of a file marks the row's [block][Verification]
/// and waits until the disk has the mark. It throws [UncheckedIOException] if that fails. A write
/// to a table that is [open to read only][TableLayout#openReadOnly] throws
/// [IllegalArgumentException], as segments do.
///
/// **Foreign bytes** may be in a file, or may be written through the segment of a column. A boolean
/// is true unless its byte is 0. Reading throws [IllegalStateException] for an ordinal without a
/// constant, and for an invalid time or decimal. It also throws for a text whose bytes are missing
/// or are not UTF-8, whether it is read as a `String` or as bytes. A text that another thread is
/// writing may be refused in the same way.
///
/// Two tables are equal only if they are the same object.
///
/// @implNote There is a class for each record, layout and memory, which reaches rows by the JDK's
///   accessors of arrays and segments. A loop that meets tables of three classes or more has
///   virtual calls: [Specialized][dev.ashlar.memory.Specialized] makes a copy of it for each class.
/// @param <R> the record
@DecidesCopies
public abstract class Table<R extends Record> implements Iterable<R> {
  private static final VarHandle SIZE =
      Lookups.findVarHandle(MethodHandles.lookup(), "size", long.class);

  private final TableLayout<R> layout;

  /// Whether rows can be written.
  private boolean isExact;

  private TableClass own;
  private Storage storage;

  /// Held while memory is exchanged or committed, so that neither is done to a closed table.
  final Object memoryLock = new Object();

  private TableMemory memory;

  /// The first chunk of the memory; most tables have all their rows in it.
  private Chunk first;

  /// Whether all rows are in the first chunk, which any thread may use, and none was deleted.
  private boolean plain;

  /// The chunk that the last row was appended to.
  private Chunk last;

  private long capacity;
  private long size;

  /// The deleted rows below [#size]; their numbers stay.
  private DeletedRows deleted = new DeletedRows();

  /// Taken by each change of the rows that there are.
  final Claim claim = new Claim();

  private boolean closed;

  private TableIndexes<R> indexes;

  /// Called by generated classes.
  @SuppressWarnings("NullAway.Init") // TableType calls init before anybody sees the table.
  Table(TableLayout<R> layout) {
    this.layout = layout;
  }

  /// Called once, by [TableType].
  final void init(TableClass own, Storage storage, TableMemory memory, long size) {
    this.own = own;
    this.isExact = rows().schema().isExact();
    this.storage = storage;
    this.size = size;
    this.deleted = storage.deletedRows();
    this.indexes = new TableIndexes<>(this);
    setMemory(memory);
  }

  private void setMemory(TableMemory memory) {
    long rows = memory.capacity();
    Chunk front = memory.first();
    memory.fill(size);
    VarHandle.storeStoreFence(); // Threads that find the chunks find what they show.
    boolean isPlain = isPlain(memory);
    if (!isPlain) {
      own.makeRuns();
    }
    this.memory = memory;
    this.plain = isPlain;
    this.first = front;
    this.last = front;
    this.capacity = rows;
  }

  private boolean isPlain(TableMemory memory) {
    return memory.isOneChunk() && !deleted.exist();
  }

  final TableClass ownClass() {
    return own;
  }

  final boolean isPlain() {
    return plain;
  }

  final Chunk first() {
    return first;
  }

  /// Returns the first chunk, of a table that is open.
  final Chunk firstChunk() {
    Chunk chunk = first;
    if (chunk.hasEnded()) {
      throw storage.closed();
    }
    return chunk;
  }

  /// Returns the number of rows that the first chunk and the table have now.
  final long rowCount() {
    Chunk chunk = first;
    long rows = Math.min(sizeAcquire(), chunk.filled);
    VarHandle.acquireFence();
    if (chunk.hasEnded()) {
      throw storage.closed();
    }
    return rows;
  }

  /// Returns the exception to throw where a cursor that covers the first `limit` rows of a chunk,
  /// or of the table, is moved to another row.
  final RuntimeException outside(RuntimeException thrown, Chunk chunk, long row, long limit) {
    return row < limit || chunk.first + row >= size
        ? explained(thrown, chunk, row)
        : withTraceOf(
            thrown,
            new IndexOutOfBoundsException(
                "Row %d is not one of the %d that the cursor covers, of %s: make another cursor"
                    .formatted(row, limit, part(chunk))));
  }

  private Object part(Chunk chunk) {
    return chunk.first == 0 ? this : "the chunk from row %d on of %s".formatted(chunk.first, this);
  }

  /// Returns the exception to throw if an access to a row of a chunk failed, as
  /// [#explained(RuntimeException,long)] does.
  final RuntimeException explained(RuntimeException thrown, Chunk chunk, long row) {
    boolean isMissing = thrown instanceof IndexOutOfBoundsException && !closed;
    return isMissing && chunk.first != 0
        ? withTraceOf(thrown, new IndexOutOfBoundsException(noRow(row, part(chunk))))
        : explained(thrown, row);
  }

  final TableMemory memory() {
    return memory;
  }

  final Storage storage() {
    return storage;
  }

  final DeletedRows deletedRows() {
    return deleted;
  }

  /// Returns the chunk of a row.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row, or it was deleted
  static Chunk chunk(Table<?> table, long row) {
    TableMemory now = table.memory;
    if (Long.compareUnsigned(row, table.size) >= 0) {
      StackHeadroom.require();
      throw new IndexOutOfBoundsException(noRow(row, table));
    }
    requireKept(table, row, row + 1);
    return now.chunk(row);
  }

  /// Returns the run of a row that a cursor is moved to.
  final Run run(long row, long limit) {
    try {
      Objects.checkIndex(row, limit);
    } catch (IndexOutOfBoundsException outside) {
      throw outside(outside, first, row, limit);
    }
    requireKept(this, row, row + 1);
    return Run.of(this, row, limit);
  }

  private static void requireKept(Table<?> table, long row, long end) {
    if (table.deleted.exist()) {
      table.refuseDeleted(row, end);
    }
  }

  private void refuseDeleted(long row, long end) {
    long first = deleted.nextDeleted(row, end);
    if (first < end) {
      StackHeadroom.require();
      throw new IndexOutOfBoundsException("Row %d was deleted from %s".formatted(first, this));
    }
  }

  /// Returns the record and the layout of the rows.
  public final TableLayout<R> layout() {
    return layout.declared();
  }

  /// Returns the type whose class the table has. It differs from the type of [#layout] if the file
  /// was written with another schema.
  final TableType<R> type() {
    return layout.type();
  }

  /// Returns the layout of the rows in memory. It differs from [#layout] if the file was written
  /// with another schema.
  final RecordLayout rows() {
    return layout.rows();
  }

  /// Returns the number of rows, including those that were [deleted][#delete].
  public final long size() {
    return size;
  }

  /// Returns how many of the [#size] rows were [deleted][#delete].
  public final long deletedCount() {
    return deleted.count();
  }

  /// Returns the number of rows, with acquire: everything that the appending thread has written to
  /// these rows is visible.
  public final long sizeAcquire() {
    return (long) SIZE.getAcquire(this);
  }

  /// Returns the number of rows for which there is memory.
  public final long capacity() {
    return capacity;
  }

  /// Returns the row as a record.
  @SuppressWarnings("unchecked") // The values of R are those of an R.
  public R get(long row) {
    Chunk chunk = first;
    long at = row;
    if (!plain) {
      chunk = chunk(this, row);
      at = row - chunk.first;
    }
    return (R) readWide(this, chunk, at);
  }

  /// Reads a row of many fields. [RowRehearsal] calls it too.
  ///
  /// It is static, as are the other methods on the way to the call of [Generated#values]: the
  /// profile of a call on `this` would have the class of the first tables, and compiled code would
  /// be specialized for that class.
  static Record readWide(Table<?> table, Chunk chunk, long row) {
    try {
      return RowValues.read(newValues(table), chunk, Objects.checkIndex(row, chunk.filled));
    } catch (RuntimeException thrown) {
      throw table.explained(thrown, chunk.first + row);
    }
  }

  private static RowValues newValues(Table<?> table) {
    return (RowValues) ((GeneratedCode.Generated) table).values();
  }

  final GeneratedCode.Generated generated() {
    return (GeneratedCode.Generated) this;
  }

  /// Returns the components of a record of many fields.
  static RowValues takeApart(Table<?> table, Record record) {
    if (record == null || !table.isExact) {
      table.refuse(record);
    }
    RowValues values = newValues(table);
    RowValues.take(values, record);
    return values;
  }

  /// Throws where the record is null, or the file has another schema.
  private void refuse(@Nullable Record record) {
    Schema schema = rows().schema();
    Objects.requireNonNull(record, schema::noRecord);
    throw new IllegalArgumentException(schema.refusal());
  }

  /// Writes all fields of a row. If a component is null or does not fit, or if its accessor throws,
  /// no field is written.
  public void set(long row, R record) {
    try {
      if (isIndexed(this)) {
        indexes.set(row, record);
        return;
      }
      RowValues values = takeApart(this, record);
      // Behind the accessors of the record, which may close or grow the table.
      Chunk chunk = first;
      long at = row;
      if (!plain) {
        chunk = chunk(this, row);
        at = row - chunk.first;
      }
      requireStack(this);
      writeWide(values, chunk, Objects.checkIndex(at, chunk.filled));
    } catch (RuntimeException thrown) {
      throw explained(thrown, row);
    }
  }

  static void requireStack(Table<?> table) {
    ((GeneratedCode.Generated) table).requireStack();
  }

  /// Writes a row of many fields. There is stack for it. [RowRehearsal] calls it too.
  static void writeWide(RowValues values, Chunk chunk, long row) {
    chunk.requireWritable(row);
    values.placeTexts(chunk, row);
    RowValues.write(values, chunk, row);
  }

  /// Writes a row after the last one, and then the number of rows, with release. A full table grows
  /// by half, a file by a quarter. If a component is null, or if its accessor throws, nothing is
  /// written. Rows that an accessor appends come before this row.
  ///
  /// @throws java.util.ConcurrentModificationException if another thread is changing the table; the
  ///   row is not appended
  /// @throws UncheckedIOException if the file of a mapped table cannot grow
  public void append(R record) {
    RowValues values = takeApart(this, record);
    requireStack(this); // Before the claim, which has to be released.
    long row = room(this);
    try {
      Chunk chunk = roomChunk(this, row);
      writeWide(values, chunk, row - chunk.first);
    } catch (Throwable failure) {
      claim.release();
      throw failure;
    }
    publish(this);
  }

  /// Appends all records in order, as [#append] does one by one. If a record cannot be stored, or
  /// if its accessor throws, the records before it are in the table, and [#size] counts them.
  public final void appendAll(R[] records) {
    makeRoom(records.length);
    for (R record : records) {
      append(record);
    }
  }

  /// Appends all records in order, as [#append] does one by one. If a record cannot be stored, or
  /// if the iterator throws, the records before it are in the table, and [#size] counts them. If
  /// `records` is a table of the same [type][TableType], its memory is copied: all rows or none.
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // Tables of a type have its record.
  public final void appendAll(Iterable<? extends R> records) {
    if (records instanceof Table<?> rows && rows.layout.type() == layout.type()) {
      appendAll((Table<R>) rows, 0, rows.sizeAcquire());
    } else {
      records.forEach(this::append);
    }
  }

  /// Appends the remaining records of an iterator. If the iterator throws, or if a record cannot be
  /// stored, the records before it are in the table, and [#size] counts them.
  public final void appendAll(Iterator<? extends R> records) {
    while (records.hasNext()) {
      append(records.next());
    }
  }

  /// Appends `rows` rows of a table of any layout and storage, which may be this one. Rows that
  /// were [deleted][#delete] are left out. Between tables of one [type][TableType] memory is
  /// copied, in large pieces where the layouts agree, and all rows are appended or none. Otherwise
  /// each row goes through a record: if its constructor or an accessor throws, the rows before it
  /// are appended.
  ///
  /// @throws IndexOutOfBoundsException if the rows are not in `from`
  @SuppressWarnings("ReferenceEquality") // A type is its own identity.
  public final void appendAll(Table<R> from, long row, long rows) {
    from.requireRange(row, rows);
    long end = row + rows;
    if (layout.type() != from.layout.type()) {
      makeRoom(rows - from.deleted.count(row, end));
      from.forEachKept(row, end, this::append);
      return;
    }
    requireStack(this);
    claim.take(this);
    try {
      from.requireRange(row, rows); // Another thread may have truncated before the claim.
      growFor(rows - from.deleted.count(row, end));
      long to = size;
      long kept = from.deleted.nextKept(row, end);
      while (kept < end) {
        long runEnd = from.deleted.nextDeleted(kept, end);
        RowCopy.copy(layout.type().schema(), from.memory, kept, memory, to, runEnd - kept);
        to += runEnd - kept;
        kept = from.deleted.nextKept(runEnd, end);
      }
      setSize(to);
    } finally {
      claim.release();
    }
  }

  /// Makes a table of columns on the heap, whose rows are meant to be appended to this table. Texts
  /// outside of its rows are stored in this table's memory or file at once, so that
  /// [#appendAll(Iterable)] need not copy them. If the rows are not appended, the room for these
  /// texts is lost.
  ///
  /// ```java
  /// Table<Trade> trades = TRADES.rows().allocate(Arena.ofAuto(), 0);
  /// Table<Trade> batch = trades.newBatch(2);
  /// batch.set(0, new Trade(1, 42, 10, 'B'));
  /// trades.appendAll(batch);
  /// ```
  ///
  /// @throws IllegalStateException if the table is closed
  public final Table<R> newBatch(int rows) {
    requireOpen();
    TableLayout<R> columns = layout.type().columns();
    Chunk chunk = memory.first();
    return columns.heap(
        rows,
        new HeapStorage(
            columns.rows(),
            HeapStorage.maxChunkRows(columns.rows()),
            chunk.texts,
            chunk.dictionary));
  }

  /// Removes all rows from row `rows` on. The memory stays, for rows that are appended later.
  /// Columns and chunks that were made before show the old content of this memory, or later writes
  /// to it. If another thread accesses a removed row meanwhile, the access may succeed or throw.
  ///
  /// In a file, the remaining rows are committed, with everything that was written to them, and the
  /// others are removed. After a crash the file therefore has either all rows of the commit before,
  /// unchanged, or the remaining rows. The file does not get shorter.
  ///
  /// @throws IndexOutOfBoundsException if `rows` is negative or more than [#size]
  /// @throws UncheckedIOException if the commit fails; the table then still has its rows
  public final void truncate(long rows) {
    StackHeadroom.require();
    claim.take(this);
    try {
      truncateClaimed(rows);
    } finally {
      claim.release();
    }
  }

  private void truncateClaimed(long rows) {
    requireRange(0, rows);
    synchronized (memoryLock) {
      requireOpen();
      memory.requireUsable();
      if (isIndexed(this)) {
        indexes.prepareTruncate();
      }
      try {
        storage.truncate(rows);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      if (isIndexed(this)) {
        indexes.truncate(rows);
      }
      deleted.truncate(rows);
      plain = isPlain(memory);
      setSize(rows);
    }
  }

  /// Deletes a row. Other rows keep their numbers, and [#size] stays.
  ///
  /// Streams, `forEach`, [indexes][Index] and query engines leave a deleted row out, and so do
  /// iterators and cursors that are made later. Access by its number, also by [Cursor#moveTo] of
  /// such a cursor, throws [IndexOutOfBoundsException]. [Columns][#column], [chunks][#chunks],
  /// iterators and cursors that were made before may still have its last content; [#isDeleted] and
  /// [TableChunk#nextRow] identify deleted rows. [TableLayout#compact] frees the row's memory, and
  /// a [copy][#appendAll] of the rows to another table does not have the row.
  ///
  /// In a file, the next [commit][MappedTable#commit] makes the deletion permanent. After a crash
  /// before it, the row exists.
  ///
  /// Loops of other threads may still show the row. Deletions take memory of one bit for each row
  /// up to the last deleted one.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row, or it was deleted before
  /// @throws IllegalArgumentException if the table is open to read only
  public final void delete(long row) {
    if (!deleted.exist()) {
      StackHeadroom.require(); // First uses take more.
    }
    requireStack(this);
    claim.take(this);
    try {
      deleteClaimed(row);
    } finally {
      claim.release();
    }
  }

  private void deleteClaimed(long row) {
    synchronized (memoryLock) {
      requireOpen();
      memory.requireUsable();
      storage.requireWritable();
      if (row < 0 || row >= size) {
        throw new IndexOutOfBoundsException(noRow(row, this));
      }
      requireKept(this, row, row + 1);
      deleted.reserve(row);
      own.makeRuns();
      if (isIndexed(this)) {
        indexes.remove(row);
      }
      deleted.add(row, row + 1);
      plain = false;
    }
  }

  /// Deletes the rows that match, as [#delete] does. If the predicate throws, the matching rows
  /// before are deleted.
  ///
  /// ```java
  /// Table<Trade> trades = TRADES.columns().heap(1_000);
  /// long deleted = trades.deleteIf(trade -> trade.quantity() == 0);
  /// ```
  ///
  /// @return the number of deleted rows
  /// @throws IllegalArgumentException if the table is open to read only
  public final long deleteIf(Predicate<? super R> matches) {
    storage.requireWritable();
    long before = deletedCount();
    long end = size;
    for (long row = nextRow(0); row < end; row = nextRow(row + 1)) {
      if (matches.test(get(row))) {
        delete(row);
      }
    }
    return deletedCount() - before;
  }

  /// Returns whether a row was deleted.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row
  public final boolean isDeleted(long row) {
    requireRange(row, 1);
    return deleted.has(row);
  }

  /// Returns the first row from `row` on that was not deleted; [#size] if there is none.
  ///
  /// @throws IndexOutOfBoundsException if `row` is negative
  public final long nextRow(long row) {
    if (row < 0) {
      throw new IndexOutOfBoundsException(noRow(row, this));
    }
    long end = sizeAcquire();
    return row >= end ? end : deleted.nextKept(row, end);
  }

  /// Removes all rows, as [#truncate] does.
  public final void clear() {
    truncate(0);
  }

  /// Writes the same record to every row.
  public final void fill(R record) {
    if (indexes.exist) {
      indexes.fill(record);
    } else if (deleted.exist()) {
      for (long row = nextRow(0); row < size; row = nextRow(row + 1)) {
        set(row, record);
      }
    } else if (size == 0) {
      generated().requireComponents(record);
    } else {
      set(0, record);
      requireStack(this);
      TableMemory rows = memory;
      for (long done = 1; done < size; done *= 2) {
        RowCopy.copy(layout.type().schema(), rows, 0, rows, done, Math.min(done, size - done));
      }
    }
  }

  /// Calls `action` with every row that the table has now, in order.
  @Override
  public final void forEach(Consumer<? super R> action) {
    requireAction(action);
    forEachKept(0, sizeAcquire(), action);
  }

  static void requireAction(Object action) {
    Objects.requireNonNull(action, "The action is null: it is called with each row");
  }

  /// Calls `action` with the rows from `from` to `to`, without deleted rows.
  final void forEachKept(long from, long to, Consumer<? super R> action) {
    if (plain) {
      forEachIn(first, from, to, action);
    } else {
      forEachKept(deleted, from, to, action);
    }
  }

  @SuppressWarnings("unchecked") // The rows are of R.
  private void forEachIn(Chunk chunk, long from, long to, Consumer<? super R> action) {
    Consumer<Object> all = (Consumer<Object>) (Consumer<?>) action;
    generated().forEach(chunk, (int) from, (int) to, all);
  }

  final void forEachKept(DeletedRows without, long from, long to, Consumer<? super R> action) {
    long row = without.nextKept(from, to);
    while (row < to) {
      Chunk chunk = memory.chunk(row);
      long end = without.nextDeleted(row, Math.min(to, chunk.first + chunk.rows));
      forEachIn(chunk, row - chunk.first, end - chunk.first, action);
      row = without.nextKept(end, to);
    }
  }

  /// Reads a row as [#get] does, in a loop that has skipped deleted rows.
  final Record readStored(long row) {
    TableMemory now = memory;
    if (row >= size) {
      throw new IndexOutOfBoundsException(noRow(row, this));
    }
    Chunk chunk = now.chunk(row);
    return generated().read(chunk, row - chunk.first);
  }

  /// Returns an iterator over the rows that the table has now, in order. Each record is made by the
  /// call of `next`. Rows that are appended later are left out. Rows that are [deleted][#delete]
  /// later may be shown. The iterator, like a stream, throws [IndexOutOfBoundsException] at a row
  /// that has been [removed][#truncate] meanwhile. It throws [IllegalStateException] after the
  /// table or its arena was closed.
  @Override
  public abstract Iterator<R> iterator();

  /// Returns a spliterator over the rows that the table has when the first row is requested. It
  /// knows their number. It splits them in two halves at a multiple of 64 rows, so that no two
  /// threads write to one cache line of a column.
  @Override
  public final Spliterator<R> spliterator() {
    return new RowSpliterator<>(this);
  }

  /// Returns a stream of the rows of [#spliterator]. With [Stream#parallel], several threads take
  /// blocks of rows. All these threads must be allowed to use the table.
  ///
  /// ```java
  /// Table<Trade> trades = TRADES.columns().heap(1_000);
  /// long bought = trades.stream().parallel().filter(trade -> trade.side() == 'B').count();
  /// ```
  public final Stream<R> stream() {
    StackHeadroom.require(); // It may be the first stream of the program.
    return StreamSupport.stream(spliterator(), false);
  }

  /// Returns a new cursor, which is before the first row.
  ///
  /// @param type an interface of the caller's, see [Cursor]
  /// @throws IllegalArgumentException if a method of `type` follows no convention
  /// @throws UnsupportedOperationException if a method is atomic and this layout or storage does
  ///   not support it
  public abstract <C extends Cursor> C cursor(Class<C> type);

  /// Returns a new cursor over the rows of a chunk of this table, which is before the first one.
  /// Its row 0 is [TableChunk#firstRow]. Like a column, it shows rows that were [deleted][#delete].
  /// In a table of several chunks such loops are the fast ones: another cursor may have to change
  /// the chunk at each row.
  ///
  /// ```java
  /// interface Prices extends Cursor {
  ///   long price();
  /// }
  ///
  /// Table<Trade> trades = TRADES.columns().heap(1_000);
  /// long sum = 0;
  /// for (TableChunk chunk : trades.chunks()) {
  ///   Prices trade = trades.cursor(Prices.class, chunk);
  ///   while (trade.next()) {
  ///     sum += trade.price();
  ///   }
  /// }
  /// ```
  ///
  /// @throws IllegalArgumentException if a method of `type` follows no convention, or `chunk` is of
  ///   another table
  /// @throws UnsupportedOperationException as [#cursor(Class)] does
  /// @throws IllegalStateException if the table is closed, or as [#cursor(Class)] does
  public abstract <C extends Cursor> C cursor(Class<C> type, TableChunk chunk);

  /// Returns a view of one field, with all rows that the table has now, including those that were
  /// [deleted][#delete].
  ///
  /// @throws IllegalArgumentException if the record has no such component
  /// @throws UnsupportedOperationException if the layout is not columns, or the table's file has
  ///   [another schema][TableLayout#openReadOnly], in which the field is of another type or missing
  public final Column column(String name) {
    requireOpen();
    TableMemory now = memory;
    return column(name, now, 0, Math.min(size, now.capacity()));
  }

  /// Returns the chunks of the rows that the table has now, in order, including rows that were
  /// [deleted][#delete]. A table has one chunk until it grows, unless it has more rows than an
  /// array or a buffer can hold.
  public final List<TableChunk> chunks() {
    requireOpen();
    TableMemory now = memory;
    return TableChunk.of(this, now, Math.min(size, now.capacity()));
  }

  /// Returns a column of `rows` rows of `memory`. While another thread appends, the table may have
  /// more rows.
  final Column column(String name, TableMemory memory, long first, long rows) {
    Layout kind = layout.rows().layout();
    if (kind != Layout.COLUMNS) {
      throw new UnsupportedOperationException(
          "%s has no column %s: its layout is %s, not columns()"
              .formatted(this, name, kind.call()));
    }
    Field declared = layout.type().declared().schema().field(name);
    Field field = rows().schema().stored(declared);
    if (field == null) {
      throw new UnsupportedOperationException(
          "%s has no column %s, as its file has another schema: copy the rows to a new table"
              .formatted(this, name));
    }
    return Column.of(this, field, memory, first, rows);
  }

  /// Returns the texts and codes of the components with [DictionaryEncoded]. It also shows texts
  /// that are added later, and ends with the table.
  ///
  /// @throws UnsupportedOperationException if no component has a dictionary
  /// @throws IllegalStateException if the table is closed
  public final TextCodes textCodes() {
    requireOpen();
    TextCodes codes = memory.first().dictionary;
    if (codes == null) {
      throw new UnsupportedOperationException(this + " has no component with @DictionaryEncoded");
    }
    return codes;
  }

  /// Throws unless the texts of one field in some rows are UTF-8. Rows that were [deleted][#delete]
  /// are left out. It is for code that has copied texts, and names the row that they came from.
  ///
  /// @throws IllegalArgumentException if the record has no such component
  /// @throws UnsupportedOperationException if the field is not a text
  /// @throws IndexOutOfBoundsException if there are no such rows
  /// @throws IllegalStateException if a text is not UTF-8, or is missing; it names the first such
  ///   row, or for a text of a dictionary the file
  public final void requireTexts(String name, long row, long rows) {
    requireRange(row, rows);
    TableMemory now = memory;
    for (long at = nextRow(row); at < row + rows; at = nextRow(at + 1)) {
      text(name, now, at).utf8();
    }
  }

  final Text text(String name, TableMemory memory, long row) {
    requireOpen();
    OfText codec = layout.type().texts(name);
    Chunk chunk = memory.chunk(row);
    return codec.value(chunk, (int) (row - chunk.first));
  }

  final List<MemorySegment> writeTextViews(
      String name, TableMemory memory, long first, int rows, MemorySegment target) {
    requireOpen();
    OfPlacedText codec = layout.type().placedTexts(name);
    Chunk chunk = memory.chunk(first);
    int row = (int) (first - chunk.first);
    TextViews views = new TextViews(target);
    try {
      codec.writeViews(chunk, row, rows, views);
    } catch (RuntimeException failure) {
      throw explained(failure, first);
    }
    return views.memories();
  }

  final void setText(String name, TableMemory memory, long row, MemorySegment utf8) {
    requireOpen();
    memory.requireUsable();
    OfPlacedText codec = layout.type().placedTexts(name);
    if (isIndexed(this)) {
      indexes.requireNone(rows().schema().field(name), "setText");
    }
    Chunk chunk = memory.chunk(row);
    int at = (int) (row - chunk.first);
    chunk.requireWritable(at);
    long[] words = new long[OfPlacedText.WORDS];
    codec.placeUtf8(utf8, chunk, at, words);
    requireStack(this);
    codec.writeCopy(chunk, at, words, 0);
  }

  /// Copies rows to another table of any layout and storage, or within this one. Texts outside of
  /// the rows are copied too: a new table has only the texts of its rows. Between tables of
  /// different [types][TableType], each row goes through a record, in order. If the record's
  /// constructor or an accessor throws, only the rows before it are copied.
  ///
  /// @throws IndexOutOfBoundsException if this table or `target` does not have the rows, or one of
  ///   them was [deleted][#delete]
  @SuppressWarnings("ReferenceEquality") // A table and its type are their own identities.
  public final void copyTo(long row, Table<R> target, long targetRow, long rows) {
    requireRange(row, rows);
    target.requireRange(targetRow, rows);
    requireKept(this, row, row + rows);
    requireKept(target, targetRow, targetRow + rows);
    requireStack(this);
    TableMemory from = memory;
    TableMemory to = target == this ? from : target.memory;
    if (layout.type() == target.layout.type() && isIndexed(target)) {
      boolean backwards = from == to && targetRow > row;
      for (long i = 0; i < rows; i++) {
        long at = backwards ? rows - 1 - i : i;
        target.indexes.write(from, row + at, targetRow + at);
      }
    } else if (layout.type() == target.layout.type()) {
      RowCopy.copy(layout.type().schema(), from, row, to, targetRow, rows);
    } else {
      for (long i = 0; i < rows; i++) {
        target.set(targetRow + i, get(row + i));
      }
    }
  }

  private void requireRange(long row, long rows) {
    if (row < 0 || rows < 0 || rows > size - row) {
      throw new IndexOutOfBoundsException(
          "%d rows from row %d on are not in %s".formatted(rows, row, this));
    }
  }

  /// Makes the [#capacity] at least `rows` rows. A file grows by writing zeros, so the disk space
  /// is allocated when this returns.
  ///
  /// @throws IllegalArgumentException if `rows` is negative, or more than any memory could have
  /// @throws UncheckedIOException if the file of a mapped table cannot grow; it is then as before
  public final void reserve(long rows) {
    layout.rows().requireRows(rows);
    if (rows > capacity) {
      claim.take(this);
      try {
        grow(rows);
      } finally {
        claim.release();
      }
    }
  }

  private void grow(long rows) {
    synchronized (memoryLock) {
      if (rows > capacity) {
        try {
          setMemory(storage.grow(memory, rows));
        } catch (IOException failed) {
          throw new UncheckedIOException(failed);
        }
      }
    }
  }

  /// Same as [#reserve(long)]. In a file, it also makes room for texts of more than 12 bytes, which
  /// are outside of the rows. Such a text takes its length in UTF-8, 8 more bytes, and up to 7
  /// bytes of padding.
  ///
  /// @param textBytes the bytes that further texts take; 0 if there are none
  public final void reserve(long rows, long textBytes) {
    reserve(rows);
    TextArea texts = memory.first().texts;
    if (texts != null && textBytes > 0) {
      texts.reserveBytes(textBytes);
    }
  }

  /// Claims the table for the row after the last one, and returns its number. Grows if there is no
  /// room for it. The caller writes the row, and calls [#publish] or releases the claim.
  static long room(Table<?> table) {
    table.claim.take(table);
    if (table.size >= table.capacity) {
      table.growForOne();
    }
    return table.size;
  }

  /// Returns the chunk of a row for which there is room, after the last one. It is [#publish]'s
  /// too.
  static Chunk roomChunk(Table<?> table, long row) {
    Chunk chunk = table.last;
    return chunk.contains(row) ? chunk : table.nextChunk(row);
  }

  private Chunk nextChunk(long row) {
    last = memory.chunk(row);
    return last;
  }

  private void growForOne() {
    try {
      growFor(1);
    } catch (Throwable failure) {
      claim.release();
      throw failure;
    }
  }

  /// Makes room for `more` rows.
  private void makeRoom(long more) {
    if (Math.addExact(size, more) > capacity) {
      claim.take(this);
      try {
        growFor(more);
      } finally {
        claim.release();
      }
    }
  }

  /// Makes room for `more` rows. If it must grow, it also makes room for spare rows. The caller has
  /// the claim.
  private void growFor(long more) {
    long wanted = Math.addExact(size, more);
    if (wanted > capacity) {
      long rows = Math.max(Math.max(wanted, 16), Math.addExact(capacity, storage.spare(capacity)));
      layout.rows().requireRows(rows);
      grow(rows);
    }
  }

  /// Makes the row that was written after the last row the last row, and releases the table.
  static void publish(Table<?> table) {
    long row = table.size;
    if (isIndexed(table)) {
      table.appendIndexed(row);
    }
    table.last.add(row);
    SIZE.setRelease(table, row + 1);
    table.claim.release();
  }

  private void appendIndexed(long row) {
    try {
      appendIndexed(row, row + 1);
    } catch (Throwable failure) {
      claim.release();
      throw failure;
    }
  }

  private void appendIndexed(long from, long to) {
    if (isIndexed(this) && to > from) {
      indexes.append(from, to);
    }
  }

  /// Sets the number of rows, with release. New rows are added to the indexes.
  final void setSize(long size) {
    appendIndexed(this.size, size);
    memory.fill(size);
    SIZE.setRelease(this, size);
  }

  /// Takes over the rows that a writer has committed to the file. The file may have grown without
  /// new rows, or have fewer rows.
  final void show(TableMemory memory, long size) {
    if (memory.capacity() > capacity) {
      setMemory(memory);
    }
    plain = isPlain(this.memory);
    if (!plain) {
      own.makeRuns();
    }
    if (isIndexed(this)) {
      indexes.follow(size);
    }
    setSize(size);
  }

  /// Replaces the memory of a mapped table by none. The table counts as closed even if this fails
  /// for lack of heap, because its file is unmapped in any case.
  final void end() {
    closed = true;
    memory.end();
    setMemory(TableMemory.closed(layout.rows(), storage));
  }

  /// Returns the index of one field, or of several, which finds the rows of each value. If there is
  /// none, this method makes it. From then on, `append`, `set` and all other methods of this class
  /// keep it up to date, and only they may write these fields. Cursors and segments that could
  /// write them are refused. No other thread may write to the table while an index is made.
  ///
  /// The index of a mapped table is stored beside the file, as `FILE.FIELD.index`, when the table
  /// is [closed][MappedTable#close] with all rows committed. The names of several fields have a `+`
  /// between them. Letters beyond ASCII are written as `%` and four digits. If this file does not
  /// belong to the last commit, or is damaged, the index is made from the rows again.
  ///
  /// @param field a field of any type but `float`, `double` and records; a field of a nested record
  ///   is named by its path, as in `leg.quantity`
  /// @param more further fields of the same key; [Index#find(Object...)] takes a value for each
  /// @throws IllegalArgumentException if the record has no such field, if a field has another type,
  ///   or if it occurs twice
  /// @throws IllegalStateException if an existing cursor or segment can write a field
  public final Index index(String field, String... more) {
    return index(false, field, more);
  }

  /// Returns the [index][#index] of a field whose values are unique: each value is in at most one
  /// row. With several fields, each combination of values is. Writing or appending a row with the
  /// value of another row throws [IllegalArgumentException] and changes nothing.
  ///
  /// @throws IllegalArgumentException also if two rows have the same value
  /// @throws IllegalStateException also if there is an index that is not unique
  public final Index uniqueIndex(String field, String... more) {
    return index(true, field, more);
  }

  private Index index(boolean unique, String field, String... more) {
    StackHeadroom.require();
    List<String> fields = Stream.concat(Stream.of(field), Stream.of(more)).toList();
    synchronized (memoryLock) {
      requireOpen();
      return indexes.of(fields, unique);
    }
  }

  final TableIndexes<R> indexes() {
    return indexes;
  }

  /// Returns whether [#setIndexed] must write rows.
  static boolean isIndexed(Table<?> table) {
    return table.indexes.exist;
  }

  /// Writes a row and updates the indexes.
  @SuppressWarnings("unchecked") // Generated code has compared its type.
  final void setIndexed(long row, Record record) {
    indexes.set(row, (R) record);
  }

  final boolean isOpen() {
    return !closed;
  }

  final void requireOpen() {
    if (closed) {
      throw storage.closed();
    }
  }

  /// Returns the exception to throw if an access to a row failed with `thrown`. It names the table
  /// if the row does not exist, if the table is closed, or if it belongs to another thread. It
  /// names the file if that has no value of a field.
  final RuntimeException explained(RuntimeException thrown, long row) {
    if (closed) {
      return withTraceOf(thrown, storage.closed());
    }
    Path file = storage.path();
    if (thrown instanceof NoValueException stored && file != null) {
      return withTraceOf(thrown, stored.in(file));
    }
    if (thrown instanceof WrongThreadException && file == null) {
      return withTraceOf(thrown, layout.rows().wrongThread(null, "another thread"));
    }
    if (!(thrown instanceof IndexOutOfBoundsException) || (row >= 0 && row < size)) {
      return thrown;
    }
    StackHeadroom.require();
    return withTraceOf(thrown, new IndexOutOfBoundsException(noRow(row, this)));
  }

  private static RuntimeException withTraceOf(RuntimeException thrown, RuntimeException named) {
    named.setStackTrace(thrown.getStackTrace());
    return named;
  }

  /// Returns the message for a row that does not exist. The row of a cursor is -1 before its first
  /// move.
  static String noRow(long row, Object table) {
    return "There is no row %d in %s; rows are numbered from 0%s"
        .formatted(row, table, row == -1 ? ", and a cursor needs next() or moveTo(row) first" : "");
  }

  /// Returns a text with the record, the layout, the number of rows and the file, if there is one.
  /// It does not contain rows.
  @Override
  public final String toString() {
    Path path = storage.path();
    return "%s table of %d rows%s%s"
        .formatted(
            layout,
            size,
            deleted.exist() ? " (%d deleted)".formatted(deletedCount()) : "",
            path == null ? "" : " in " + path);
  }
}
