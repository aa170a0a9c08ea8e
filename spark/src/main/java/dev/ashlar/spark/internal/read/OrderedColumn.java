// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.Serializable;
import java.lang.foreign.MemorySegment;

/// A column of a file whose values are integers, or are stored as integers in the same order.
record OrderedColumn(String path, int byteSize, Form form) implements Serializable {
  /// The form of the values in the file.
  enum Form {
    SIGNED,
    /// Ordinals and `char`.
    UNSIGNED,
    FLOATING
  }

  long get(MemorySegment values, long row) {
    return switch (form) {
      case SIGNED ->
          switch (byteSize) {
            case Byte.BYTES -> values.get(JAVA_BYTE, row);
            case Short.BYTES -> values.get(JAVA_SHORT_UNALIGNED, row * Short.BYTES);
            case Integer.BYTES -> values.get(JAVA_INT_UNALIGNED, row * Integer.BYTES);
            default -> values.get(JAVA_LONG_UNALIGNED, row * Long.BYTES);
          };
      case UNSIGNED ->
          byteSize == Byte.BYTES
              ? Byte.toUnsignedInt(values.get(JAVA_BYTE, row))
              : values.get(JAVA_CHAR_UNALIGNED, row * Short.BYTES);
      case FLOATING ->
          integer(
              byteSize == Float.BYTES
                  ? values.get(JAVA_FLOAT_UNALIGNED, row * Float.BYTES)
                  : values.get(JAVA_DOUBLE_UNALIGNED, row * Double.BYTES));
    };
  }

  /// Returns the integer of a value as statistics have it.
  static long integer(Number value) {
    return value instanceof Double number ? integer((double) number) : value.longValue();
  }

  /// Returns the integer of a floating-point number. NaN is greater than all others, as in Spark.
  /// That of -0.0 is the one before that of 0.0: for Spark both are equal.
  static long integer(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }
}
