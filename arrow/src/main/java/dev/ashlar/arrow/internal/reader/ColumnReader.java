// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.reader;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.table.Table;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;

/// Copies a column of a batch into the column of a component.
final class ColumnReader {
  private final ColumnFormat component;
  private final String format;
  private final long schema;

  /// @throws IllegalArgumentException if values of that type are nothing for the component
  ColumnReader(long schema, ColumnFormat component) {
    this.component = component;
    this.schema = schema;
    this.format = CSchema.format(schema);
    if (!isSame() && !ValueCopy.isPossible(schema, component)) {
      throw new IllegalArgumentException(
          "%s is %s, and the column has Arrow's format %s%s: cast it in the query"
              .formatted(
                  component.name(),
                  component.type(),
                  format,
                  CSchema.dictionary(schema) == 0 ? "" : " with a dictionary"));
    }
  }

  /// Returns whether each value of the column is one of the component, in the same form.
  private boolean isSame() {
    return CSchema.dictionary(schema) == 0
        && switch (component.kind()) {
          case "boolean", "enum", "time", "decimal", "utf8", "text", "dictionary" -> false;
          default -> format.equals(component.format());
        };
  }

  /// Copies as many values as the table has rows.
  ///
  /// @param first of the batch's values to copy
  /// @param target has zeros in this column, and has the columns before this one
  /// @param firstRow the number of the first in the stream
  /// @throws IllegalArgumentException if a value does not fit, or is null where it must be there
  void read(long array, long first, Table<?> target, long firstRow) {
    int rows = (int) target.size();
    long start = CArray.offset(array) + first;
    BitSet absent = absent(array, start, target, firstRow);
    if (rows == 0) {
      return;
    }
    if (isSame()) {
      MemorySegment values = target.column(component.name()).asSegment();
      int width = component.byteSize();
      long byteSize = (long) rows * width;
      MemorySegment from = Foreign.segment(CArray.buffer(array, 1) + start * width, byteSize);
      MemorySegment.copy(from, 0, values, 0, byteSize);
      absent.stream().forEach(row -> values.asSlice((long) row * width, width).fill((byte) 0));
    } else {
      convert(array, start, target, absent, firstRow);
    }
  }

  private void convert(long array, long start, Table<?> target, BitSet absent, long firstRow) {
    int rows = (int) target.size();
    ValueCopy copy = ValueCopy.of(component, schema, array, start + rows, target);
    for (int row = absent.nextClearBit(0); row < rows; row = absent.nextClearBit(row + 1)) {
      try {
        copy.copy(start + row, row);
      } catch (UnfitValueException unfit) {
        throw refused(firstRow + row, "is " + unfit.getMessage(), unfit);
      } catch (IllegalArgumentException | ArithmeticException malformed) {
        throw refused(firstRow + row, "cannot be read: " + malformed.getMessage(), malformed);
      }
    }
  }

  private IllegalArgumentException refused(long row, String reason, Throwable cause) {
    return new IllegalArgumentException(
        "row %d: %s %s".formatted(row, component.name(), reason), cause);
  }

  /// Returns the rows without a value, and writes which have one.
  private BitSet absent(long array, long start, Table<?> target, long firstRow) {
    Validity validity = new Validity(array);
    BitSet absent = new BitSet();
    List<String> presence = component.presence();
    int around = presence.size() - (component.isOptional() ? 1 : 0);
    for (String name : presence.subList(0, around)) {
      MemorySegment booleans = target.column(name).asSegment();
      for (int row = 0; row < target.size(); row++) {
        absent.set(row, absent.get(row) || booleans.get(JAVA_BYTE, row) == 0);
      }
    }
    for (int row = 0; row < target.size() && !validity.isComplete(); row++) {
      if (!absent.get(row) && !validity.isValid(start + row)) {
        requireOptional(firstRow + row);
        absent.set(row);
      }
    }
    if (component.isOptional()) {
      MemorySegment present = target.column(presence.getLast()).asSegment();
      for (int row = 0; row < target.size(); row++) {
        present.set(JAVA_BYTE, row, (byte) (absent.get(row) ? 0 : 1));
      }
    }
    return absent;
  }

  private void requireOptional(long row) {
    if (!component.isOptional()) {
      throw new IllegalArgumentException(
          "row %d: %s is null, and the record always has a value there: annotate it with @OrNull, or use coalesce in the query"
              .formatted(row, component.name()));
    }
  }
}
