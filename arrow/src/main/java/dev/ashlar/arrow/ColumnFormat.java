// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/// How a component of a record is exported.
///
/// @param format of the type in a [schema][CSchema]; of an enum, that of its ordinals
/// @param byteSize of a value in a column of a table
/// @param constants of an enum, which are its dictionary
record ColumnFormat(
    String name, Class<?> type, String format, int byteSize, List<String> constants) {
  private static final int BYTE_ORDINALS = 1 << Byte.SIZE;

  static List<ColumnFormat> of(Class<?> record) {
    return Arrays.stream(record.getRecordComponents()).map(ColumnFormat::of).toList();
  }

  private static ColumnFormat of(RecordComponent component) {
    String name = component.getName();
    Class<?> type = component.getType();
    if (type.isEnum()) {
      List<String> constants =
          Arrays.stream(type.getEnumConstants()).map(c -> ((Enum<?>) c).name()).toList();
      boolean small = constants.size() <= BYTE_ORDINALS;
      return new ColumnFormat(
          name, type, small ? "C" : "S", small ? Byte.BYTES : Character.BYTES, constants);
    }
    String format = primitive(type);
    return new ColumnFormat(name, type, format, byteSize(format), List.of());
  }

  /// Returns the format of values as a table's column has them.
  private static String primitive(Class<?> type) {
    return switch (type.getName()) {
      case "boolean" -> "b";
      case "byte" -> "c";
      case "short" -> "s";
      case "char" -> "S";
      case "int" -> "i";
      case "long" -> "l";
      case "float" -> "f";
      case "double" -> "g";
      default -> throw new IllegalArgumentException(type + " has no type in Arrow");
    };
  }

  private static int byteSize(String format) {
    return switch (format) {
      case "b", "c" -> Byte.BYTES;
      case "s", "S" -> Short.BYTES;
      case "i", "f" -> Integer.BYTES;
      default -> Long.BYTES;
    };
  }

  boolean isBoolean() {
    return type == boolean.class;
  }

  /// The number of the column's type in `duckdb_type`.
  int duckDbType() {
    if (hasDictionary()) {
      return 17;
    }
    return switch (format) {
      case "b" -> 1;
      case "c" -> 2;
      case "s" -> 3;
      case "i" -> 4;
      case "l" -> 5;
      case "S" -> 7;
      case "f" -> 10;
      default -> 11;
    };
  }

  boolean hasDictionary() {
    return type.isEnum();
  }
}
