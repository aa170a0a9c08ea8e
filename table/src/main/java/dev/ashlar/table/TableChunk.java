// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.memory.TableMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Consecutive rows of a table in one run of memory, for loops that process a table block by block.
/// A chunk shows the rows that the table had when the chunk was made, and ends with the table.
///
/// ```java
/// Table<Trade> trades = TRADES.columns().heap(1_000);
/// for (TableChunk chunk : trades.chunks()) {
///   Column prices = chunk.column("price");
///   for (int row = 0; row < chunk.rowCount(); row++) {
///     prices.setLong(row, 2 * prices.getLong(row));
///   }
/// }
/// ```
///
/// Different threads may process different chunks at the same time, if they may use the table.
public final class TableChunk {
  private final Table<?> table;
  private final TableMemory memory;
  private final long firstRow;
  private final int rowCount;

  private TableChunk(Table<?> table, TableMemory memory, long firstRow, int rowCount) {
    this.table = table;
    this.memory = memory;
    this.firstRow = firstRow;
    this.rowCount = rowCount;
  }

  static List<TableChunk> of(Table<?> table, TableMemory memory, long size) {
    List<TableChunk> chunks = new ArrayList<>();
    for (Chunk chunk : memory.chunks()) {
      if (chunk.first < size && chunk.rows > 0) {
        int rows = (int) Math.min(chunk.rows, size - chunk.first);
        chunks.add(new TableChunk(table, memory, chunk.first, rows));
      }
    }
    return List.copyOf(chunks);
  }

  /// Returns the memory of the first row.
  ///
  /// @throws IllegalArgumentException if this is a chunk of another table
  @SuppressWarnings("ReferenceEquality") // A table is its own identity.
  Chunk memory(Table<?> of) {
    table.requireOpen();
    if (of != table) {
      throw new IllegalArgumentException(
          "%s is asked for a cursor over %s: use chunks() of the same table".formatted(of, this));
    }
    return memory.chunk(firstRow);
  }

  /// Returns the number of the first row in the table.
  public long firstRow() {
    return firstRow;
  }

  /// Returns the number of rows in this chunk.
  public int rowCount() {
    return rowCount;
  }

  /// Returns the first row from `row` on that was not [deleted][Table#delete]; [#rowCount] if there
  /// is none. Row 0 is [#firstRow].
  ///
  /// ```java
  /// TableChunk chunk = TRADES.columns().heap(1_000).chunks().getFirst();
  /// Column prices = chunk.column("price");
  /// long sum = 0;
  /// for (int row = chunk.nextRow(0); row < chunk.rowCount(); row = chunk.nextRow(row + 1)) {
  ///   sum += prices.getLong(row);
  /// }
  /// ```
  ///
  /// @throws IndexOutOfBoundsException if `row` is negative or more than [#rowCount]
  public int nextRow(int row) {
    Objects.checkFromToIndex(row, rowCount, rowCount);
    return (int) (table.deletedRows().nextKept(firstRow + row, firstRow + rowCount) - firstRow);
  }

  /// Returns the first row from `row` on that was [deleted][Table#delete]; `end` if there is none
  /// before it. With [#nextRow] it finds runs of rows.
  ///
  /// @throws IndexOutOfBoundsException if the chunk has no rows from `row` to `end`
  public int nextDeleted(int row, int end) {
    Objects.checkFromToIndex(row, end, rowCount);
    return (int) (table.deletedRows().nextDeleted(firstRow + row, firstRow + end) - firstRow);
  }

  /// Returns the values of one field in these rows; row 0 of the column is [#firstRow].
  ///
  /// @throws IllegalArgumentException if the record has no such component
  /// @throws UnsupportedOperationException if the layout is not columns, or the field is missing in
  ///   the file or of another type there
  public Column column(String name) {
    return table.column(name, memory, firstRow, rowCount);
  }

  /// Returns the text of one field in a row of this chunk; row 0 is [#firstRow]. An absent text is
  /// empty. A long text is not copied, unless it is a [FixedUtf8] text: it is in the memory of the
  /// table.
  ///
  /// @throws IllegalArgumentException if the record has no such component
  /// @throws UnsupportedOperationException if the field is not a text
  /// @throws IndexOutOfBoundsException if there is no such row
  /// @throws IllegalStateException if the table is closed, if a damaged row refers to no text, or
  ///   if a [FixedUtf8] text is not UTF-8
  public Text text(String name, int row) {
    return table.text(name, memory, firstRow + Objects.checkIndex(row, rowCount));
  }

  /// Writes where the texts of one field are, for native code: 16 bytes for each row, as DuckDB has
  /// them in a `duckdb_string_t`. Numbers are in the byte order of the machine. No byte of a long
  /// text is copied, and none changes later.
  ///
  /// ```
  ///  up to 12 bytes     0  int   the number of bytes in UTF-8
  ///                     4        the text, and zeros behind it
  ///
  /// more               0  int   the number of bytes in UTF-8
  ///                     4        the first 4 bytes of the text
  ///                     8  long  the address of the text
  /// ```
  ///
  /// @param row the first of the rows; row 0 is [#firstRow]
  /// @param target memory of at least 16 bytes for each of the `rows` rows
  /// @return the memory of the long texts, maybe with the same segment several times. Addresses
  ///   stay valid while the list is reachable and the arena of the table is open
  /// @throws IllegalArgumentException if the record has no such component
  /// @throws UnsupportedOperationException if the field is not a text, or is a [FixedUtf8] text, or
  ///   a long text is on the heap
  /// @throws IndexOutOfBoundsException if there are no such rows, or `target` is too small
  /// @throws IllegalStateException if the table is closed, or if a damaged row refers to no text,
  ///   or to one that is not UTF-8
  public List<MemorySegment> writeTextViews(String name, int row, int rows, MemorySegment target) {
    Objects.checkFromIndexSize(row, rows, rowCount);
    return table.writeTextViews(name, memory, firstRow + row, rows, target);
  }

  /// Writes the text of one field in a row of this chunk; row 0 is [#firstRow]. The bytes are
  /// copied. A long text is always appended to the texts of the table, so that the same text
  /// written again takes space again. For a [DictionaryEncoded] component, the row gets the text's
  /// code. Whether the value is present does not change.
  ///
  /// @param utf8 the text in UTF-8; no thread may write to it meanwhile
  /// @throws IllegalArgumentException if the record has no such component, or `utf8` is not UTF-8
  ///   or has more than 2^30 bytes
  /// @throws UnsupportedOperationException if the field is not a text, or is a [FixedUtf8] text, or
  ///   has an [Index]
  /// @throws IndexOutOfBoundsException if there is no such row
  /// @throws IllegalStateException if the table is closed
  public void setText(String name, int row, MemorySegment utf8) {
    table.setText(name, memory, firstRow + Objects.checkIndex(row, rowCount), utf8);
  }

  /// Returns a text that names the rows and the table.
  @Override
  public String toString() {
    return "rows %d to %d of %s".formatted(firstRow, firstRow + rowCount - 1, table);
  }
}
