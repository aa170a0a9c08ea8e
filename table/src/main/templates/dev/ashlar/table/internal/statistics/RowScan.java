// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.statistics;

import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.statistics.FieldSlots.Source;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Computes the statistics of rows in the memory of a table.
///
/// Pieces of rows are copied to a `byte[]`, whose accessors no other kind of memory slows down. So
/// the loops are the same for all layouts.
public final class RowScan {
  /// The values of a column in a piece stay in the first-level cache.
  private static final int MOST_ROWS = 1 << 12;

  private static final int ROW_BYTES = 1 << 17;
  private static final int HIGH = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 0;
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle CHAR = view(char[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);
  private static final VarHandle FLOAT = view(float[].class);
  private static final VarHandle DOUBLE = view(double[].class);

  private final FieldSlots slots;
  private final boolean isColumns;
  private final int pieceRows;
  private final long bytesPerRow;

  /// Whether a piece has one field at a time: columns, and single rows that are long.
  private final boolean isApart;

  private final Blocks blocks;
  private final @Nullable TextArea texts;

  /// Where each field of row [#origin] is. Later rows of its chunk are behind it.
  private long[] offsets = {};

  private long origin;

  private final byte[] bytes;
  private final boolean[] present;
  private final long[] values;

  /// @param texts the texts of the table; null if it has none of any length
  public RowScan(Blocks blocks, FieldSlots slots, @Nullable TextArea texts) {
    this.blocks = blocks;
    this.texts = texts;
    this.slots = slots;
    this.isColumns = blocks.layout().layout() == Layout.COLUMNS;
    this.bytesPerRow = blocks.layout().bytesPerRow();
    this.isApart = isColumns || bytesPerRow > ROW_BYTES;
    this.pieceRows = isColumns ? MOST_ROWS : Math.clamp(ROW_BYTES / bytesPerRow, 1, MOST_ROWS);
    this.bytes = new byte[isApart ? pieceRows * 2 * Long.BYTES : ROW_BYTES];
    this.present = new boolean[pieceRows];
    this.values = new long[pieceRows];
  }

  /// Returns the statistics of rows.
  ///
  /// @param data all of the rows' memory
  public long[] scan(MemorySegment data, long from, long to) {
    long[] found = slots.none();
    long chunkEnd = from;
    for (long row = from; row < to; ) {
      if (row == chunkEnd) {
        chunkEnd = blocks.chunks().firstRow(blocks.chunks().of(row).chunk() + 1);
        origin = isApart ? row : 0;
        offsets = blocks.offsets(origin);
      }
      int count = (int) Math.min(pieceRows, Math.min(to, chunkEnd) - row);
      if (!isApart) {
        copy(data, row * bytesPerRow, count * (int) bytesPerRow);
      }
      for (Source source : slots.sources()) {
        scan(data, source, row, count, found);
      }
      row += count;
    }
    return found;
  }

  private void copy(MemorySegment data, long offset, int byteSize) {
    MemorySegment.copy(data, ValueLayout.JAVA_BYTE, offset, bytes, 0, byteSize);
  }

  private void scan(MemorySegment data, Source source, long row, int count, long[] found) {
    if (!source.presence().isEmpty()) {
      Arrays.fill(present, 0, count, true);
    }
    for (Field presence : source.presence()) {
      int at = load(data, presence, row, count);
      int step = step(presence);
      for (int i = 0; i < count; i++) {
        present[i] &= bytes[at + i * step] != 0;
      }
    }
    if (source.component().presence() != null) {
      long absent = 0;
      for (int i = 0; i < count; i++) {
        absent += present[i] ? 0 : 1;
      }
      found[slots.start(source.component().presence())] += absent;
    }
    switch (source.order()) {
      case INTEGER, FLOATING -> {
        Field field = source.field();
        loadValues(field, load(data, field, row, count), count);
        int kept = source.presence().isEmpty() ? count : keepPresent(count);
        addRange(kept, found, slots.start(field), slots.largest(field));
      }
      case WIDE -> {
        Field field = source.field();
        boolean optional = !source.presence().isEmpty();
        int at = load(data, field, row, count);
        addWide(optional, at, step(field), count, found, slots.start(field));
      }
      case TEXT -> addTexts(data, source, row, count, found);
      case NONE -> {}
    }
  }

  /// Makes the rows of a field be in [#bytes], and returns where they begin.
  private int load(MemorySegment data, Field field, long row, int count) {
    long offset = offsets[field.index()];
    if (!isApart) {
      return (int) offset;
    }
    long behind = (row - origin) * (isColumns ? field.byteSize() : bytesPerRow);
    copy(data, offset + behind, count * field.byteSize());
    return 0;
  }

  /// From a row of a field to the next one in [#bytes].
  private int step(Field field) {
    return isApart ? field.byteSize() : (int) bytesPerRow;
  }

  /// Puts integers that are ordered as the values are into [#values].
  private void loadValues(Field field, int at, int count) {
    int step = step(field);
    switch (field.primitive()) {
      case BOOLEAN -> {
        for (int i = 0; i < count; i++) {
          values[i] = bytes[at + i * step] == 0 ? 0 : 1;
        }
      }
      case BYTE -> {
        long mask = field.isEnum() ? 0xFF : -1;
        for (int i = 0; i < count; i++) {
          values[i] = bytes[at + i * step] & mask;
        }
      }
      //@ for  TYPE    value
      //@      SHORT   (short) SHORT.get(bytes, at + i * step)
      //@      CHAR    (char) CHAR.get(bytes, at + i * step)
      //@      INT     (int) INT.get(bytes, at + i * step)
      //@      LONG    (long) LONG.get(bytes, at + i * step)
      //@      FLOAT   FieldOrder.integer((float) FLOAT.get(bytes, at + i * step))
      //@      DOUBLE  FieldOrder.integer((double) DOUBLE.get(bytes, at + i * step))
      case $TYPE -> {
        for (int i = 0; i < count; i++) {
          values[i] = $value;
        }
      }
      //@ end
    }
  }

  /// Moves the values that are present to the front, and returns how many there are.
  private int keepPresent(int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      values[kept] = values[i];
      kept += present[i] ? 1 : 0;
    }
    return kept;
  }

