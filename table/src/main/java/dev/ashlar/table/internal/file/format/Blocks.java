// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import dev.ashlar.table.internal.file.format.FileChunks.Place;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// The division of rows into blocks. The rows of a block share a checksum. All blocks have the same
/// number of rows, except the last one of a chunk of columns.
///
/// @param shift the binary logarithm of the number of rows in a block
public record Blocks(RecordLayout layout, FileChunks chunks, int shift) {
  static final int MAX_SHIFT = 30;

  /// The bytes of a block, about. With fewer, marks are forced more often; with more, the checksum
  /// of a block in which one row has changed takes longer.
  private static final long BLOCK_BYTES = 1 << 20;

  /// So many bytes stay in the nearest cache.
  private static final int COPIED = 1 << 14;

  public static int shift(RecordLayout layout) {
    long rows = Math.max(1, BLOCK_BYTES / layout.bytesPerRow());
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(rows);
  }

  private long ceilShift(long rows) {
    return (rows + (1L << shift) - 1) >>> shift;
  }

  private long before(long chunk) {
    return chunks.before(chunk, this::ceilShift);
  }

  /// The number of blocks that have any of the first `rows` rows.
  public long count(long rows) {
    Place end = chunks.of(rows);
    return before(end.chunk()) + ceilShift(end.rest());
  }

  /// The number of blocks that have none but the first `rows` rows.
  public long full(long rows) {
    Place end = chunks.of(rows);
    return before(end.chunk()) + (end.rest() >>> shift);
  }

  /// The block of a row.
  public long of(long row) {
    return full(row);
  }

  public long firstRow(long block) {
    Place first = chunks.of(block, this::ceilShift);
    return chunks.firstRow(first.chunk()) + (first.rest() << shift);
  }

  public long endRow(long block) {
    return firstRow(block + 1);
  }

  /// Returns the checksum of the rows of a block that are less than `endRow`. They are copied: the
  /// checksum's intrinsic would end the JVM if another process cut the file off, and copying throws
  /// an [InternalError].
  ///
  /// @param data all of the rows' memory
  public int checksum(MemorySegment data, long block, long endRow) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, block));
    byte[] copy = new byte[COPIED];
    visit(
        block,
        endRow,
        (offset, byteSize) -> {
          for (long at = offset; at < offset + byteSize; at += COPIED) {
            int some = (int) Math.min(COPIED, offset + byteSize - at);
            MemorySegment.copy(data, ValueLayout.JAVA_BYTE, at, copy, 0, some);
            checksum.update(copy, 0, some);
          }
        });
    return (int) checksum.getValue();
  }

  /// Where the fields of a row are in the memory of a table, by their index.
  public long[] offsets(long row) {
    Place place = chunks.of(row);
    Schema schema = layout.schema();
    long chunk = chunks.before(place.chunk(), rows -> layout.layout().byteSize(schema, rows));
    long[] offsets = layout.layout().offsets(schema, chunks.rows(place.chunk()));
    long[] steps = layout.layout().steps(schema);
    Arrays.setAll(offsets, field -> chunk + offsets[field] + place.rest() * steps[field]);
    return offsets;
  }

  /// Called with the places of rows in the memory of a table.
  public interface Visitor {
    public void visit(long offset, long byteSize);
  }

  public void visit(long block, long endRow, Visitor visitor) {
    long from = firstRow(block);
    long rows = Math.min(endRow, endRow(block)) - from;
    if (layout.layout() != Layout.COLUMNS) {
      visitor.visit(from * layout.bytesPerRow(), rows * layout.bytesPerRow());
      return;
    }
    long[] offsets = offsets(from);
    for (Field field : layout.schema().fields()) {
      visitor.visit(offsets[field.index()], rows * field.byteSize());
    }
  }
}
