// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.table.RecordSchema.Field;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;

/// The range of a field of a primitive or an enum. Floating-point numbers are ordered as by
/// [Double#compare], constants by their ordinal.
final class FieldStatistics implements FieldRange {
  private static final Set<String> PRIMITIVES =
      Set.of("boolean", "byte", "short", "char", "int", "long", "float", "double");
  private static final int BYTE_ORDINALS = 1 << Byte.SIZE;

  private final Field field;
  private final List<String> constants;
  private long rows;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  FieldStatistics(Field field) {
    this.field = field;
    this.constants = field.constants();
  }

  /// Whether a column has the values, and nothing else.
  static boolean isPossible(Field field) {
    return !field.name().contains(".")
        && (PRIMITIVES.contains(field.type()) || field.type().startsWith("enum "));
  }

  @Override
  public Field field() {
    return field;
  }

  @Override
  public long rows() {
    return rows;
  }

  /// Adds values as a column has them.
  void add(MemorySegment values, int count) {
    for (int i = 0; i < count; i++) {
      long value = value(values, i);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    rows += count;
  }

  /// Returns a value as a number that is ordered as the values are.
  private long value(MemorySegment values, int i) {
    return switch (field.type()) {
      case "boolean" -> values.get(ValueLayout.JAVA_BYTE, i) == 0 ? 0 : 1;
      case "byte" -> values.get(ValueLayout.JAVA_BYTE, i);
      case "short" -> values.getAtIndex(ValueLayout.JAVA_SHORT, i);
      case "char" -> values.getAtIndex(ValueLayout.JAVA_CHAR, i);
      case "int" -> values.getAtIndex(ValueLayout.JAVA_INT, i);
      case "long" -> values.getAtIndex(ValueLayout.JAVA_LONG, i);
      case "float" -> ordered(values.getAtIndex(ValueLayout.JAVA_FLOAT, i));
      case "double" -> ordered(values.getAtIndex(ValueLayout.JAVA_DOUBLE, i));
      default ->
          constants.size() <= BYTE_ORDINALS
              ? values.get(ValueLayout.JAVA_BYTE, i) & 0xFF
              : values.getAtIndex(ValueLayout.JAVA_CHAR, i);
    };
  }

  /// The bits of a negative number are in the opposite order.
  private static long ordered(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }

  @Override
  public String min() {
    return rows == 0 ? "-" : text(min);
  }

  @Override
  public String max() {
    return rows == 0 ? "-" : text(max);
  }

  private String text(long value) {
    return switch (field.type()) {
      case "boolean" -> value == 0 ? "false" : "true";
      case "char" -> String.valueOf((char) value);
      case "float" -> String.valueOf((float) number(value));
      case "double" -> String.valueOf(number(value));
      default -> {
        if (constants.isEmpty()) {
          yield String.valueOf(value);
        }
        yield value < constants.size()
            ? constants.get((int) value)
            : "ordinal " + value + ", which is no constant";
      }
    };
  }

  private static double number(long ordered) {
    return Double.longBitsToDouble(ordered < 0 ? ordered ^ Long.MAX_VALUE : ordered);
  }
}
