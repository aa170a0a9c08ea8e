// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.internal.schema.Component.Content;
import dev.ashlar.table.internal.value.Codec;
import java.lang.classfile.TypeKind;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the components of a record and of its nested records, and numbers their fields.
final class ComponentReader {
  /// The most parameters of a constructor's method handle, beside the handle itself and the new
  /// object.
  private static final int MAX_SLOTS = 253;

  /// The code that writes a row has some 50 bytes for each, and a method has 65,535.
  static final int MAX_FIELDS = 1_000;

  private final Lookup lookup;
  private final Class<? extends Record> table;
  private final List<Field> fields = new ArrayList<>();

  /// The record that is read, in the records that it is in.
  private final Deque<Class<?>> open = new ArrayDeque<>();

  ComponentReader(Lookup lookup, Class<? extends Record> table) {
    this.lookup = lookup;
    this.table = table;
  }

  List<Field> fields() {
    return List.copyOf(fields);
  }

  /// @throws IllegalArgumentException if the record has a component that cannot be stored, is out
  ///   of the lookup's reach, or is not what its loader knows by that name
  List<Component> read() {
    return components(table, "");
  }

  private List<Component> components(Class<?> record, String prefix) {
    if (!record.isRecord() || record.isHidden()) {
      throw new IllegalArgumentException(record.getName() + " is not a record that has a name");
    }
    RecordComponent[] declared = record.getRecordComponents();
    requireNumber(record, declared);
    GeneratedClass.requireKnown(lookup, record);
    open.push(record);
    List<Component> components = new ArrayList<>();
    for (RecordComponent component : declared) {
      components.add(component(component, prefix + component.getName()));
    }
    open.pop();
    requireConstructor(record, declared);
    return List.copyOf(components);
  }

  private Component component(RecordComponent declared, String name) {
    Class<?> type = valueType(declared);
    requireAccessible(declared, declared.getType());
    requireAccessible(declared, type);
    boolean orNull = declared.isAnnotationPresent(OrNull.class);
    boolean optional = declared.getType() == Optional.class;
    if (orNull && (optional || type.isPrimitive())) {
      throw refused(
          declared,
          optional
              ? "is empty where there is no value: leave @OrNull out"
              : "is never null: declare its boxed type, or leave @OrNull out");
    }
    Field presence = orNull || optional ? add(boolean.class, name + ".isPresent") : null;
    return new Component(declared, name, type, presence, content(declared, type, name, presence));
  }

  /// Returns the type of values of a component.
  private static Class<?> valueType(RecordComponent declared) {
    if (declared.getType() != Optional.class) {
      return declared.getType();
    }
    if (declared.getGenericType() instanceof ParameterizedType of
        && of.getActualTypeArguments()[0] instanceof Class<?> type) {
      return type;
    }
    throw refused(declared, "does not say what it is of: declare it as in Optional<LocalDate>");
  }

  private Content content(
      RecordComponent declared, Class<?> type, String name, @Nullable Field presence) {
    // What stores any type is not initialized for records that need none of it.
    Codec codec =
        type.isPrimitive() && declared.getAnnotations().length == 0
            ? null
            : Codecs.of(declared, type, table.getName() + "." + name, fields.size());
    if (codec != null) {
      return new Content.Converted(
          add(Field.ofCodec(table, fields.size(), name, type, codec)), codec);
    }
    if (type.isRecord()) {
      if (open.contains(type)) {
        throw refused(declared, "would be inside of itself: a row has a fixed size");
      }
      return new Content.Nested(components(type, name + "."));
    }
    if (type.isEnum()) {
      return new Content.Plain(addEnum(declared, type, name));
    }
    Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
    if (!primitive.isPrimitive() || primitive == void.class) {
      throw refused(declared, reason(type));
    }
    if (!type.isPrimitive() && presence == null) {
      throw refused(
          declared,
          "may be null: declare it %s, or annotate it with @OrNull".formatted(primitive.getName()));
    }
    return new Content.Plain(add(primitive, name));
  }

  private static String reason(Class<?> type) {
    if (type.isArray()) {
      return "is an array, whose length the type does not tell: only byte[] is stored, with @FixedBytes";
    }
    if (CharSequence.class.isAssignableFrom(type)) {
      return "is text of a type that is not stored: declare a String";
    }
    return "is a reference of a type that is not stored: see "
        + "dev.ashlar.table.TableType for those that are";
  }

  private Field addEnum(RecordComponent declared, Class<?> type, String name) {
    Object[] constants = type.getEnumConstants();
    if (constants == null || constants.length == 0) {
      throw refused(declared, "is an enum without constants, and has no value to store");
    }
    GeneratedClass.requireKnown(lookup, type);
    return add(Field.ofEnum(table, fields.size(), name, type, List.of(constants)));
  }

  private Field add(Class<?> primitive, String name) {
    return add(Field.ofPrimitive(table, fields.size(), name, primitive));
  }

  private Field add(Field field) {
    if (fields.size() == MAX_FIELDS) {
      throw new IllegalArgumentException(
          ("%s has more than %d fields, with those of the records inside: %s is one too many. Keep"
                  + " some of them in a second table with the same row numbers")
              .formatted(table.getName(), MAX_FIELDS, field.name()));
    }
    for (Field other : fields) {
      if (other.name().equals(field.name())) {
        throw new IllegalArgumentException(
            "%s has two fields %s: rename a component".formatted(table.getName(), field.name()));
      }
    }
    fields.add(field);
    return field;
  }

  private static void requireNumber(Class<?> record, RecordComponent[] components) {
    if (components.length == 0) {
      throw new IllegalArgumentException(record.getName() + " has no components to store");
    }
    int slots = 0;
    for (RecordComponent component : components) {
      slots += TypeKind.from(component.getType()).slotSize();
    }
    if (slots > MAX_SLOTS) {
      throw new IllegalArgumentException(
          ("%s has %d components that take %d slots, a long or double two of them: tables have at"
                  + " most %d. Put components that belong together into a record inside")
              .formatted(record.getName(), components.length, slots, MAX_SLOTS));
    }
  }

  private void requireAccessible(RecordComponent component, Class<?> type) {
    try {
      lookup.accessClass(type);
    } catch (IllegalAccessException hidden) {
      throw refused(component, "is not accessible to " + lookup.lookupClass().getName());
    }
  }

  private void requireConstructor(Class<?> record, RecordComponent[] components) {
    List<Class<?>> types = new ArrayList<>();
    for (RecordComponent component : components) {
      types.add(component.getType());
    }
    try {
      lookup.findConstructor(record, MethodType.methodType(void.class, types));
    } catch (NoSuchMethodException | IllegalAccessException outOfReach) {
      throw new IllegalArgumentException(
          "%s cannot be made by %s: its constructor is not accessible"
              .formatted(record.getName(), lookup.lookupClass().getName()),
          outOfReach);
    }
  }

  /// Returns the exception to throw for a component that cannot be stored.
  static IllegalArgumentException refused(RecordComponent component, String reason) {
    return new IllegalArgumentException(
        "%s.%s cannot be stored: %s %s"
            .formatted(
                component.getDeclaringRecord().getName(),
                component.getName(),
                component.getType().getTypeName(),
                reason));
  }
}
