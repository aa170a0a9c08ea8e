// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.writer.TableBatches.ColumnMemory;
import dev.ashlar.arrow.internal.writer.TableBatches.Texts;
import dev.ashlar.table.TableChunk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The columns of the rows of a chunk that were not deleted, copied one behind another. A column is
/// copied when it is asked for. Texts of any length stay where they are.
final class GatheredColumns extends AbstractList<ColumnMemory> {
  private final TableChunk chunk;
  private final List<ColumnFormat> formats;
  private final List<List<MemorySegment>> segments;
  private final int[] rows;
  private final @Nullable ColumnMemory[] gathered;
  private final Arena arena = Arena.ofAuto();
  private long copiedBytes;

  /// @param segments of each column: the values, and the booleans that say which are present
  /// @param first of the rows
  /// @param end behind the last
  GatheredColumns(
      TableChunk chunk,
      List<ColumnFormat> formats,
      List<List<MemorySegment>> segments,
      int first,
      int end) {
    this.chunk = chunk;
    this.formats = formats;
    this.segments = segments;
    this.rows = keptRows(chunk, first, end);
    this.gathered = new ColumnMemory[formats.size()];
  }

  private static int[] keptRows(TableChunk chunk, int first, int end) {
    int[] rows = new int[end - first];
    int count = 0;
    for (int row = chunk.nextRow(first); row < end; row = chunk.nextRow(row + 1)) {
      rows[count++] = row;
    }
    return Arrays.copyOf(rows, count);
  }

  int rowCount() {
    return rows.length;
  }

  /// Returns the row in the chunk of one of these rows.
  int row(int number) {
    return rows[number];
  }

  long copiedBytes() {
    return copiedBytes;
  }

  @Override
  public int size() {
    return formats.size();
  }

  @Override
  public ColumnMemory get(int column) {
    ColumnMemory known = gathered[column];
    if (known == null) {
      ColumnFormat format = formats.get(column);
      List<MemorySegment> from = segments.get(column);
      List<Long> presence =
          from.subList(1, from.size()).stream().map(each -> gather(each, 1)).toList();
      Texts texts = new Texts(chunk, format.name(), 0, this);
      long values = format.isText() ? 0 : gather(from.getFirst(), format.byteSize());
      known = new ColumnMemory(values, presence, texts);
      gathered[column] = known;
    }
    return known;
  }

  /// Returns the address of the copy. The rows are reached by their address, since the segment may
  /// be confined to the thread that waits.
  private long gather(MemorySegment column, int byteSize) {
    MemorySegment from = Foreign.segment(column.address(), column.byteSize());
    MemorySegment to = arena.allocate((long) rows.length * byteSize, Long.BYTES);
    for (int i = 0; i < rows.length; i++) {
      long at = (long) rows[i] * byteSize;
      long target = (long) i * byteSize;
      switch (byteSize) {
        case Byte.BYTES -> to.set(JAVA_BYTE, target, from.get(JAVA_BYTE, at));
        case Integer.BYTES -> to.set(JAVA_INT_UNALIGNED, target, from.get(JAVA_INT_UNALIGNED, at));
        case Long.BYTES -> to.set(JAVA_LONG_UNALIGNED, target, from.get(JAVA_LONG_UNALIGNED, at));
        default -> MemorySegment.copy(from, at, to, target, byteSize);
      }
    }
    copiedBytes += to.byteSize();
    return to.address();
  }
}
