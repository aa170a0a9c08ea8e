// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.memory.internal.Lifetime;
import dev.ashlar.table.Column;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableChunk;
import dev.ashlar.table.Text;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The current rows of a table, as columns in native memory. They are the table's own columns if
/// these are native and nobody can close them meanwhile, otherwise copies.
public final class TableBatches {
  /// Rows that are copied at once, at most.
  private static final int COPIED_ROWS = 1 << 16;

  /// Fewer rows between two deleted ones are [gathered][GatheredColumns] with others.
  private static final int MIN_RUN_ROWS = 512;

  /// Of a [view][TableChunk#writeTextViews].
  private static final int VIEW_BYTES = 16;

  /// Rows of the table, without deleted ones.
  ///
  /// @param tableRows the rows with deleted ones
  /// @param dictionary the texts of the columns with codes; null if there are none
  /// @param owner an object that keeps the memory of the columns while it is reachable
  public record Batch(
      int rowCount,
      int tableRows,
      List<ColumnMemory> columns,
      @Nullable DictionaryTexts dictionary,
      Object owner) {}

  /// The addresses at which a column begins.
  ///
  /// @param presence the addresses of the booleans that say which values are present
  /// @param texts the texts of the rows, if the column has texts of any length
  public record ColumnMemory(long values, List<Long> presence, Texts texts) {
    /// Returns whether a row has a value.
    boolean isPresent(int row) {
      return presence.stream().allMatch(address -> Foreign.getByte(address + row) != 0);
    }

    public ColumnMemory withValues(long address) {
      return new ColumnMemory(address, presence, texts);
    }

    /// Returns the addresses of a row in this column.
    public ColumnMemory at(long row, int byteSize) {
      return new ColumnMemory(
          values + row * byteSize,
          presence.isEmpty() ? presence : presence.stream().map(address -> address + row).toList(),
          new Texts(texts.chunk, texts.column, (int) (texts.first + row), texts.some));
    }
  }

  /// The texts of a column from a row of a chunk on, or from one of some rows on.
  ///
  /// @param some null for all rows of the chunk
  public record Texts(TableChunk chunk, String column, int first, @Nullable GatheredColumns some) {
    Text get(int row) {
      return chunk.text(column, chunkRow(row));
    }

    private int chunkRow(int row) {
      return some == null ? first + row : some.row(first + row);
    }

    /// Writes [views][TableChunk#writeTextViews] of the texts, and returns their memory.
    public List<MemorySegment> writeViews(int count, MemorySegment target) {
      if (some == null) {
        return chunk.writeTextViews(column, first, count, target);
      }
      List<MemorySegment> memory = new ArrayList<>();
      for (int i = 0, next; i < count; i = next) {
        next = i + 1;
        int row = chunkRow(i);
        while (next < count && chunkRow(next) == row + next - i) {
          next++;
        }
        MemorySegment views = target.asSlice((long) i * VIEW_BYTES);
        for (MemorySegment used : chunk.writeTextViews(column, row, next - i, views)) {
          if (memory.isEmpty() || !memory.getLast().equals(used)) {
            memory.add(used);
          }
        }
      }
      return memory;
    }
  }

  /// Rows of the table that are contiguous in memory.
  ///
  /// @param segments the segments of each column: the values, and the booleans that say which are
  ///   present
  private record Run(TableChunk chunk, List<List<MemorySegment>> segments) {
    long firstRow() {
      return chunk.firstRow();
    }

    long rowCount() {
      return chunk.rowCount();
    }

    long end() {
      return firstRow() + rowCount();
    }

    Stream<MemorySegment> memory() {
      return segments.stream().flatMap(List::stream);
    }
  }

  private final Table<?> table;
  private final List<ColumnFormat> columns;
  private final long rowCount;
  private final boolean hasDeleted;
  private final @Nullable DictionaryTexts dictionary;

  /// Empty if rows are copied.
  private final List<Run> runs;

  /// Creates the batches. If rows are copied, texts with codes are exported without the codes,
  /// because each copy would have other codes.
  ///
  /// @param columns the columns of the batches
  /// @param mostTexts the limit of texts in a dictionary; a table with more is exported without
  ///   codes
  /// @param callerWaits whether this thread does nothing else until the last batch has been used:
  ///   then memory confined to it is not copied
  public TableBatches(
      Table<?> table, List<ColumnFormat> columns, int mostTexts, boolean callerWaits) {
    this.table = table;
    this.rowCount = table.chunks().stream().mapToLong(TableChunk::rowCount).sum();
    this.hasDeleted = table.deletedCount() > 0;
    List<Run> found = isColumns(table, columns) ? runs(table, columns) : List.of();
    found.stream().flatMap(Run::memory).forEach(TableBatches::requireAlive);
    if (found.isEmpty() && rowCount > 0) {
      requireAlive(table);
    }
    boolean stays =
        found.stream()
            .flatMap(Run::memory)
            .allMatch(values -> values.isNative() && stays(values, callerWaits));
    this.runs = stays ? found : List.of();
    boolean hasCodes =
        isDirect()
            && columns.stream().anyMatch(ColumnFormat::hasCodes)
            && table.textCodes().count() <= mostTexts;
    this.dictionary = hasCodes ? new DictionaryTexts(table.textCodes()) : null;
    this.columns = hasCodes ? columns : columns.stream().map(ColumnFormat::withoutCodes).toList();
  }

  private static boolean isColumns(Table<?> table, List<ColumnFormat> columns) {
    try {
      columns.forEach(column -> column.tableColumns().forEach(table::column));
      return true;
    } catch (UnsupportedOperationException rows) {
      return false;
    }
  }

