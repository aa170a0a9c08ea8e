// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.RowIterator;
import dev.ashlar.table.internal.access.RowReader;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/// Has what all records share meet tables, iterators and readers of three classes before those of
/// the program: see [RowReader].
///
/// A profile keeps the two classes that come first (`TypeProfileWidth`). C2 inlines a call for a
/// class that came in nine of ten calls, or for two classes if no other came. So these come first,
/// and where the compilers were busy and another came before, they come again.
final class RowReaderRehearsal {
  /// HotSpot makes a profile after 512 calls at the latest (`Tier0ProfilingStartPercentage`),
  /// unless its compilers are busy.
  private static final int TURNS = 200;

  private RowReaderRehearsal() {}

  /// @param chunk has a row, which is not read
  static void run(Chunk chunk) {
    List<RehearsedTable> tables =
        List.of(new FirstTable(chunk), new SecondTable(chunk), new ThirdTable(chunk));
    for (int turn = 0; turn < TURNS; turn++) {
      for (RehearsedTable table : tables) {
        Table.read(table, chunk, 0);
        table.iterator().next();
      }
    }
  }

  private static final class FirstTable extends RehearsedTable {
    FirstTable(Chunk chunk) {
      super(chunk);
    }

    @Override
    protected RowReader reader() {
      return new RehearsedReader() {};
    }

    @Override
    public Iterator<Record> iterator() {
      return new RehearsedIterator(this) {};
    }
  }

  private static final class SecondTable extends RehearsedTable {
    SecondTable(Chunk chunk) {
      super(chunk);
    }

    @Override
    protected RowReader reader() {
      return new RehearsedReader() {};
    }

    @Override
    public Iterator<Record> iterator() {
      return new RehearsedIterator(this) {};
    }
  }

  private static final class ThirdTable extends RehearsedTable {
    ThirdTable(Chunk chunk) {
      super(chunk);
    }

    @Override
    protected RowReader reader() {
      return new RehearsedReader() {};
    }

    @Override
    public Iterator<Record> iterator() {
      return new RehearsedIterator(this) {};
    }
  }

  private abstract static class RehearsedTable extends Table<Record> {
    final Chunk chunk;

    RehearsedTable(Chunk chunk) {
      this.chunk = chunk;
    }

    @Override
    protected abstract RowReader reader();

    /// Overrides it, so that C2 does not take [Table#get] for the only one.
    @Override
    public final Record get(long row) {
      return new Row(0);
    }

    @Override
    protected final void requireStack() {}

    @Override
    public final void set(long row, Record record) {}

    @Override
    public final void append(Record record) {}

    @Override
    public final void fill(Record record) {}

    @Override
    public final void forEach(Consumer<? super Record> action) {}

    @Override
    protected final void forEach(long from, long to, Consumer<? super Record> action) {}
  }

  private abstract static class RehearsedIterator extends RowIterator<Record> {
    private final RehearsedTable table;

    RehearsedIterator(RehearsedTable table) {
      super(1);
      this.table = table;
    }

    @Override
    protected final Object table() {
      return table;
    }

    @Override
    protected final Chunk chunk(long row) {
      return table.chunk;
    }

    @Override
    protected final RowReader reader() {
      return table.reader();
    }

    @Override
    protected final RuntimeException explained(RuntimeException thrown, long row) {
      return thrown;
    }
  }

  private abstract static class RehearsedReader extends RowReader {
    @Override
    protected final boolean hasMore() {
      return true;
    }

    @Override
    protected final Record make() {
      return new Row(0);
    }
  }

  private record Row(int value) {}
}
