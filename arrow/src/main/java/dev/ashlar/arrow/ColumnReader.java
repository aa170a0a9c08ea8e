// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

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
    boolean fits =
        switch (component.type().getName()) {
          case "boolean" -> format.equals("b");
          case "float" -> format.equals("f");
          case "double" -> format.equals("f") || format.equals("g");
          default ->
              component.hasDictionary()
                  ? TextValues.isText(schema)
                  : CSchema.dictionary(schema) == 0 && IntegerValues.isInteger(format);
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "%s is %s, and the column has Arrow's format %s%s: cast it in the query"
              .formatted(
                  component.name(),
                  component.type().getName(),
                  format,
                  CSchema.dictionary(schema) == 0 ? "" : " with a dictionary"));
    }
  }

  /// Copies values.
  ///
  /// @param first of the batch's values to copy
  /// @param target the component's column
  /// @param firstRow the number of the first in the stream
  /// @throws IllegalArgumentException if a value is null or does not fit
  void read(long array, long first, int rows, MemorySegment target, long firstRow) {
    long start = CArray.offset(array) + first;
    new Validity(array).requireValid(start, rows, component.name(), firstRow);
    if (rows == 0) {
      return;
    }
    if (component.hasDictionary()) {
      readConstants(new TextValues(schema, array, start + rows), start, rows, target, firstRow);
    } else if (component.isBoolean()) {
      readBits(CArray.buffer(array, 1), start, rows, target);
    } else if (format.equals(component.format())) {
      int width = component.byteSize();
      long byteSize = (long) rows * width;
      MemorySegment values = Foreign.segment(CArray.buffer(array, 1) + start * width, byteSize);
      MemorySegment.copy(values, 0, target, 0, byteSize);
    } else if (component.type() == double.class) {
      MemorySegment values = Foreign.segment(CArray.buffer(array, 1), (start + rows) * Float.BYTES);
      for (int i = 0; i < rows; i++) {
        target.setAtIndex(
            JAVA_DOUBLE_UNALIGNED, i, values.getAtIndex(JAVA_FLOAT_UNALIGNED, start + i));
      }
    } else {
      readIntegers(new IntegerValues(format, array, start + rows), start, rows, target, firstRow);
    }
  }

  private static void readBits(long bits, long start, int rows, MemorySegment target) {
    MemorySegment values = Foreign.segment(bits, (start + rows + 7) / 8);
    for (int i = 0; i < rows; i++) {
      long at = start + i;
      target.set(JAVA_BYTE, i, (byte) (values.get(JAVA_BYTE, at >> 3) >> (at & 7) & 1));
    }
  }

  private void readConstants(
      TextValues texts, long start, int rows, MemorySegment target, long firstRow) {
    for (int i = 0; i < rows; i++) {
      String text = texts.get(start + i);
      int ordinal = component.constants().indexOf(text);
      if (ordinal < 0) {
        throw new IllegalArgumentException(
            "row %d: %s is %s, which is no constant of %s: %s"
                .formatted(
                    firstRow + i,
                    component.name(),
                    text,
                    component.type().getName(),
                    component.constants()));
      }
      set(target, i, ordinal);
    }
  }

  private void readIntegers(
      IntegerValues values, long start, int rows, MemorySegment target, long firstRow) {
    for (int i = 0; i < rows; i++) {
      try {
        set(target, i, values.get(start + i));
      } catch (ArithmeticException outside) {
        throw new IllegalArgumentException(
            "row %d: %s is %s, which is not in the range of %s"
                .formatted(
                    firstRow + i,
                    component.name(),
                    values.text(start + i),
                    component.type().getName()),
            outside);
      }
    }
  }

  /// @throws ArithmeticException if the value does not fit
  private void set(MemorySegment target, int row, long value) {
    if (value != narrow(value)) {
      throw new ArithmeticException("out of range");
    }
    switch (component.byteSize()) {
      case Byte.BYTES -> target.set(JAVA_BYTE, row, (byte) value);
      case Short.BYTES -> target.setAtIndex(JAVA_SHORT_UNALIGNED, row, (short) value);
      case Integer.BYTES -> target.setAtIndex(JAVA_INT_UNALIGNED, row, (int) value);
      default -> target.setAtIndex(JAVA_LONG_UNALIGNED, row, value);
    }
  }

  private long narrow(long value) {
    return switch (component.format()) {
      case "c" -> (byte) value;
      case "C" -> value & 0xFF;
      case "s" -> (short) value;
      case "S" -> (char) value;
      case "i" -> (int) value;
      default -> value;
    };
  }
}
