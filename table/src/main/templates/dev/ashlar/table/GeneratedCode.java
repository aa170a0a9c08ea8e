// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.hotspot.InlineLate;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.RowValues;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The classes that generated classes extend and call; [TableType] defines generated classes.
/// Source code outside of this package cannot name this class. Generated classes can: to the JVM, a
/// protected nested class is public, whatever its enclosing class is.
///
/// Generated classes are in the packages of records, to which no internal package is exported. So
/// they only pass on objects of internal classes, and pass them to method handles as `Object`.
/// Memory is reached by the JDK's accessors, with all checks.
abstract class GeneratedCode {
  private GeneratedCode() {}

  /// What the class of a record's tables has for this package.
  protected interface Generated {
    /// Reads a row of a chunk, which is checked.
    Record read(Object chunk, long row);

    /// Calls `action` with the rows of a chunk from `from` to `to`.
    void forEach(Object chunk, int from, int to, Consumer<? super Object> action);

    /// Returns new [RowValues] of the record; only where it has many fields.
    Object values();

    /// Throws what writing the record would throw.
    void requireComponents(Record record);

    /// Throws [StackOverflowError] unless the stack has room to write whole rows: the error must not
    /// come between two fields.
    void requireStack();
  }

  //@ for  Name        Super        where
  //@      MemoryRows  Table        on the heap or in the memory of an arena
  //@      FileRows    MappedTable  in a file
  /// The superclass of tables $where. The methods here are for rows of many fields.
  protected abstract static class $Name<R extends Record> extends $Super<R> implements Generated {
    /// Called by generated classes.
    protected $Name(TableLayout<R> layout) {
      super(layout);
    }

    @Override
    public Record read(Object chunk, long row) {
      return readWide(this, (Chunk) chunk, row);
    }

    @Override
    public Object values() {
      throw new AssertionError(this);
    }

    @Override
    public void requireComponents(Record record) {
      takeApart(this, record);
    }
  }

  //@ end
  /// The superclass of iterators over one chunk.
  protected abstract static class Rows implements Iterator<Object> {
    private final Table<?> table;
    private final Chunk chunk;
    private final int end;
    private int row;

    /// Shows the rows that the table has now.
    protected Rows(Table<?> table) {
      this.table = table;
      this.chunk = table.firstChunk();
      this.end = (int) table.rowCount();
    }

    /// For [RowRehearsal]. Never ends.
    Rows(Table<?> table, Chunk chunk) {
      this.table = table;
      this.chunk = chunk;
      this.end = Integer.MAX_VALUE;
    }

    @Override
    public final boolean hasNext() {
      return row < end;
    }

    /// Reads a row of many fields.
    @Override
    public Object next() {
      if (row >= end) {
        throw Calls.noNext(this);
      }
      Record record;
      try {
        long at = Calls.here(this);
        record = RowValues.read((RowValues) values(), chunk, at);
      } catch (RuntimeException thrown) {
        throw Calls.explained(this, thrown);
      }
      // Behind what may throw: then the same row is next again.
      row++;
      return record;
    }

    @Override
    public final void forEachRemaining(Consumer<? super Object> action) {
      Table.requireAction(action);
      int from = row;
      if (from < end) {
        row = end; // The action may ask the iterator.
        ((Generated) table).forEach(chunk, from, end, action);
      }
    }

    /// Returns new [RowValues] of the record; only where it has many fields.
    public Object values() {
      throw new AssertionError(table);
    }
  }

  /// The superclass of iterators over any chunks, from one run of rows that were not deleted to the
  /// next.
  protected abstract static class RunRows implements Iterator<Object> {
    private final Table<?> table;
    private final @Nullable Thread owner;
    private final long end;
    private Run run;

    /// In the table.
    private long row;

    /// Shows the rows that the table has now.
    protected RunRows(Table<?> table) {
      this.table = table;
      this.owner = table.memory().owner();
      this.end = table.sizeAcquire();
      this.run = Run.from(table, 0, end);
      this.row = run.begin;
    }

    /// For [RowRehearsal]. Never ends.
    RunRows(Table<?> table, Chunk chunk) {
      this.table = table;
      this.owner = null;
      this.end = Long.MAX_VALUE;
      this.run = Run.endless(chunk);
    }

    @Override
    public final boolean hasNext() {
      return row < end;
    }

