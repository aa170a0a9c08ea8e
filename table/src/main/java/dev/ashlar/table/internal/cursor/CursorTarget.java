// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.cursor;

import dev.ashlar.table.Text;
import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The target that a method of a cursor reads or writes.
public sealed interface CursorTarget {
  /// One field.
  sealed interface OfOne extends CursorTarget {
    Field field();

    @Override
    default String name() {
      return field().name();
    }

    @Override
    default Class<?> record() {
      return field().record();
    }

    @Override
    default List<Field> fields() {
      return List.of(field());
    }
  }

  /// A field as it is stored, or the constant of an enum.
  record OfField(Field field) implements OfOne {
    @Override
    public Type type() {
      return field.type();
    }
  }

  /// A text without a `String`, which is read only.
  record OfText(Field field) implements OfOne {
    @Override
    public Type type() {
      return Text.class;
    }
  }

  /// A component as the record has it.
  record OfComponent(Class<?> record, Component component) implements CursorTarget {
    @Override
    public String name() {
      return component.name();
    }

    @Override
    public Type type() {
      return component.genericType();
    }

    @Override
    public List<Field> fields() {
      return component.fields();
    }
  }

  /// With the names of the records that it is in, as in `leg.quantity`.
  String name();

  /// The type that a getter returns.
  Type type();

  /// The record whose tables have this target.
  Class<?> record();

  /// The fields that are read or written.
  List<Field> fields();

  /// Returns all there are. No two of them have the same name and type.
  static List<CursorTarget> of(Schema schema) {
    List<CursorTarget> targets = new ArrayList<>();
    for (Field used : schema.usedFields()) {
      Field field = used.stored();
      if (!field.isRun() && !isComponent(schema, field)) {
        targets.add(new OfField(field));
      }
    }
    for (Field field : schema.usedFields()) {
      if (schema.codec(field) instanceof Codec.OfText) {
        targets.add(new OfText(field));
      }
    }
    for (Component component : schema.allComponents()) {
      if (!component.isField()) {
        targets.add(new OfComponent(schema.type(), component));
      }
    }
    return targets;
  }

  /// Whether a field has the type of its component, which may be absent.
  private static boolean isComponent(Schema schema, Field field) {
    for (Component component : schema.allComponents()) {
      if (!component.isField()
          && component.name().equals(field.name())
          && component.type() == field.type()) {
        return true;
      }
    }
    return false;
  }

  /// The name in one word, as in `legQuantity`.
  default String accessor() {
    StringBuilder accessor = new StringBuilder();
    for (String part : name().split("\\.", -1)) {
      accessor.append(
          accessor.isEmpty()
              ? part
              : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
    }
    return accessor.toString();
  }

  /// The type without packages.
  default String simpleTypeName() {
    return type() instanceof Class<?> simple ? simple.getSimpleName() : type().getTypeName();
  }
}
