// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A component of a record, with its field in the message; for a oneof, with its fields.
///
/// @param owner the record
/// @param name the component's name
/// @param type the component's type
/// @param number the field's number; the smallest one of a oneof
/// @param value the type of the values; null for a oneof and for unknown fields
/// @param key the type of a map's keys; otherwise null
/// @param cases the cases of a oneof; otherwise empty
/// @param packed whether the values are packed behind one tag
/// @param protoName the name in a `.proto` file
public record Field(
    Class<?> owner,
    String name,
    Class<?> type,
    Shape shape,
    int number,
    @Nullable Value value,
    @Nullable Value key,
    List<Case> cases,
    boolean packed,
    String protoName) {
  /// The forms in which a component holds the values of its field.
  public enum Shape {
    /// Always present; the default is not written.
    PLAIN,
    /// Null if the field is absent.
    NULLABLE,
    /// An `Optional`, `OptionalInt`, `OptionalLong` or `OptionalDouble`.
    OPTIONAL,
    LIST,
    /// An array of a primitive type.
    ARRAY,
    MAP,
    /// A sealed interface.
    ONEOF,
    /// All fields without a component.
    UNKNOWN
  }

  /// A record that is one of the fields of a oneof.
  public record Case(Class<?> type, Field field) {}

  public Value requireValue() {
    if (value == null) {
      throw new IllegalStateException(name + " has no values of one type");
    }
    return value;
  }

  public Value requireKey() {
    if (key == null) {
      throw new IllegalStateException(name + " is no map");
    }
    return key;
  }

  public boolean isRepeated() {
    return shape == Shape.LIST || shape == Shape.ARRAY;
  }

  /// {@return the component with its record, for messages of exceptions}
  public String path() {
    return owner.getName() + "." + name;
  }
}
