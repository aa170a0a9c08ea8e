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

  private record Row(int value) {}

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

  private abstract static class RehearsedTable extends Table<Record> {
    final Chunk chunk;

    RehearsedTable(Chunk chunk) {
      this.chunk = chunk;
    }

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
    final Chunk chunk;

    RehearsedIterator(Chunk chunk) {
      super(1);
      this.chunk = chunk;
    }

    @Override
    protected final Object table() {
      return this;
    }

    @Override
    protected final RuntimeException explained(RuntimeException thrown, long row) {
      return thrown;
    }
  }

  private static final class FirstTable extends RehearsedTable {
    FirstTable(Chunk chunk) {
      super(chunk);
    }

    @Override
    protected Object reader() {
      return new FirstReader();
    }

    @Override
    public Iterator<Record> iterator() {
      return new FirstIterator(chunk);
    }
  }

  private static final class FirstIterator extends RehearsedIterator {
    FirstIterator(Chunk chunk) {
      super(chunk);
    }

    @Override
    protected Chunk chunk(long row) {
      return chunk;
    }

    @Override
    protected RowReader reader() {
      return new FirstReader();
    }
  }

  private static final class FirstReader extends RowReader {
    @Override
    protected boolean hasMore() {
      return true;
    }

    @Override
    protected Record make() {
      return new Row(0);
    }
  }

  private static final class SecondTable extends RehearsedTable {
    SecondTable(Chunk chunk) {
      super(chunk);
    }

    @Override
    protected Object reader() {
      return new SecondReader();
    }

    @Override
    public Iterator<Record> iterator() {
      return new SecondIterator(chunk);
    }
  }

  private static final class SecondIterator extends RehearsedIterator {
    SecondIterator(Chunk chunk) {
      super(chunk);
    }

    @Override
    protected Chunk chunk(long row) {
      return chunk;
    }

    @Override
    protected RowReader reader() {
      return new SecondReader();
    }
  }

  private static final class SecondReader extends RowReader {
    @Override
    protected boolean hasMore() {
      return true;
    }

    @Override
    protected Record make() {
      return new Row(0);
    }
  }

  private static final class ThirdTable extends RehearsedTable {
    ThirdTable(Chunk chunk) {
      super(chunk);
    }

    @Override
    protected Object reader() {
      return new ThirdReader();
    }

    @Override
    public Iterator<Record> iterator() {
      return new ThirdIterator(chunk);
    }
  }

  private static final class ThirdIterator extends RehearsedIterator {
    ThirdIterator(Chunk chunk) {
      super(chunk);
    }

    @Override
    protected Chunk chunk(long row) {
      return chunk;
    }

    @Override
    protected RowReader reader() {
      return new ThirdReader();
    }
  }

  private static final class ThirdReader extends RowReader {
    @Override
    protected boolean hasMore() {
      return true;
    }

    @Override
    protected Record make() {
      return new Row(0);
    }
  }
}
