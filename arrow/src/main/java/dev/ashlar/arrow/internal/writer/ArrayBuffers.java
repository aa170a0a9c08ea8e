// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.writer.TableBatches.ColumnMemory;
import dev.ashlar.table.Text;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.ByteOrder;
import java.util.List;

/// The buffers of a `CArray`: the memory of a table, or copies where Arrow's form differs.
public final class ArrayBuffers {
  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private final ColumnFormat column;
  private final ColumnMemory memory;
  private final int rows;
  private final SegmentAllocator copies;

  private ArrayBuffers(
      ColumnFormat column, ColumnMemory memory, int rows, SegmentAllocator copies) {
    this.column = column;
    this.memory = memory;
    this.rows = rows;
    this.copies = copies;
  }

  public static int count(ColumnFormat column) {
    return column.conversion() == ColumnFormat.Conversion.TEXTS ? 3 : 2;
  }

  /// Writes the addresses of [#count] buffers; the first is 0 if no value is null.
  ///
  /// @param memory the memory at the first of these rows
  public static void write(
      long target, ColumnFormat column, ColumnMemory memory, int rows, SegmentAllocator copies) {
    ArrayBuffers buffers = new ArrayBuffers(column, memory, rows, copies);
    Foreign.setLong(target, memory.presence().isEmpty() ? 0 : buffers.validity());
    switch (column.conversion()) {
      case NONE -> Foreign.setLong(target + Long.BYTES, memory.values());
      case PACKED -> Foreign.setLong(target + Long.BYTES, buffers.bits(List.of(memory.values())));
      case NARROWED -> Foreign.setLong(target + Long.BYTES, buffers.narrowed());
      case WIDENED -> Foreign.setLong(target + Long.BYTES, buffers.widened());
      case TEXTS -> {
        if (column.isText()) {
          buffers.writeLongTexts(target + Long.BYTES);
        } else {
          buffers.writeTexts(target + Long.BYTES);
        }
      }
    }
  }

  /// Returns the address of a bit for each row, which is set if the row has a value.
  public static long validity(
      ColumnFormat column, ColumnMemory memory, int rows, SegmentAllocator copies) {
    return new ArrayBuffers(column, memory, rows, copies).validity();
  }

  private long validity() {
    return bits(memory.presence());
  }

  /// Packs booleans, of which a table has one in a byte: true unless it is 0. A bit is 1 where all
  /// of the columns have true.
  private long bits(List<Long> columns) {
    MemorySegment bits =
        copies.allocate((rows + 63L) / 64 * Long.BYTES, Long.BYTES).fill((byte) -1);
    for (long address : columns) {
      MemorySegment from = Foreign.segment(address, rows);
      for (int row = 0; row < rows; row++) {
        if (from.get(JAVA_BYTE, row) == 0) {
          int at = row >> 3;
          bits.set(JAVA_BYTE, at, (byte) (bits.get(JAVA_BYTE, at) & ~(1 << (row & 7))));
        }
      }
    }
    return bits.address();
  }

  private MemorySegment values() {
    return Foreign.segment(memory.values(), (long) rows * column.byteSize());
  }

  private long narrowed() {
    MemorySegment from = values();
    MemorySegment to = copies.allocate((long) rows * Integer.BYTES, Long.BYTES);
    for (int row = 0; row < rows; row++) {
      to.setAtIndex(JAVA_INT, row, (int) from.getAtIndex(JAVA_LONG_UNALIGNED, row));
    }
    return to.address();
  }

  private long widened() {
    MemorySegment from = values();
    MemorySegment to = copies.allocate(2L * rows * Long.BYTES, 2 * Long.BYTES);
    for (int row = 0; row < rows; row++) {
      long value = from.getAtIndex(JAVA_LONG_UNALIGNED, row);
      to.setAtIndex(JAVA_LONG, 2L * row + (LITTLE_ENDIAN ? 0 : 1), value);
      to.setAtIndex(JAVA_LONG, 2L * row + (LITTLE_ENDIAN ? 1 : 0), value >> 63);
    }
    return to.address();
  }

  /// Writes the addresses of the ends and of the texts.
  ///
  /// @throws IllegalStateException if a text is not UTF-8, which engines do not check
  private void writeTexts(long target) {
    MemorySegment from = values();
    MemorySegment ends = copies.allocate((rows + 1L) * Long.BYTES, Long.BYTES);
    long end = 0;
    ends.set(JAVA_LONG, 0, end);
    for (int row = 0; row < rows; row++) {
      end += textBytes(from, (long) row * column.byteSize());
      ends.setAtIndex(JAVA_LONG, row + 1L, end);
    }
    MemorySegment texts = copies.allocate(Math.max(1, end), Long.BYTES);
    for (int row = 0; row < rows; row++) {
      long start = ends.getAtIndex(JAVA_LONG, row);
      long byteSize = ends.getAtIndex(JAVA_LONG, row + 1L) - start;
      MemorySegment.copy(from, (long) row * column.byteSize(), texts, start, byteSize);
    }
    requireUtf8(texts.asSlice(0, end), ends);
    Foreign.setLong(target, ends.address());
    Foreign.setLong(target + Long.BYTES, texts.address());
  }

  /// The copies are checked, as another thread may write the rows. If all bytes together are UTF-8,
  /// a text is UTF-8 unless it begins, or the next one does, inside of a character.
  private void requireUtf8(MemorySegment texts, MemorySegment ends) {
    if (Utf8.isAscii(texts)) {
      return;
    }
    boolean isUtf8 = Utf8.isValid(texts);
    for (int row = 0; row < rows && isUtf8; row++) {
      long start = ends.getAtIndex(JAVA_LONG, row);
      isUtf8 = start == texts.byteSize() || (texts.get(JAVA_BYTE, start) & 0xC0) != 0x80;
    }
    if (!isUtf8) {
      throw new IllegalStateException(column.name() + " has bytes that are not UTF-8");
    }
  }

  /// As [#writeTexts], of any length. Each is read once: another thread may write the row.
  private void writeLongTexts(long target) {
    Text[] values = new Text[rows];
    MemorySegment ends = copies.allocate((rows + 1L) * Long.BYTES, Long.BYTES);
    long end = 0;
    ends.set(JAVA_LONG, 0, end);
    for (int row = 0; row < rows; row++) {
      values[row] = memory.texts().get(row);
      end += values[row].byteSize();
      ends.setAtIndex(JAVA_LONG, row + 1L, end);
    }
    MemorySegment texts = copies.allocate(Math.max(1, end), Long.BYTES);
    for (int row = 0; row < rows; row++) {
      long start = ends.getAtIndex(JAVA_LONG, row);
      MemorySegment.copy(values[row].utf8(), 0, texts, start, values[row].byteSize());
    }
    Foreign.setLong(target, ends.address());
    Foreign.setLong(target + Long.BYTES, texts.address());
  }

  private int textBytes(MemorySegment from, long start) {
    int size = 0;
    while (size < column.byteSize() && from.get(JAVA_BYTE, start + size) != 0) {
      size++;
    }
    return size;
  }
}
