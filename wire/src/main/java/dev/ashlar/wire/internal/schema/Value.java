// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.schema;

import dev.ashlar.wire.EnumNumbers;
import dev.ashlar.wire.FieldType;
import org.jspecify.annotations.Nullable;

/// The type of a field's value, in Java and in the encoding.
///
/// @param javaType the Java type; for a box, its primitive type
/// @param numbers the numbers of an enum; otherwise null
/// @param message the message of a record; otherwise null
/// @param open whether the value is a [ProtoEnum]
public record Value(
    FieldType type,
    Class<?> javaType,
    @Nullable EnumNumbers numbers,
    @Nullable MessageSchema message,
    boolean open) {
  public boolean isMessage() {
    return type == FieldType.MESSAGE;
  }

  public boolean isEnum() {
    return type == FieldType.ENUM;
  }

  public MessageSchema requireMessage() {
    if (message == null) {
      throw new IllegalStateException(javaType + " is no message");
    }
    return message;
  }

  public EnumNumbers requireNumbers() {
    if (numbers == null) {
      throw new IllegalStateException(javaType + " is no enum");
    }
    return numbers;
  }
}
