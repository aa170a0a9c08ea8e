// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/// The division of rows into blocks. The rows of a block share a checksum. All blocks have the same
/// number of rows, except the last one of a chunk of columns.
///
/// @param chunkRows of columns, as in [FileHeader]; 0 if there are only rows
/// @param shift the binary logarithm of the number of rows in a block
public record Blocks(RecordLayout layout, long chunkRows, int shift) {
  static final int MAX_SHIFT = 30;

  /// The bytes of a block, about. With fewer, marks are forced more often; with more, the checksum
  /// of a block in which one row has changed takes longer.
  private static final long BLOCK_BYTES = 1 << 20;

  public static int shift(RecordLayout layout) {
    long rows = Math.max(1, BLOCK_BYTES / layout.bytesPerRow());
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(rows);
  }

  private long perChunk() {
    return ceilShift(chunkRows);
  }

  private long ceilShift(long rows) {
    return (rows + (1L << shift) - 1) >>> shift;
  }

  /// The number of blocks that have any of the first `rows` rows.
  public long count(long rows) {
    return chunkRows == 0
        ? ceilShift(rows)
        : rows / chunkRows * perChunk() + ceilShift(rows % chunkRows);
  }

  /// The number of blocks that have none but the first `rows` rows.
  public long full(long rows) {
    return chunkRows == 0
        ? rows >>> shift
        : rows / chunkRows * perChunk() + (rows % chunkRows >>> shift);
  }

  /// The block of a row.
  public long of(long row) {
    return full(row);
  }

  public long firstRow(long block) {
    return chunkRows == 0
        ? block << shift
        : block / perChunk() * chunkRows + (block % perChunk() << shift);
  }

  public long endRow(long block) {
    return firstRow(block + 1);
  }

  /// Returns the checksum of the rows of a block that are less than `endRow`.
  ///
  /// @param data all of the rows' memory
  public int checksum(MemorySegment data, long block, long endRow) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, block));
    visit(
        block,
        endRow,
        (offset, byteSize) -> checksum.update(data.asSlice(offset, byteSize).asByteBuffer()));
    return (int) checksum.getValue();
  }

  /// Where a field of a row is in the memory of a table.
  public long offset(Field field, long row) {
    Schema schema = layout.schema();
    if (chunkRows == 0) {
      return row * layout.bytesPerRow() + layout.layout().offsets(schema, 0)[field.index()];
    }
    long chunk = row / chunkRows * Layout.COLUMNS.byteSize(schema, chunkRows);
    long column = Layout.COLUMNS.offsets(schema, chunkRows)[field.index()];
    return chunk + column + row % chunkRows * field.byteSize();
  }

  /// Called with the places of rows in the memory of a table.
  public interface Visitor {
    public void visit(long offset, long byteSize);
  }

  public void visit(long block, long endRow, Visitor visitor) {
    long from = firstRow(block);
    long rows = Math.min(endRow, endRow(block)) - from;
    if (chunkRows == 0) {
      visitor.visit(from * layout.bytesPerRow(), rows * layout.bytesPerRow());
      return;
    }
    Schema schema = layout.schema();
    long chunk = from / chunkRows * Layout.COLUMNS.byteSize(schema, chunkRows);
    long[] columns = Layout.COLUMNS.offsets(schema, chunkRows);
    for (Field field : schema.fields()) {
      long size = field.byteSize();
      visitor.visit(chunk + columns[field.index()] + from % chunkRows * size, rows * size);
    }
  }
}
