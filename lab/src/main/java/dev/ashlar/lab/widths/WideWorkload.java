// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.widths.WideCode.RowLoop;
import dev.ashlar.lab.widths.WideCode.Way;
import dev.ashlar.table.Column;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Sums all fields of all rows, for a number of fields, a layout and a storage.
final class WideWorkload implements Workload {
  static final int ROWS = 1024;

  private static final long MIXER = 0x9E37_79B9_7F4A_7C15L;

  /// The layouts of rows.
  enum Layout {
    ROWS,
    ALIGNED_ROWS,
    COLUMNS
  }

  private final RowLoop loop;
  private final Object rows;
  private final int fields;
  private final Layout layout;
  private final boolean onHeap;

  WideWorkload(Way way, int fields, Layout layout, boolean onHeap) {
    this.fields = fields;
    this.layout = layout;
    this.onHeap = onHeap;
    this.loop = WideCode.loop(way, fields);
    this.rows = rows(way);
  }

  private Object rows(Way way) {
    return switch (way) {
      case CURSOR -> table(WideCode.record(fields)).cursor(WideCode.cursor(fields));
      case COLUMN_VIEWS -> columns(table(WideCode.record(fields)));
      case GET -> table(WideCode.record(fields));
      case OBJECTS -> objects(WideCode.record(fields));
      case ARRAY_ROWS, ARRAY_COLUMNS -> arrays();
      case SEGMENT_ROWS, SEGMENT_COLUMNS -> segments();
      case UNSAFE_ROWS, UNSAFE_COLUMNS -> unsafe();
    };
  }

  private <R extends Record> Table<R> table(Class<R> type) {
    TableType<R> tables = TableType.of(MethodHandles.lookup(), type);
    TableLayout<R> as =
        switch (layout) {
          case ROWS -> tables.rows();
          case ALIGNED_ROWS -> tables.alignedRows();
          case COLUMNS -> tables.columns();
        };
    Table<R> table = onHeap ? as.heap(ROWS) : as.allocate(Arena.ofAuto(), ROWS);
    R[] all = objects(type);
    for (int row = 0; row < ROWS; row++) {
      table.set(row, all[row]);
    }
    return table;
  }

  private Column[] columns(Table<?> table) {
    return IntStream.range(0, fields)
        .mapToObj(field -> table.column(WideCode.name(field)))
        .toArray(Column[]::new);
  }

  @SuppressWarnings("unchecked")
  private <R extends Record> R[] objects(Class<R> type) {
    R[] all = (R[]) Array.newInstance(type, ROWS);
    try {
      MethodHandle constructor =
          MethodHandles.lookup()
              .unreflectConstructor(type.getConstructors()[0])
              .asSpreader(long[].class, fields);
      for (int row = 0; row < ROWS; row++) {
        int of = row;
        long[] values = IntStream.range(0, fields).mapToLong(f -> value(of, f)).toArray();
        all[row] = (R) constructor.invoke(values);
      }
    } catch (Throwable e) {
      throw new LinkageError(type.getName(), e);
    }
    return all;
  }

  private Object arrays() {
    if (layout == Layout.COLUMNS) {
      long[][] columns = new long[fields][];
      for (int f = 0; f < fields; f++) {
        columns[f] = column(f);
      }
      return columns;
    }
    return LongStream.range(0, (long) ROWS * fields)
        .map(i -> value((int) (i / fields), (int) (i % fields)))
        .toArray();
  }

  private long[] column(int field) {
    return IntStream.range(0, ROWS).mapToLong(row -> value(row, field)).toArray();
  }

  private Object segments() {
    if (layout == Layout.COLUMNS) {
      Arena arena = Arena.ofAuto();
      return IntStream.range(0, fields)
          .mapToObj(f -> segment(arena, column(f)))
          .toArray(MemorySegment[]::new);
    }
    return segment(Arena.ofAuto(), (long[]) arrays());
  }

  private MemorySegment segment(Arena arena, long[] values) {
    return onHeap
        ? MemorySegment.ofArray(values)
        : arena.allocateFrom(ValueLayout.JAVA_LONG, values);
  }

  private UnsafeRows unsafe() {
    boolean columns = layout == Layout.COLUMNS;
    UnsafeRows memory =
        UnsafeRows.allocate(onHeap, columns ? fields : 1, columns ? ROWS : ROWS * fields);
    for (int row = 0; row < ROWS; row++) {
      for (int f = 0; f < fields; f++) {
        memory.put(columns ? f : 0, columns ? row : row * fields + f, value(row, f));
      }
    }
    return memory;
  }

  private static long value(int row, int field) {
    return (row * 64L + field + 1) * MIXER;
  }

  /// Verifies the sums of single rows too, so that a read of the wrong row is detected.
  @Override
  public void verify() {
    Proof.repeat(() -> {
      for (int from = 0; from < ROWS; from += 101) {
        verify(from, Math.min(ROWS, from + 1));
      }
      verify(0, ROWS);
    });
  }

  private void verify(int from, int to) {
    long expected = 0;
    for (int row = from; row < to; row++) {
      for (int f = 0; f < fields; f++) {
        expected += value(row, f);
      }
    }
    Proof.requireEqual(loop.sum(rows, from, to), expected, "the sum of rows from " + from);
  }

  @Override
  public long run() {
    return loop.sum(rows, 0, ROWS);
  }
}
