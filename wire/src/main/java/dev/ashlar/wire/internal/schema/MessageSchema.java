// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A record with the fields of its message.
public final class MessageSchema {
  private final Class<?> type;

  /// Its place among the messages of a type.
  private final int index;

  /// In the order of the components.
  private List<Field> fields = List.of();

  MessageSchema(Class<?> type, int index) {
    this.type = type;
    this.index = index;
  }

  void define(List<Field> fields) {
    this.fields = List.copyOf(fields);
  }

  public Class<?> type() {
    return type;
  }

  public int index() {
    return index;
  }

  public List<Field> fields() {
    return fields;
  }

  /// {@return the fields with a number, in the order of numbers; a oneof has one for each case}
  public List<Field> numbered() {
    List<Field> numbered = new ArrayList<>();
    for (Field field : fields) {
      switch (field.shape()) {
        case UNKNOWN -> {}
        case ONEOF -> field.cases().forEach(each -> numbered.add(each.field()));
        default -> numbered.add(field);
      }
    }
    numbered.sort((a, b) -> Integer.compare(a.number(), b.number()));
    return numbered;
  }

  public @Nullable Field unknown() {
    for (Field field : fields) {
      if (field.shape() == Field.Shape.UNKNOWN) {
        return field;
      }
    }
    return null;
  }
}
