// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/// Two threads that write neighboring rows, as jcstress runs them, in every layout and storage. Run
/// by [StressTest].
final class NeighborStress {
  /// Eleven bytes, so that packed rows share words with their neighbors.
  record Row(byte first, short second, int third, boolean flag, byte fourth, short last) {
    static Row of(int value) {
      return new Row(
          (byte) value, (short) value, value, value % 2 == 1, (byte) value, (short) value);
    }

    /// What the row was made of; -1 if parts of it are missing.
    int value() {
      return equals(of(third)) ? third : -1;
    }
  }

  record Count(long value) {}

  interface CountCursor extends Cursor {
    long getAndAddValue(long delta);

    @Override
    CountCursor moveTo(long row);
  }

  private static final TableType<Row> ROWS = TableType.of(MethodHandles.lookup(), Row.class);
  private static final TableType<Count> COUNTS = TableType.of(MethodHandles.lookup(), Count.class);

  /// More than there are states at a time.
  private static final int TABLE_ROWS = 1 << 17;

  private NeighborStress() {}

  private static <R extends Record> Table<R> mapped(TableLayout<R> layout) {
    try {
      Path folder = Files.createTempDirectory("stress");
      Path path = folder.resolve("table");
      MappedTable<R> table = layout.create(path, TABLE_ROWS);
      Files.delete(path);
      Files.delete(folder.resolve("table.lock"));
      Files.delete(folder);
      return table;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /// Two rows of a table that all states share, so that they have other states' rows beside them.
  abstract static class Neighbors {
    private static final AtomicInteger STATES = new AtomicInteger();

    private final Table<Row> table;
    private final int row;

    Neighbors(Table<Row> table) {
      this.table = table;
      this.row = 2 * Math.floorMod(STATES.getAndIncrement(), TABLE_ROWS / 2);
      write(0, 0);
      write(1, 0);
    }

    final void write(int neighbor, int value) {
      table.set(row + neighbor, Row.of(value));
    }

    final void read(II_Result result) {
      result.r1 = table.get(row).value();
      result.r2 = table.get(row + 1).value();
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are whole")
  @State
  public static class PackedRowsNative extends Neighbors {
    private static final Table<Row> TABLE = ROWS.rows().allocate(Arena.ofAuto(), TABLE_ROWS);

    public PackedRowsNative() {
      super(TABLE);
    }

    @Actor
    public void one() {
      write(0, 1);
    }

    @Actor
    public void two() {
      write(1, 2);
    }

    @Arbiter
    public void both(II_Result result) {
      read(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are whole")
  @State
  public static class PackedRowsShared extends Neighbors {
    private static final Table<Row> TABLE = ROWS.rows().allocate(Arena.ofShared(), TABLE_ROWS);

    public PackedRowsShared() {
      super(TABLE);
    }

    @Actor
    public void one() {
      write(0, 1);
    }

    @Actor
    public void two() {
      write(1, 2);
    }

    @Arbiter
    public void both(II_Result result) {
      read(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are whole")
  @State
  public static class AlignedRowsNative extends Neighbors {
    private static final Table<Row> TABLE = ROWS.alignedRows().allocate(Arena.ofAuto(), TABLE_ROWS);

    public AlignedRowsNative() {
      super(TABLE);
    }

    @Actor
    public void one() {
      write(0, 1);
    }

    @Actor
    public void two() {
      write(1, 2);
    }

    @Arbiter
    public void both(II_Result result) {
      read(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are whole")
  @State
  public static class ColumnsNative extends Neighbors {
    private static final Table<Row> TABLE = ROWS.columns().allocate(Arena.ofAuto(), TABLE_ROWS);

    public ColumnsNative() {
      super(TABLE);
    }

    @Actor
    public void one() {
      write(0, 1);
    }

    @Actor
    public void two() {
      write(1, 2);
    }

    @Arbiter
    public void both(II_Result result) {
      read(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are whole")
  @State
  public static class AlignedRowsOnHeap extends Neighbors {
    private static final Table<Row> TABLE = ROWS.alignedRows().heap(TABLE_ROWS);

    public AlignedRowsOnHeap() {
      super(TABLE);
    }

    @Actor
    public void one() {
      write(0, 1);
    }

    @Actor
    public void two() {
      write(1, 2);
    }

    @Arbiter
    public void both(II_Result result) {
      read(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are whole")
  @State
  public static class ColumnsOnHeap extends Neighbors {
    private static final Table<Row> TABLE = ROWS.columns().heap(TABLE_ROWS);

    public ColumnsOnHeap() {
      super(TABLE);
    }

    @Actor
    public void one() {
      write(0, 1);
    }

    @Actor
    public void two() {
      write(1, 2);
    }

    @Arbiter
    public void both(II_Result result) {
      read(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are whole")
  @State
  public static class PackedRowsMapped extends Neighbors {
    private static final Table<Row> TABLE = mapped(ROWS.rows());

    public PackedRowsMapped() {
      super(TABLE);
    }

    @Actor
    public void one() {
      write(0, 1);
    }

    @Actor
    public void two() {
      write(1, 2);
    }

    @Arbiter
    public void both(II_Result result) {
      read(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are whole")
  @State
  public static class AlignedRowsMapped extends Neighbors {
    private static final Table<Row> TABLE = mapped(ROWS.alignedRows());

    public AlignedRowsMapped() {
      super(TABLE);
    }

    @Actor
    public void one() {
      write(0, 1);
    }

    @Actor
    public void two() {
      write(1, 2);
    }

    @Arbiter
    public void both(II_Result result) {
      read(result);
    }
  }

  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are whole")
  @State
  public static class ColumnsMapped extends Neighbors {
    private static final Table<Row> TABLE = mapped(ROWS.columns());

    public ColumnsMapped() {
      super(TABLE);
    }

    @Actor
    public void one() {
      write(0, 1);
    }

    @Actor
    public void two() {
      write(1, 2);
    }

    @Arbiter
    public void both(II_Result result) {
      read(result);
    }
  }

  /// Updates of one field from two threads are both kept.
  @JCStressTest
  @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "both were added")
  @State
  public static class AlignedRowsNativeAdds {
    private final Table<Count> table = COUNTS.alignedRows().allocate(Arena.ofAuto(), 1);

    @Actor
    public void one() {
      add(1);
    }

    @Actor
    public void two() {
      add(2);
    }

    private void add(long delta) {
      table.cursor(CountCursor.class).moveTo(0).getAndAddValue(delta);
    }

    @Arbiter
    public void sum(J_Result result) {
      result.r1 = table.get(0).value();
    }
  }

  /// Updates of one field from two threads are both kept.
  @JCStressTest
  @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "both were added")
  @State
  public static class ColumnsOnHeapAdds {
    private final Table<Count> table = COUNTS.columns().heap(1);

    @Actor
    public void one() {
      add(1);
    }

    @Actor
    public void two() {
      add(2);
    }

    private void add(long delta) {
      table.cursor(CountCursor.class).moveTo(0).getAndAddValue(delta);
    }

    @Arbiter
    public void sum(J_Result result) {
      result.r1 = table.get(0).value();
    }
  }

  /// Who sees a row counted sees what was appended.
  @JCStressTest
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "not yet appended")
  @Outcome(id = "7", expect = Expect.ACCEPTABLE, desc = "appended")
  @State
  public static class Appends {
    private final Table<Count> table = COUNTS.columns().heap(0);

    public Appends() {
      table.reserve(1);
    }

    @Actor
    public void append() {
      table.append(new Count(7));
    }

    @Actor
    public void read(J_Result result) {
      result.r1 = table.sizeAcquire() == 0 ? 0 : table.get(0).value();
    }
  }
}