    /// Reads a row of many fields.
    @Override
    public Object next() {
      if (row >= end) {
        throw Calls.noNext(this);
      }
      Record record;
      try {
        long at = Calls.here(this);
        record = RowValues.read((RowValues) values(), run.chunk, at);
      } catch (RuntimeException thrown) {
        throw Calls.explained(this, thrown);
      }
      Calls.passed(this);
      return record;
    }

    @Override
    public final void forEachRemaining(Consumer<? super Object> action) {
      Table.requireAction(action);
      long from = row;
      row = end; // The action may ask the iterator.
      table.forEachKept(from, end, action);
    }

    /// Returns new [RowValues] of the record; only where it has many fields.
    public Object values() {
      throw new AssertionError(table);
    }
  }

  /// What all cursors extend. C2 inlines methods that return an [Iterator] wherever they have run,
  /// and can then eliminate the object.
  protected abstract static class Position implements Iterator<Object> {
    /// Called by no code of this library, like [#next].
    @Override
    public boolean hasNext() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object next() {
      throw new UnsupportedOperationException();
    }
  }

  /// The position of a cursor over one chunk. The row is an `int`, as the indexes of arrays are: C2
  /// does not vectorize a loop over arrays that narrows a `long`, and unrolls others less well.
  protected abstract static class OneChunk extends Position {
    private final Table<?> table;
    private final Chunk chunk;
    private final int limit;
    private int row = -1;

    /// Covers the first rows of a chunk.
    protected OneChunk(Table<?> table, Object chunk, long rows) {
      this.table = table;
      this.chunk = (Chunk) chunk;
      this.limit = (int) rows;
    }
  }

  /// The position of a cursor over any chunks, in a run of rows that were not deleted.
  protected abstract static class Runs extends Position {
    private final Table<?> table;
    private final @Nullable Thread owner;

    /// The rows of the table that it covers.
    private final long limit;

    private Run run;

    /// In the table.
    private long row = -1;

    /// Covers the rows that the table has now.
    protected Runs(Table<?> table, Object noChunk, long noRows) {
      this.table = table;
      this.owner = table.memory().owner();
      this.limit = table.sizeAcquire();
      this.run = Run.none(table);
    }
  }

  /// The methods that generated classes call.
  @SuppressWarnings("MissingJavadocMethod")
  protected static final class Calls {
    private Calls() {}

    public static boolean next(OneChunk cursor) {
      return ++cursor.row < cursor.limit;
    }

    public static long row(OneChunk cursor) {
      return cursor.row;
    }

    public static void move(OneChunk cursor, long to) {
      try {
        cursor.row = (int) Objects.checkIndex(to, (long) cursor.limit);
      } catch (IndexOutOfBoundsException outside) {
        throw cursor.table.outside(outside, cursor.chunk, to, cursor.limit);
      }
    }

    public static long here(OneChunk cursor) {
      return Objects.checkIndex((long) cursor.row, cursor.chunk.filled);
    }

    public static Chunk chunk(OneChunk cursor) {
      return cursor.chunk;
    }

    public static void requireStack(OneChunk cursor) {
      ((Generated) cursor.table).requireStack();
    }

    public static RuntimeException explained(OneChunk cursor, RuntimeException thrown) {
      return cursor.table.explained(thrown, cursor.chunk, cursor.row);
    }

    private static void requireOwner(Runs cursor) {
      if (cursor.owner != null) {
        cursor.table.memory().requireUsable();
      }
    }

    public static boolean next(Runs cursor) {
      requireOwner(cursor);
      long next = cursor.row + 1;
      if (next < cursor.run.end) {
        cursor.row = next;
        return true;
      }
      Run run = Run.from(cursor.table, next, cursor.limit);
      cursor.run = run;
      cursor.row = Math.max(next, run.begin);
      return cursor.row < cursor.limit;
    }

    public static long row(Runs cursor) {
      return cursor.row;
    }

    public static void move(Runs cursor, long to) {
      requireOwner(cursor);
      if (to < cursor.run.begin || to >= cursor.run.end) {
        cursor.run = cursor.table.run(to, cursor.limit);
      }
      cursor.row = to;
    }

    public static long here(Runs cursor) {
      requireOwner(cursor);
      return Objects.checkIndex(cursor.row - cursor.run.first, cursor.run.chunk.filled);
    }