  private static List<Run> runs(Table<?> table, List<ColumnFormat> columns) {
    List<Run> runs = new ArrayList<>();
    for (TableChunk chunk : table.chunks()) {
      runs.add(
          new Run(chunk, columns.stream().map(column -> segments(column, chunk::column)).toList()));
    }
    return runs;
  }

  private static List<MemorySegment> segments(ColumnFormat column, Function<String, Column> from) {
    return column.tableColumns().stream().map(from).map(Column::asReadOnlySegment).toList();
  }

  private static boolean stays(MemorySegment values, boolean callerWaits) {
    if (Lifetime.of(values) == Lifetime.REACHABLE) {
      return true;
    }
    boolean confined = !values.isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}));
    return callerWaits && confined && values.isAccessibleBy(Thread.currentThread());
  }

  /// Copies a row, as nothing else asks for the memory of rows. Memory of another thread is refused
  /// later, where the reason is known.
  private static <R extends Record> void requireAlive(Table<R> rows) {
    try {
      long row = rows.nextRow(0);
      if (row < rows.size()) {
        rows.layout().type().columns().heap(0).appendAll(rows, row, 1);
      }
    } catch (WrongThreadException another) {
      return;
    }
  }

  public List<ColumnFormat> columns() {
    return columns;
  }

  /// Returns the number of rows in the table, with deleted ones.
  public long rowCount() {
    return rowCount;
  }

  /// Returns how many rows the batches have, unless rows are deleted meanwhile.
  public long keptRows() {
    return rowCount - table.deletedCount();
  }

  /// Returns the first row from `row` on that is in a batch, or `end`.
  public long nextRow(long row, long end) {
    return hasDeleted ? Math.clamp(table.nextRow(row), row, end) : row;
  }

  /// Returns the texts of the columns with codes; null if there are none.
  @Nullable
  public DictionaryTexts dictionary() {
    return dictionary;
  }

  /// Returns whether batches are the memory of the table.
  boolean isDirect() {
    return !runs.isEmpty();
  }

  /// Returns how many bytes of a batch were copied so far.
  public long copiedBytes(Batch batch) {
    if (batch.columns instanceof GatheredColumns some) {
      return some.copiedBytes();
    }
    return isDirect() ? 0 : batch.rowCount * table.layout().type().columns().bytesPerRow();
  }

  /// Throws unless the table is open and its memory is alive. Memory that is confined to the thread
  /// waiting for the last batch is alive until then.
  ///
  /// @throws IllegalStateException if one was closed
  public void requireOpen() {
    table.chunks();
    runs.stream().limit(1).flatMap(Run::memory).forEach(TableBatches::requireAlive);
  }

  /// Native code asks nobody.
  private static void requireAlive(MemorySegment values) {
    if (!values.scope().isAlive()) {
      throw new IllegalStateException("Already closed");
    }
  }

  /// Returns the rows from `row` on: at least one, at most `limit`.
  ///
  /// @param row that was not deleted
  /// @throws IllegalStateException if the table was closed
  public Batch batch(long row, int limit) {
    requireOpen();
    for (Run run : runs) {
      if (row < run.end()) {
        int first = (int) (row - run.firstRow());
        int last = (int) Math.min((long) first + limit, run.chunk.rowCount());
        int end = hasDeleted ? run.chunk.nextDeleted(first, last) : last;
        return end == last || end - first >= MIN_RUN_ROWS
            ? batch(run, first, end - first, end - first)
            : gather(run, first, Math.min(last, first + COPIED_ROWS));
      }
    }
    return copy(table, row, (int) Math.min(Math.min(limit, COPIED_ROWS), rowCount - row));
  }

  /// Throws if a text in the rows from `row` on is not UTF-8. Called after a batch failed: the
  /// exception names the row of the table, which a batch of copies does not know.
  ///
  /// @param columns all columns of the batch that failed
  /// @throws IllegalStateException naming the text
  public void requireTexts(List<ColumnFormat> columns, long row, long rows) {
    try {
      columns.stream()
          .filter(ColumnFormat::isAnyText)
          .forEach(column -> table.requireTexts(column.name(), row, rows));
    } catch (WrongThreadException another) {
      return;
    }
  }

  private Batch gather(Run run, int first, int end) {
    GatheredColumns some = new GatheredColumns(run.chunk, columns, run.segments, first, end);
    return new Batch(some.rowCount(), end - first, some, dictionary, List.of(run.segments, some));
  }

  private Batch batch(Run run, long first, int rows, int tableRows) {
    List<ColumnMemory> memory = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      List<Long> addresses = run.segments.get(i).stream().map(MemorySegment::address).toList();
      String name = columns.get(i).name();
      ColumnMemory start =
          new ColumnMemory(
              addresses.getFirst(),
              addresses.subList(1, addresses.size()),
              new Texts(run.chunk, name, 0, null));
      memory.add(start.at(first, columns.get(i).byteSize()));
    }
    return new Batch(rows, tableRows, memory, dictionary, run.segments);
  }

  private <R extends Record> Batch copy(Table<R> from, long row, int rows) {
    Table<R> copy = from.layout().type().columns().withCapacity(rows).allocate(Arena.ofAuto(), 0);
    copy.appendAll(from, row, rows);
    List<List<MemorySegment>> segments =
        columns.stream().map(column -> segments(column, copy::column)).toList();
    return batch(new Run(copy.chunks().getFirst(), segments), 0, (int) copy.size(), rows);
  }
}
