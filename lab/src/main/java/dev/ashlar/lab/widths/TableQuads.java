// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.widths.Quads.Quad;
import dev.ashlar.lab.widths.Quads.QuadCursor;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.IntFunction;

/// A [Table].
final class TableQuads extends Quads {
  private static final TableType<Quad> TYPE = TableType.of(MethodHandles.lookup(), Quad.class);

  /// Allocators of tables by layout and storage; the timed kind is the first.
  private static final List<IntFunction<Table<Quad>>> KINDS =
      List.of(
          rows -> TYPE.columns().allocate(Arena.ofAuto(), rows),
          rows -> TYPE.alignedRows().heap(rows),
          rows -> TYPE.rows().allocate(Arena.ofAuto(), rows),
          rows -> TYPE.columns().heap(rows),
          rows -> TYPE.alignedRows().allocate(Arena.ofAuto(), rows),
          rows -> mapped(TYPE.columns(), rows),
          rows -> mapped(TYPE.rows(), rows),
          rows -> mapped(TYPE.alignedRows(), rows),
          rows -> grown(rows / 8, rows));

  private final Table<Quad> table;
  private final QuadCursor cursor;

  TableQuads(Table<Quad> table) {
    this.table = table;
    this.cursor = table.cursor(QuadCursor.class);
    for (int row = 0; row < table.size(); row++) {
      table.set(row, Quad.of(row));
    }
  }

  static TableQuads inChunks(int chunkRows) {
    Table<Quad> table = TYPE.columns().withChunkRows(chunkRows).allocate(Arena.ofAuto(), chunkRows);
    return new TableQuads(filled(table, chunkRows, ROWS));
  }

  static TableQuads ofColumns(int rows) {
    return new TableQuads(KINDS.getFirst().apply(rows));
  }

  private static Table<Quad> mapped(TableLayout<Quad> layout, int rows) {
    return mapped(layout, rows, rows);
  }

  /// {@return a table of `rows` rows, with room for `reserved`}
  private static Table<Quad> mapped(TableLayout<Quad> layout, int rows, int reserved) {
    try {
      return ScratchFiles.inFolder(folder -> {
        Table<Quad> table = layout.create(folder.resolve("quads"), rows);
        table.reserve(reserved);
        return table;
      });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Table<Quad> grown(int chunkRows, int rows) {
    return filled(mapped(TYPE.columns(), chunkRows, rows), chunkRows, rows);
  }

  private static Table<Quad> filled(Table<Quad> table, int from, int rows) {
    for (int row = from; row < rows; row++) {
      table.append(Quad.of(row));
    }
    return table;
  }

  @Override
  long scan(int from, int to) {
    QuadCursor quad = cursor;
    long sum = 0;
    for (int row = from; row < to; row++) {
      quad.moveTo(row);
      sum += quad.a() * quad.b() + quad.c() - quad.d();
    }
    return sum;
  }

  @Override
  long get(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum += table.get(row).value();
    }
    return sum;
  }

  @Override
  long random(int[] rows, int from, int to) {
    QuadCursor quad = cursor;
    long sum = 0;
    for (int i = from; i < to; i++) {
      quad.moveTo(rows[i]);
      sum += quad.a() * quad.b() + quad.c() - quad.d();
    }
    return sum;
  }

  @Override
  List<TableQuads> kin(int rows, int kinds) {
    return KINDS.subList(1, kinds).stream().map(kind -> new TableQuads(kind.apply(rows))).toList();
  }

  @Override
  public void close() {
    try {
      if (table instanceof MappedTable<?> mapped) {
        mapped.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