    public static Chunk chunk(Runs cursor) {
      return cursor.run.chunk;
    }

    public static MemorySegment memory(Runs cursor) {
      return cursor.run.memory;
    }

    public static Object[] arrays(Runs cursor) {
      return cursor.run.arrays;
    }

    //@ for  column
    //@      0..31
    public static long start$column(Runs cursor) {
      return cursor.run.columns.start$column;
    }

    //@ end
    public static void requireStack(Runs cursor) {
      ((Generated) cursor.table).requireStack();
    }

    public static RuntimeException explained(Runs cursor, RuntimeException thrown) {
      return cursor.table.explained(thrown, cursor.row);
    }

    //@ for  type
    //@      Rows
    //@      RunRows
    public static boolean hasNext($type rows) {
      return rows.row < rows.end;
    }

    public static NoSuchElementException noNext($type rows) {
      return new NoSuchElementException(
          "There is no next row: there were %d when the iterator was made, of %s"
              .formatted(rows.end, rows.table));
    }

    public static RuntimeException explained($type rows, RuntimeException thrown) {
      return rows.table.explained(thrown, rows.row);
    }

    //@ end
    public static long here(Rows rows) {
      return Objects.checkIndex((long) rows.row, rows.chunk.filled);
    }

    public static Chunk chunk(Rows rows) {
      return rows.chunk;
    }

    public static void passed(Rows rows) {
      rows.row++;
    }

    public static long here(RunRows rows) {
      if (rows.owner != null) {
        rows.table.memory().requireUsable();
      }
      return Objects.checkIndex(rows.row - rows.run.first, rows.run.chunk.filled);
    }

    public static Chunk chunk(RunRows rows) {
      return rows.run.chunk;
    }

    /// Called behind what may throw: then the same row is next again.
    public static void passed(RunRows rows) {
      long next = rows.row + 1;
      if (next >= rows.run.end) {
        rows.run = Run.from(rows.table, next, rows.end);
        next = Math.max(next, rows.run.begin);
      }
      rows.row = next;
    }

    public static RuntimeException explained(Table<?> table, RuntimeException thrown, long row) {
      return table.explained(thrown, row);
    }

    public static boolean isPlain(Table<?> table) {
      return table.isPlain();
    }

    public static Chunk first(Table<?> table) {
      return table.first();
    }

    public static Object firstChunk(Table<?> table) {
      return table.firstChunk();
    }

    public static long rowCount(Table<?> table) {
      return table.rowCount();
    }

    public static Object memory(Table<?> table, TableChunk chunk) {
      return chunk.memory(table);
    }

    public static Chunk chunk(Table<?> table, long row) {
      return Table.chunk(table, row);
    }

    public static long room(Table<?> table) {
      return Table.room(table);
    }

    public static Chunk room(Table<?> table, long row) {
      return Table.roomChunk(table, row);
    }

    public static void publish(Table<?> table) {
      Table.publish(table);
    }

    public static void abandon(Table<?> table) {
      table.claim.release();
    }

    public static boolean isIndexed(Table<?> table) {
      return Table.isIndexed(table);
    }

    public static void setIndexed(Table<?> table, long row, Record record) {
      table.setIndexed(row, record);
    }

    public static Chunk toChunk(Object chunk) {
      return (Chunk) chunk;
    }

    public static void requireWritable(Chunk chunk, long row) {
      chunk.requireWritable(row);
    }

    //@ for  type           name
    //@      long           first
    //@      long           filled
    //@      int            limit
    //@      Object[]       arrays
    //@      MemorySegment  memory
    public static $type $name(Chunk chunk) {
      return chunk.$name;
    }

    //@ end
    //@ for  column
    //@      0..31
    public static long start$column(Chunk chunk) {
      return chunk.columns.start$column;
    }

    //@ end
    public static long start(Chunk chunk, int column) {
      return chunk.columns.all[column];
    }

    public static IllegalStateException ended() {
      return Chunk.ended();
    }

    public static MethodHandle defer(int limit, MethodHandle access) {
      return InlineLate.defer(limit, Chunk.ENDED, access);
    }
  }

  /// The superclass of the values of rows of many fields.
  protected abstract static class Values extends RowValues {
    /// Has as many parts.
    protected Values(int parts) {
      super(parts);
    }
  }
}
