// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.duckdb.TableScan.ScannedColumn;
import dev.ashlar.arrow.internal.writer.ArrayBuffers;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.arrow.internal.writer.DictionaryTexts;
import dev.ashlar.arrow.internal.writer.ExportedArray;
import dev.ashlar.arrow.internal.writer.ReusedMemory;
import dev.ashlar.arrow.internal.writer.TableBatches;
import dev.ashlar.arrow.internal.writer.TableBatches.Batch;
import dev.ashlar.arrow.internal.writer.TableBatches.ColumnMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One thread's part of a scan: the rows that it has claimed, and structures that it rewrites for
/// each vector.
///
/// DuckDB does not release the structures, and they own nothing that has to be released. The memory
/// of the table stays as long as the scan. Copied rows stay until this thread asks for the next
/// vector, when DuckDB has processed the last one. DuckDB scans its own tables in the same way.
final class ThreadScan {
  private final VectorApi api;
  private final TableScan scan;
  private final Arena arena = Arena.ofAuto();

  /// An array whose children are those of the converted columns.
  private final long array = arena.allocate(CArray.BYTES, Long.BYTES).address();

  private final long chunk = arena.allocate(ADDRESS).address();
  private final List<ScannedColumn> converted = new ArrayList<>();
  private final List<ScannedColumn> written = new ArrayList<>();

  /// Where the addresses of the buffers of converted columns are.
  private final long[] buffers;

  /// The memory of buffers that are copies.
  private final ReusedMemory copies = new ReusedMemory();

  /// Keeps the long texts of the vectors: a writer may close the table, or map its file anew.
  private final List<MemorySegment> textMemory = new ArrayList<>();

  private long next;
  private long end;

  private @Nullable Batch batch;

  /// The number of its first row.
  private long batchRow;

  private int nextInBatch;

  ThreadScan(VectorApi api, TableScan scan) {
    this.api = api;
    this.scan = scan;
    for (ScannedColumn column : scan.columns()) {
      (column.format().isWritten() ? written : converted).add(column);
    }
    this.buffers = new long[converted.size()];
    writeStructures();
  }

  private void writeStructures() {
    long children = pointers(converted.size());
    for (int i = 0; i < buffers.length; i++) {
      long child = arena.allocate(CArray.BYTES, Long.BYTES).address();
      ColumnFormat format = converted.get(i).format();
      int count = ArrayBuffers.count(format);
      buffers[i] = pointers(count);
      long dictionary =
          format.hasDictionary()
              ? ExportedArray.dictionary(arena, format, scan.batches().dictionary())
              : 0;
      CArray.write(child, 0, count, buffers[i], 0, 0, dictionary);
      if (!format.presence().isEmpty()) {
        CArray.setNullCountUnknown(child);
      }
      CArray.writeRelease(child, api.noRelease(), 0);
      Foreign.setLong(children + (long) i * Long.BYTES, child);
    }
    CArray.write(array, 0, 1, pointers(1), buffers.length, children, 0);
  }

  private long pointers(int count) {
    return arena.allocate(JAVA_LONG, Math.max(1, count)).address();
  }

  /// Fills the vectors of a chunk, and returns the number of rows; 0 at the end of the table.
  ///
  /// @throws IllegalStateException if the table was closed
  int fill(long result) {
    Batch from = batch();
    if (from == null) {
      return 0;
    }
    try {
      return fill(result, from);
    } catch (IllegalStateException noText) {
      List<ColumnFormat> columns = scan.columns().stream().map(ScannedColumn::format).toList();
      scan.batches().requireTexts(columns, batchRow, from.tableRows());
      throw noText;
    }
  }

  private int fill(long result, Batch from) {
    int first = nextInBatch;
    int rows = Math.min(TableFunction.VECTOR_ROWS, from.rowCount() - first);
    copies.reset();
    textMemory.clear();
    if (buffers.length > 0) {
      referToBatch(from, first, rows, result);
    }
    long writtenBytes = 0;
    for (ScannedColumn column : written) {
      writtenBytes +=
          writeVector(
              column.format(),
              memory(from, column, first),
              rows,
              api.vector(result, column.vector()));
    }
    scan.copiedBytes().add(copies.allocatedBytes() + writtenBytes);
    nextInBatch += rows;
    return rows;
  }

  /// Returns the rows to go on with; null behind the last one. Those of a batch may all have been
  /// deleted by another thread since they were looked for.
  private @Nullable Batch batch() {
    Batch now = batch;
    TableBatches batches = scan.batches();
    while (now == null || nextInBatch == now.rowCount()) {
      if (now != null) {
        scan.copiedBytes().add(batches.copiedBytes(now));
        batch = null;
      }
      next = batches.nextRow(next, end);
      while (next == end) {
        long claimed = scan.claim();
        end = scan.end(claimed);
        if (claimed == end) {
          next = end;
          return null;
        }
        next = batches.nextRow(claimed, end);
      }
      now = batches.batch(next, (int) (end - next));
      batchRow = next;
      next += now.tableRows();
      batch = now;
      nextInBatch = 0;
    }
    return now;
  }

  private static ColumnMemory memory(Batch batch, ScannedColumn column, int row) {
    return batch.columns().get(column.column()).at(row, column.format().byteSize());
  }

  /// Copies codes before they are checked: another thread may write a code that is too new.
  private long codes(ColumnMemory memory, int rows, DictionaryTexts texts) {
    MemorySegment codes = copies.allocate((long) rows * Integer.BYTES, Long.BYTES);
    Foreign.copy(memory.values(), codes.address(), codes.byteSize());
    texts.requireCodes(codes);
    return codes.address();
  }

  /// Writes the values of a column to a vector, and returns the number of bytes. Long texts stay
  /// where they are: they do not change, and their memory is kept until the next vector.
  private long writeVector(ColumnFormat format, ColumnMemory memory, int rows, long vector) {
    long data = api.data(vector);
    if (!format.isText()) {
      Foreign.copyBooleans(memory.values(), data, rows);
      return rows;
    }
    MemorySegment views = Foreign.segment(data, (long) rows * StringVector.BYTES);
    textMemory.addAll(memory.texts().writeViews(rows, views));
    if (!memory.presence().isEmpty()) {
      long bits = ArrayBuffers.validity(format, memory, rows, copies);
      Foreign.copy(bits, api.writableValidity(vector), (rows + 63L) / 64 * Long.BYTES);
    }
    return views.byteSize();
  }

  /// Has vectors refer to the values of the batch.
  private void referToBatch(Batch from, int first, int rows, long result) {
    for (int i = 0; i < buffers.length; i++) {
      ScannedColumn column = converted.get(i);
      ColumnMemory memory = memory(from, column, first);
      DictionaryTexts texts = from.dictionary();
      if (column.format().hasCodes() && texts != null) {
        memory = memory.withValues(codes(memory, rows, texts));
      }
      column.format().requireDuckDbValues(memory, rows, batchRow + first);
      ArrayBuffers.write(buffers[i], column.format(), memory, rows, copies);
      CArray.setLength(CArray.child(array, i), rows);
    }
    CArray.setLength(array, rows);
    CArray.setRelease(array, api.noRelease());
    api.chunkFromArrow(scan.schema().connection(), array, scan.schema().handle(), chunk);
    long source = Foreign.getLong(chunk);
    for (int i = 0; i < buffers.length; i++) {
      api.referenceVector(result, converted.get(i).vector(), source, i);
    }
    api.destroyChunk(chunk);
  }
}
