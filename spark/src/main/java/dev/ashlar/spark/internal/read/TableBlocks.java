// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.spark.internal.file.FileAccess;
import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableChunk;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;

/// Iterates over the blocks of a table. The rows of a block are passed to Spark, or skipped,
/// together.
///
/// Files by columns are read in place, where they are mapped. Blocks of files by rows, and of files
/// with deleted rows, are copied to columns in native memory. That memory is reused for all blocks,
/// except for texts of any length, whose memory a table does not reuse.
public abstract class TableBlocks {
  /// With this size, a block of a dozen columns fits in the second-level cache.
  public static final int ROWS = 8_192;

  static TableBlocks of(MappedTable<?> table, List<? extends BlockColumn> columns)
      throws IOException {
    TableBlocks blocks =
        FileAccess.isColumns(table) && table.deletedCount() == 0
            ? new Mapped(table, columns)
            : new Copied<>(table, columns);
    columns.forEach(column -> column.begin(blocks));
    return blocks;
  }

  private final Table<?> table;

  /// The rows of the table that the block has, with deleted ones.
  private long firstRow;

  private int tableRows;

  /// The rows of the block, without deleted ones.
  private int rows;

  private TableBlocks(Table<?> table) {
    this.table = table;
  }

  /// Throws unless the texts of a column are UTF-8, with an exception that names the row of the
  /// table.
  final void requireTexts(String path) {
    table.requireTexts(path, firstRow, tableRows);
  }

  /// Moves all columns to the block that begins with `row`, and returns how many rows of the table
  /// it has, with deleted ones.
  ///
  /// @param end the row behind the last that is read
  final int moveTo(long row, long end) {
    firstRow = row;
    tableRows = move(row, end);
    return tableRows;
  }

  abstract int move(long row, long end);

  /// Returns the rows that the columns have.
  final int rows() {
    return rows;
  }

  final void moveTo(List<? extends BlockColumn> columns, long first, int count) {
    rows = count;
    columns.forEach(column -> column.moveTo(first, count));
  }

  private static final class Mapped extends TableBlocks {
    private final List<TableChunk> chunks;
    private final List<? extends BlockColumn> columns;
    private int next;
    private long chunkEnd;

    Mapped(Table<?> table, List<? extends BlockColumn> columns) {
      super(table);
      this.chunks = table.chunks();
      this.columns = columns;
    }

    @Override
    int move(long row, long end) {
      while (row >= chunkEnd) {
        TableChunk chunk = chunks.get(next++);
        chunkEnd = chunk.firstRow() + chunk.rowCount();
        if (row < chunkEnd) {
          columns.forEach(column -> column.open(chunk));
        }
      }
      int rows = (int) Math.min(ROWS, Math.min(end, chunkEnd) - row);
      long first = row - chunks.get(next - 1).firstRow();
      moveTo(columns, first, rows);
      return rows;
    }
  }

  private static final class Copied<R extends Record> extends TableBlocks {
    private final Table<R> table;
    private final List<? extends BlockColumn> columns;
    private final boolean hasTexts;
    private Table<R> block;

    Copied(Table<R> table, List<? extends BlockColumn> columns) {
      super(table);
      this.table = table;
      this.columns = columns;
      this.hasTexts = TableField.hasTexts(TableField.of(table.layout().type().fields()));
      this.block = newBlock();
    }

    private Table<R> newBlock() {
      Table<R> made = table.layout().type().columns().allocate(Arena.ofAuto(), ROWS);
      columns.forEach(column -> column.open(made.chunks().getFirst()));
      return made;
    }

    @Override
    int move(long row, long end) {
      int rows = (int) Math.min(ROWS, end - row);
      if (hasTexts && row > 0) {
        block = newBlock();
      }
      block.clear();
      block.appendAll(table, row, rows);
      moveTo(columns, 0, (int) block.size());
      return rows;
    }
  }
}
