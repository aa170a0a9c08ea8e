package dev.ashlar.wire;

import org.jspecify.annotations.Nullable;

/// What one value of a field is: in Java and in the encoding.
///
/// @param javaType a primitive type rather than its box
/// @param numbers of an enum
/// @param message of a record
/// @param open of an enum: whether values are [ProtoEnum]
record Value(
    FieldType type,
    Class<?> javaType,
    @Nullable EnumTable numbers,
    @Nullable MessageSchema message,
    boolean open) {
  boolean isMessage() {
    return type == FieldType.MESSAGE;
  }

  boolean isEnum() {
    return type == FieldType.ENUM;
  }

  MessageSchema requireMessage() {
    if (message == null) {
      throw new IllegalStateException(javaType + " is no message");
    }
    return message;
  }

  EnumTable requireNumbers() {
    if (numbers == null) {
      throw new IllegalStateException(javaType + " is no enum");
    }
    return numbers;
  }
}
