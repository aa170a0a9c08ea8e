// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.RowIterator;
import dev.ashlar.table.internal.access.RowReader;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/// Runs the code that all records share with tables, iterators and readers of three classes, before
/// those of the program come: see [RowReader].
///
/// A profile keeps the first two receiver classes (`TypeProfileWidth`). C2 inlines a call for a
/// class that was the receiver in nine of ten calls, or for two classes if there was no other. So
/// the classes of the rehearsal come first. If another class came before because the compilers were
/// busy, the rehearsal is repeated.
final class RowReaderRehearsal implements Runnable {
  /// HotSpot makes a profile after 512 calls at the latest (`Tier0ProfilingStartPercentage`),
  /// unless its compilers are busy.
  private static final int TURNS = 200;

  @Override
  public void run() {
    // Is what the iterators find; no row is read.
    Chunk chunk = Chunk.none(new Object[0]);
    List<RowReader> readers =
        List.of(new RehearsedReader() {}, new RehearsedReader() {}, new RehearsedReader() {});
    List<Table<?>> tables =
        List.of(
            new RehearsedTable(readers.get(0)) {},
            new RehearsedTable(readers.get(1)) {},
            new RehearsedTable(readers.get(2)) {});
    List<Iterator<Record>> iterators =
        List.of(
            new RehearsedIterator(readers.get(0), chunk) {},
            new RehearsedIterator(readers.get(1), chunk) {},
            new RehearsedIterator(readers.get(2), chunk) {});
    for (int turn = 0; turn < TURNS; turn++) {
      for (int i = 0; i < readers.size(); i++) {
        Table.read(tables.get(i), chunk, 0);
        iterators.get(i).next();
      }
    }
  }

  private abstract static class RehearsedTable extends Table<Record> {
    private final RowReader reader;

    RehearsedTable(RowReader reader) {
      this.reader = reader;
    }

    @Override
    protected final Object reader() {
      return reader;
    }

    /// Overrides it, so that C2 does not take [Table#get] for the only one.
    @Override
    public final Record get(long row) {
      return new Row(0);
    }

    @Override
    public final Iterator<Record> iterator() {
      return List.<Record>of().iterator();
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

  /// Never ends.
  private abstract static class RehearsedIterator extends RowIterator<Record> {
    private final RowReader reader;
    private final Chunk chunk;

    RehearsedIterator(RowReader reader, Chunk chunk) {
      super(Long.MAX_VALUE);
      this.reader = reader;
      this.chunk = chunk;
    }

    @Override
    protected final Object table() {
      return chunk;
    }

    @Override
    protected final Chunk chunk(long row) {
      return chunk;
    }

    @Override
    protected final RowReader reader() {
      return reader;
    }

    @Override
    protected final RuntimeException explained(RuntimeException thrown, long row) {
      return thrown;
    }
  }

  private abstract static class RehearsedReader extends RowReader {
    RehearsedReader() {
      super(PARTS);
    }

    @Override
    protected final Record make() {
      return new Row(0);
    }
  }

  private record Row(int value) {}
}
