// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes;

import java.util.Locale;

/// A primitive type, and expressions in the generated source that depend on it.
enum ValueType {
  BOOLEAN(1),
  BYTE(1),
  SHORT(2),
  CHAR(2),
  INT(4),
  LONG(8),
  FLOAT(4),
  DOUBLE(8);

  private final int bytes;

  ValueType(int bytes) {
    this.bytes = bytes;
  }

  int bytes() {
    return bytes;
  }

  boolean isIntegral() {
    return this != BOOLEAN && this != FLOAT && this != DOUBLE;
  }

  /// {@return the type's name in Java}
  String java() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// {@return the part of accessor names that stands for this type, such as `Long`}
  String suffix() {
    return name().charAt(0) + java().substring(1);
  }

  /// {@return the wrapper class that has `reverseBytes`}
  String wrapper() {
    return switch (this) {
      case CHAR -> "Character";
      case INT -> "Integer";
      default -> suffix();
    };
  }

  /// {@return an expression that converts a value to an integer without loss}
  String folded(String value) {
    return switch (this) {
      case BOOLEAN -> "(%s ? 1 : 0)".formatted(value);
      case FLOAT -> "Float.floatToRawIntBits(%s)".formatted(value);
      case DOUBLE -> "Double.doubleToRawLongBits(%s)".formatted(value);
      default -> value;
    };
  }

  /// {@return an expression that converts an integer to this type}
  String made(String integer) {
    return this == BOOLEAN
        ? "(%s & 8) != 0".formatted(integer)
        : "(%s) (%s)".formatted(java(), integer);
  }

  /// {@return an expression for a changed value: negated for `boolean`, otherwise plus one}
  String changed(String value) {
    return this == BOOLEAN ? "!" + value : "(%s) (%s + 1)".formatted(java(), value);
  }
}
