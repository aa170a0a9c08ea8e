// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.schema;

import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.internal.GeneratedClass;
import dev.ashlar.wire.EnumNumbers;
import dev.ashlar.wire.FieldType;
import dev.ashlar.wire.ProtoEnum;
import dev.ashlar.wire.ProtoField;
import dev.ashlar.wire.ProtoOptional;
import dev.ashlar.wire.internal.encoding.Wire;
import java.lang.classfile.TypeKind;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Builds the message schemas of a record and of all records in it. It refuses records that cannot
/// be messages.
public final class SchemaBuilder {
  /// The most parameters of a constructor, besides the new object.
  private static final int MAX_SLOTS = 254;

  private static final Map<Class<?>, Class<?>> UNBOXED =
      Map.of(
          Integer.class, int.class,
          Long.class, long.class,
          Float.class, float.class,
          Double.class, double.class,
          Boolean.class, boolean.class);

  private static final Map<Class<?>, Class<?>> OPTIONALS =
      Map.of(
          OptionalInt.class, int.class,
          OptionalLong.class, long.class,
          OptionalDouble.class, double.class);

  private static final Set<FieldType> OF_INT =
      EnumSet.of(
          FieldType.INT32,
          FieldType.UINT32,
          FieldType.SINT32,
          FieldType.FIXED32,
          FieldType.SFIXED32);

  private static final Set<FieldType> OF_LONG =
      EnumSet.of(
          FieldType.INT64,
          FieldType.UINT64,
          FieldType.SINT64,
          FieldType.FIXED64,
          FieldType.SFIXED64);

  private final Lookup lookup;
  private final Class<?> unknownFields;
  private final Map<Class<?>, MessageSchema> messages = new LinkedHashMap<>();
  private final Queue<MessageSchema> undefined = new ArrayDeque<>();

  private SchemaBuilder(Lookup lookup, Class<?> unknownFields) {
    this.lookup = lookup;
    this.unknownFields = unknownFields;
  }

  /// {@return the messages of `root` and of all records in it, `root` first}
  ///
  /// @param unknownFields the type of a component that keeps unknown fields
  /// @throws IllegalArgumentException if a component cannot be a field; the message names it and
  ///   the remedy
  public static List<MessageSchema> messages(Lookup lookup, Class<?> root, Class<?> unknownFields) {
    if (!root.isRecord() || root.isHidden()) {
      throw new IllegalArgumentException(root.getName() + " is not a record that has a name");
    }
    SchemaBuilder builder = new SchemaBuilder(lookup, unknownFields);
    builder.message(root);
    for (MessageSchema next = builder.undefined.poll();
        next != null;
        next = builder.undefined.poll()) {
      next.define(builder.fields(next.type()));
    }
    return List.copyOf(builder.messages.values());
  }

  private MessageSchema message(Class<?> type) {
    MessageSchema known = messages.get(type);
    if (known != null) {
      return known;
    }
    GeneratedClass.requireKnown(lookup, type);
    MessageSchema made = new MessageSchema(type, messages.size());
    messages.put(type, made);
    undefined.add(made);
    return made;
  }

  private List<Field> fields(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    requireConstructor(type, components);
    List<Field> fields = new ArrayList<>();
    for (RecordComponent component : components) {
      fields.add(field(component));
    }
    requireDistinct(type, fields);
    return fields;
  }

