// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.table.RecordSchema.Field;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The accessors that lead from a record, through nested records, to the value of a field.
final class FieldPath {
  private static final String OPTIONAL_RECORD = "optional record";

  private final List<Method> accessors = new ArrayList<>();
  private final boolean isRecord;

  /// @param record a record class made from a schema with the field
  FieldPath(Class<?> record, Field field) {
    this.isRecord = field.type().equals(OPTIONAL_RECORD);
    Class<?> type = record;
    try {
      for (String name : field.name().split("\\.", -1)) {
        Method accessor = type.getMethod(name);
        accessors.add(accessor);
        type = accessor.getReturnType();
      }
    } catch (NoSuchMethodException impossible) {
      throw new LinkageError("A generated record has no " + field.name(), impossible);
    }
  }

  /// Returns the field's value; null if the value or a record around it is absent. For an optional
  /// record, returns whether it is present.
  @Nullable Object value(Record row) {
    Object value = row;
    try {
      for (Method accessor : accessors) {
        value = value == null ? null : accessor.invoke(value);
      }
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("An accessor of a generated record failed", impossible);
    }
    return isRecord ? (Object) (value != null) : value;
  }

  /// Returns a value as text for printing; null for null.
  static @Nullable String text(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      case BigDecimal decimal -> decimal.toPlainString();
      default -> value.toString();
    };
  }
}