  private void addRange(int count, long[] found, int smallest, int largest) {
    long min = found[smallest];
    long max = found[largest];
    for (int i = 0; i < count; i++) {
      min = Math.min(min, values[i]);
      max = Math.max(max, values[i]);
    }
    found[smallest] = min;
    found[largest] = max;
  }

  private void addWide(boolean optional, int at, int step, int count, long[] found, int smallest) {
    for (int i = 0; i < count; i++) {
      if (!optional || present[i]) {
        int value = at + i * step;
        long high = (long) LONG.get(bytes, value + HIGH * Long.BYTES);
        long low = (long) LONG.get(bytes, value + (1 - HIGH) * Long.BYTES);
        addWide(high, low, found, smallest);
      }
    }
  }

  private static void addWide(long high, long low, long[] found, int smallest) {
    if (FieldOrder.compareWide(high, low, found, smallest) < 0) {
      found[smallest] = high;
      found[smallest + 1] = low;
    }
    if (FieldOrder.compareWide(high, low, found, smallest + 2) > 0) {
      found[smallest + 2] = high;
      found[smallest + 3] = low;
    }
  }

  /// Texts are read where they are. Of a row that refers to no text, nothing is known.
  private void addTexts(MemorySegment data, Source source, long row, int count, long[] found) {
    Field field = source.field();
    boolean optional = !source.presence().isEmpty();
    boolean isFixed = field.primitive() == PrimitiveType.BYTE;
    int smallest = slots.start(field);
    long step = isColumns ? field.byteSize() : bytesPerRow;
    long at = offsets[field.index()] + (row - origin) * step;
    for (int i = 0; i < count; i++, at += step) {
      if (!optional || present[i]) {
        TextPrefix prefix =
            isFixed
                ? TextPrefix.ofFixed(data, at, field.byteSize())
                : TextPrefix.ofWords(data, at, Objects.requireNonNull(texts));
        if (prefix == null) {
          addText(TextPrefix.LEAST, found, smallest);
          addText(TextPrefix.GREATEST, found, smallest);
        } else {
          addText(prefix, found, smallest);
        }
      }
    }
  }

  private static void addText(TextPrefix prefix, long[] found, int smallest) {
    addWide(prefix.high(), prefix.low(), found, smallest);
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.nativeOrder());
  }
}