  private void requireConstructor(Class<?> type, RecordComponent[] components) {
    List<Class<?>> types = new ArrayList<>();
    int slots = 0;
    for (RecordComponent component : components) {
      types.add(component.getType());
      slots += TypeKind.from(component.getType()).slotSize();
    }
    if (slots > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "%s has components that take %d slots: a message has at most %d; nest some in a record"
              .formatted(type.getName(), slots, MAX_SLOTS));
    }
    try {
      lookup.accessClass(type);
      lookup.findConstructor(type, MethodType.methodType(void.class, types));
    } catch (NoSuchMethodException | IllegalAccessException outOfReach) {
      throw new IllegalArgumentException(
          "%s cannot be made by %s: give the MethodHandles.lookup() of a class that can call its constructor"
              .formatted(type.getName(), lookup.lookupClass().getName()),
          outOfReach);
    }
  }

  private static void requireDistinct(Class<?> type, List<Field> fields) {
    Map<Integer, Field> byNumber = new HashMap<>();
    int unknown = 0;
    MessageSchema schema = new MessageSchema(type, 0);
    schema.define(fields);
    for (Field field : schema.numbered()) {
      Field other = byNumber.put(field.number(), field);
      if (other != null) {
        throw new IllegalArgumentException(
            "%s and %s both have the number %d: give one another number"
                .formatted(other.path(), field.path(), field.number()));
      }
    }
    requireDistinctNames(schema.numbered());
    for (Field field : fields) {
      unknown += field.shape() == Field.Shape.UNKNOWN ? 1 : 0;
    }
    if (unknown > 1) {
      throw new IllegalArgumentException(
          type.getName() + " has " + unknown + " components for unknown fields: leave one");
    }
  }

  /// Fields of a message share one scope, those of its oneofs included, and so do their names in
  /// JSON.
  private static void requireDistinctNames(List<Field> fields) {
    Map<String, Field> byName = new HashMap<>();
    for (Field field : fields) {
      Field other = byName.put(jsonName(field.protoName()), field);
      if (other != null) {
        String first = other.protoName();
        String second = field.protoName();
        throw new IllegalArgumentException(
            "%s and %s would be %s and %s in a .proto file, which are one name in JSON: give one another name, as in @ProtoField(name = \"%s_%d\")"
                .formatted(other.path(), field.path(), first, second, second, field.number()));
      }
    }
  }

  /// {@return the name that protobuf derives for JSON: without underscores, upper case behind each}
  private static String jsonName(String name) {
    StringBuilder json = new StringBuilder();
    boolean upper = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c != '_') {
        json.append(upper ? Character.toUpperCase(c) : c);
      }
      upper = c == '_';
    }
    return json.toString();
  }

  private Field field(RecordComponent component) {
    ProtoField annotation = component.getAnnotation(ProtoField.class);
    Class<?> type = component.getType();
    try {
      lookup.accessClass(type);
    } catch (IllegalAccessException hidden) {
      throw refused(component, "is not accessible to " + lookup.lookupClass().getName());
    }
    if (annotation == null) {
      return unnumbered(component, type);
    }
    String fault = Wire.fieldFault(annotation.value());
    if (fault != null) {
      throw refused(component, "cannot have that number: " + fault);
    }
    boolean nullable = component.isAnnotationPresent(ProtoOptional.class);
    Type generic = component.getGenericType();
    if (type == List.class) {
      Value value = value(component, argument(component, generic, 0), annotation.type());
      return make(component, annotation, nullable, Field.Shape.LIST, value, null);
    }
    if (type == Map.class) {
      Value key = value(component, argument(component, generic, 0), annotation.keyType());
      requireKey(component, key);
      Value value = value(component, argument(component, generic, 1), annotation.type());
      if (value.isEnum() && !value.open()) {
        throw refused(
            component,
            "cannot keep unknown numbers as values of a map: use ProtoEnum<"
                + value.javaType().getSimpleName()
                + ">");
      }
      return make(component, annotation, nullable, Field.Shape.MAP, value, key);
    }
    if (type == Optional.class) {
      Value value = value(component, argument(component, generic, 0), annotation.type());
      return make(component, annotation, nullable, Field.Shape.OPTIONAL, value, null);
    }
    Class<?> optional = OPTIONALS.get(type);
    if (optional != null) {
      Value value = value(component, optional, annotation.type());
      return make(component, annotation, nullable, Field.Shape.OPTIONAL, value, null);
    }
    if (type.isArray() && type != byte[].class) {
      if (!UNBOXED.containsValue(type.getComponentType())) {
        throw refused(
            component,
            "is an array of another type than int, long, float, double or boolean: use a List");
      }
      Value value = value(component, type.getComponentType(), annotation.type());
      return make(component, annotation, nullable, Field.Shape.ARRAY, value, null);
    }
    Value value = value(component, generic, annotation.type());
    return plain(component, annotation, nullable, value);
  }

  private Field plain(
      RecordComponent component, ProtoField annotation, boolean nullable, Value value) {
    Class<?> type = component.getType();
    if (UNBOXED.containsKey(type) && !nullable) {
      throw refused(
          component,
          "may be null: add @ProtoOptional for a field that may be absent, or use "
              + value.javaType());
    }
    if (type.isPrimitive() && nullable) {
      throw refused(component, "cannot be null: use its box with @ProtoOptional");
    }
    // A message has presence by itself.
    boolean absent = nullable || value.isMessage();
    Field.Shape shape = absent ? Field.Shape.NULLABLE : Field.Shape.PLAIN;
    return make(component, annotation, false, shape, value, null);
  }

  private static Field make(
      RecordComponent component,
      ProtoField annotation,
      boolean nullable,
      Field.Shape shape,
      Value value,
      @Nullable Value key) {
    if (nullable) {
      throw refused(component, "is absent when it is empty: leave out @ProtoOptional");
    }
    if (key == null && annotation.keyType() != FieldType.BY_JAVA_TYPE) {
      throw refused(component, "is no map, and has a keyType: leave it out");
    }
    boolean packable =
        (shape == Field.Shape.LIST || shape == Field.Shape.ARRAY) && value.type().isPackable();
    if (!packable && !annotation.packed()) {
      throw refused(component, "is never packed: leave out packed = false");
    }
    String name = annotation.name().isEmpty() ? snake(component.getName()) : annotation.name();
    return new Field(
        component.getDeclaringRecord(),
        component.getName(),
        component.getType(),
        shape,
        annotation.value(),
        value,
        key,
        List.of(),
        packable && annotation.packed(),
        name);
  }

  /// A component without a number.
  private Field unnumbered(RecordComponent component, Class<?> type) {
    Class<?> owner = component.getDeclaringRecord();
    String name = component.getName();
    if (type == unknownFields) {
      return new Field(
          owner,
          name,
          type,
          Field.Shape.UNKNOWN,
          Integer.MAX_VALUE,
          null,
          null,
          List.of(),
          false,
          name);
    }
    if (!type.isInterface() || !type.isSealed()) {
      throw refused(component, "has no number: add @ProtoField(…)");
    }
    List<Field.Case> cases = new ArrayList<>();
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      cases.add(oneCase(component, permitted));
    }
    cases.sort(Comparator.comparingInt(each -> each.field().number()));
    return new Field(
        owner,
        name,
        type,
        Field.Shape.ONEOF,
        cases.getFirst().field().number(),
        null,
        null,
        cases,
        false,
        snake(name));
  }

  private Field.Case oneCase(RecordComponent oneof, Class<?> permitted) {
    RecordComponent[] components = permitted.isRecord() ? permitted.getRecordComponents() : null;
    if (components == null
        || components.length != 1
        || !components[0].isAnnotationPresent(ProtoField.class)) {
      throw refused(
          oneof,
          "is a oneof, and its case "
              + permitted.getName()
              + " is not a record with one component, which has a @ProtoField");
    }
    GeneratedClass.requireKnown(lookup, permitted);
    requireConstructor(permitted, components);
    Field field = field(components[0]);
    boolean single =
        field.shape() == Field.Shape.PLAIN
            || (field.shape() == Field.Shape.NULLABLE && field.requireValue().isMessage());
    if (!single) {
      throw refused(
          components[0], "is the case of a oneof, which has one value that is always there");
    }
    return new Field.Case(permitted, field);
  }

  private Type argument(RecordComponent component, Type generic, int index) {
    if (generic instanceof ParameterizedType parameterized) {
      return parameterized.getActualTypeArguments()[index];
    }
    throw refused(component, "does not say of what: give its type arguments");
  }

  private static void requireKey(RecordComponent component, Value key) {
    boolean good =
        switch (key.type()) {
          case FLOAT, DOUBLE, BYTES, MESSAGE, ENUM -> false;
          default -> true;
        };
    if (!good) {
      throw refused(
          component,
          "has keys of "
              + key.javaType().getSimpleName()
              + ": protobuf has integers, boolean and String");
    }
  }

  private Value value(RecordComponent component, Type type, FieldType asked) {
    if (type instanceof ParameterizedType parameterized
        && parameterized.getRawType() == ProtoEnum.class
        && parameterized.getActualTypeArguments()[0] instanceof Class<?> constants) {
      return enumValue(component, constants, asked, true);
    }
    if (!(type instanceof Class<?> javaType)) {
      throw refused(component, "has values of " + type.getTypeName() + ", which no field has");
    }
    if (javaType.isEnum()) {
      return enumValue(component, javaType, asked, false);
    }
    if (javaType.isRecord()) {
      require(component, asked, FieldType.MESSAGE, EnumSet.noneOf(FieldType.class));
      return new Value(FieldType.MESSAGE, javaType, null, message(javaType), false);
    }
    Class<?> unboxed = UNBOXED.getOrDefault(javaType, javaType);
    return new Value(scalar(component, unboxed, asked), unboxed, null, null, false);
  }

  private Value enumValue(
      RecordComponent component, Class<?> constants, FieldType asked, boolean open) {
    require(component, asked, FieldType.ENUM, EnumSet.noneOf(FieldType.class));
    GeneratedClass.requireKnown(lookup, constants);
    EnumNumbers numbers;
    try {
      numbers = EnumNumbers.of(constants);
    } catch (IllegalArgumentException unfit) {
      throw refused(component, "cannot be a field: " + unfit.getMessage());
    }
    Class<?> javaType = open ? ProtoEnum.class : constants;
    return new Value(FieldType.ENUM, javaType, numbers, null, open);
  }

  private static FieldType scalar(RecordComponent component, Class<?> type, FieldType asked) {
    Set<FieldType> none = EnumSet.noneOf(FieldType.class);
    if (type == int.class) {
      return require(component, asked, FieldType.INT32, OF_INT);
    }
    if (type == long.class) {
      return require(component, asked, FieldType.INT64, OF_LONG);
    }
    if (type == float.class) {
      return require(component, asked, FieldType.FLOAT, none);
    }
    if (type == double.class) {
      return require(component, asked, FieldType.DOUBLE, none);
    }
    if (type == boolean.class) {
      return require(component, asked, FieldType.BOOL, none);
    }
    if (type == String.class) {
      return require(component, asked, FieldType.STRING, none);
    }
    if (type == byte[].class || type == Bytes.class) {
      return require(component, asked, FieldType.BYTES, none);
    }
    throw refused(
        component,
        type.isPrimitive()
            ? "has values of " + type + ", which protobuf has not: use int"
            : "has values of "
                + type.getTypeName()
                + ", which no field has: use a record for them");
  }

  private static FieldType require(
      RecordComponent component, FieldType asked, FieldType usual, Set<FieldType> others) {
    if (asked == FieldType.BY_JAVA_TYPE || asked == usual) {
      return usual;
    }
    if (others.contains(asked)) {
      return asked;
    }
    throw refused(
        component,
        "cannot be "
            + asked
            + ": it is "
            + usual
            + (others.isEmpty() ? "" : " or one of " + others));
  }

  private static IllegalArgumentException refused(RecordComponent component, String reason) {
    return new IllegalArgumentException(
        "%s.%s, %s, %s"
            .formatted(
                component.getDeclaringRecord().getName(),
                component.getName(),
                component.getGenericType().getTypeName(),
                reason));
  }

  /// {@return the name in snake case, as `trade_id` for `tradeId`}
  static String snake(String name) {
    StringBuilder snake = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c) && i > 0 && !Character.isUpperCase(name.charAt(i - 1))) {
        snake.append('_');
      }
      snake.append(c);
    }
    return snake.toString().toLowerCase(Locale.ROOT);
  }
}
