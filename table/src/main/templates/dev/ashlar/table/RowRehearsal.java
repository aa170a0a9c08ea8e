// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.access.RowValues;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/// Runs the code that all records of many fields share with tables, iterators and values of three
/// classes, before those of the program come: see [RowValues].
///
/// A profile keeps the first two receiver classes (`TypeProfileWidth`). C2 inlines a call for a
/// class that was the receiver in nine of ten calls, or for two classes if there was no other. So
/// the classes of the rehearsal come first. Each has methods of its own: HotSpot makes no profile of
/// a call as long as there is one method that it can call.
final class RowRehearsal {
  /// HotSpot makes a profile after 200 calls, as soon as a compiler is free (`Tier3InvocationThreshold`).
  private static final int TURNS = 10_000;

  private static boolean done;

  private RowRehearsal() {}

  /// Runs it once in a JVM.
  static synchronized void run() {
    if (done) {
      return;
    }
    done = true;
    Chunk chunk = Chunk.ended(MemoryKind.COLUMNS, 0);
    chunk.filled = Long.MAX_VALUE; // No row is read.
    RowValues first = new RehearsedValues() {};
    RowValues second = new RehearsedValues() {};
    RowValues third = new OtherValues();
    List<RowValues> values = List.of(first, second, third);
    List<RehearsedTable> tables =
        List.of(
            //@ for  values  end
            //@      first   ,
            //@      second  ,
            //@      third   );
            new RehearsedTable() {
              @Override
              public Object values() {
                return $values;
              }
            }$end
            //@ end
    //@ for  list       Type
    //@      iterators  Rows
    //@      runs       RunRows
    List<Iterator<Object>> $list =
        List.of(
            //@ for  values  table          end
            //@      first   tables.get(0)  ,
            //@      second  tables.get(1)  ,
            //@      third   tables.get(2)  );
            new GeneratedCode.$Type($table, chunk) {
              @Override
              public Object values() {
                return $values;
              }
            }$end
            //@ end
    //@ end
    Record record = new Row(0);
    for (int turn = 0; turn < TURNS; turn++) {
      for (int i = 0; i < values.size(); i++) {
        Table.readWide(tables.get(i), chunk, 0);
        RowValues.take(values.get(i), record);
        Table.requireStack(tables.get(i));
        Table.writeWide(values.get(i), chunk, 0);
        iterators.get(i).next();
        runs.get(i).next();
      }
    }
  }

  private abstract static class RehearsedTable extends GeneratedCode.MemoryRows<Record> {
    @SuppressWarnings("NullAway") // It is no table of the program, and has nothing.
    RehearsedTable() {
      super(null);
    }

    @Override
    public final <C extends Cursor> C cursor(Class<C> type) {
      throw new UnsupportedOperationException();
    }

    @Override
    public final <C extends Cursor> C cursor(Class<C> type, TableChunk chunk) {
      throw new UnsupportedOperationException();
    }

    @Override
    public final Iterator<Record> iterator() {
      return List.<Record>of().iterator();
    }

    @Override
    public final void forEach(Object chunk, int from, int to, Consumer<? super Object> action) {}

    @Override
    public final void requireStack() {}
  }

  private abstract static class RehearsedValues extends RowValues {
    /// Not all parts, which few records have: the code of all of them is too big for `append`.
    RehearsedValues() {
      super(PARTS / 2);
    }

    @Override
    protected Record make() {
      return new Row(0);
    }
  }

  private static final class OtherValues extends RehearsedValues {
    //@ for  part
    //@      0..15
    @Override
    protected RowValues read$part(Chunk chunk, long row) {
      return this;
    }

    @Override
    protected RowValues write$part(Chunk chunk, long row) {
      return this;
    }

    //@ end
    //@ for  part
    //@      0..3
    @Override
    protected RowValues take$part(Record record) {
      return this;
    }

    //@ end
    @Override
    protected Record make() {
      return new Row(1);
    }

    @Override
    public RowValues placeTexts(Chunk chunk, long row) {
      return this;
    }
  }

  private record Row(int value) {}
}
