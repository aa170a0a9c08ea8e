// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import dev.ashlar.table.annotation.ColumnName;
import dev.ashlar.table.annotation.Was;
import dev.ashlar.table.internal.value.Codec;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A component of a record or of a nested record, and the fields in which it is stored.
///
/// @param declaration the component in its record
/// @param name the name with its path, as in `leg.quantity`
/// @param valueType the component's type; for an `Optional`, the type of its value
/// @param presence the field that says whether there is a value; null if there always is one
public record Component(
    RecordComponent declaration,
    String name,
    Class<?> valueType,
    @Nullable Field presence,
    Content content) {

  /// The stored form of a value.
  public sealed interface Content {
    /// A primitive, or its boxed type, or an enum.
    record Plain(Field field) implements Content {
      @Override
      public void addTo(List<Field> fields) {
        fields.add(field);
      }
    }

    /// A value that has to be converted.
    record Converted(Field field, Codec codec) implements Content {
      @Override
      public void addTo(List<Field> fields) {
        fields.add(field);
      }
    }

    /// A record.
    record Nested(List<Component> components) implements Content {
      @Override
      public void addTo(List<Field> fields) {
        for (Component component : components) {
          component.addTo(fields);
        }
      }
    }

    /// No value, as the component is not in the file and may be absent.
    record Absent() implements Content {}

    /// The primitive 0 or the first constant of an enum, as the component is not in the file.
    record Zero() implements Content {}

    /// The value that a codec makes from zeros, since the component is not in the file.
    record ZeroOf(Codec codec) implements Content {}

    /// Adds the fields to others.
    default void addTo(List<Field> fields) {}
  }

  public Class<?> type() {
    return declaration.getType();
  }

  public Type genericType() {
    return declaration.getGenericType();
  }

  /// The primitive of a boxed type; any other type is itself.
  public Class<?> primitiveType() {
    return MethodType.methodType(valueType).unwrap().returnType();
  }

  /// The name of an enum's first constant, which a new row has.
  public String firstConstant() {
    return ((Enum<?>) valueType.getEnumConstants()[0]).name();
  }

  /// Its names in its record: the present one, and those that it had.
  List<String> names() {
    Was was = declaration.getAnnotation(Was.class);
    Stream<String> former = was == null ? Stream.empty() : Stream.of(was.value());
    return Stream.concat(Stream.of(declaration.getName()), former).toList();
  }

  /// Adds the names of columns, by component.
  void addColumnNames(Map<String, String> names) {
    if (content instanceof Content.Nested(List<Component> components)) {
      components.forEach(component -> component.addColumnNames(names));
      return;
    }
    ColumnName column = declaration.getAnnotation(ColumnName.class);
    if (column != null && column.value().indexOf(0) >= 0) {
      throw new IllegalArgumentException(
          "The column name of %s has a character 0: leave it out".formatted(name));
    }
    if (column != null) {
      names.put(name, column.value());
    }
  }

  public boolean isOptional() {
    return type() == Optional.class;
  }

  /// Whether values are stored as they are.
  public boolean isField() {
    return presence == null
        && content instanceof Content.Plain(Field field)
        && field.type() == type();
  }

  /// All fields, in order.
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    addTo(fields);
    return fields;
  }

  private void addTo(List<Field> fields) {
    if (presence != null) {
      fields.add(presence);
    }
    content.addTo(fields);
  }

  /// Adds some components, and those of records inside, to others.
  static void addAll(List<Component> some, List<Component> all) {
    for (Component component : some) {
      all.add(component);
      if (component.content instanceof Content.Nested(List<Component> nested)) {
        addAll(nested, all);
      }
    }
  }

  /// The lines of a schema's text, as in `price long`, `side enum BUY,SELL` or `day optional date`.
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    String prefix = name + (presence == null ? " " : " optional ");
    switch (content) {
      case Content.Plain(Field field) -> lines.add(prefix + text(field));
      case Content.Converted(Field field, Codec codec) -> lines.add(prefix + codec.text());
      case Content.Nested(List<Component> components) -> {
        if (presence != null) {
          lines.add(prefix + "record");
        }
        components.forEach(component -> lines.addAll(component.lines()));
      }
      case Content.Absent _, Content.Zero _, Content.ZeroOf _ -> {}
    }
    return lines;
  }

  private static String text(Field field) {
    return field.isEnum()
        ? field.constants().stream()
            .map(constant -> ((Enum<?>) constant).name())
            .collect(Collectors.joining(",", "enum ", ""))
        : field.type().getName();
  }
}
