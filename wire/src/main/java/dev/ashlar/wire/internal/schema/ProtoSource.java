// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.schema;

import dev.ashlar.wire.EnumNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Prints messages as a `.proto` file.
public final class ProtoSource {
  private final List<MessageSchema> messages;
  private final Map<Class<?>, String> names;
  private final StringBuilder source = new StringBuilder("syntax = \"proto3\";\n");

  private ProtoSource(List<MessageSchema> messages) {
    this.messages = messages;
    this.names = names(messages);
  }

  public static String of(List<MessageSchema> messages) {
    ProtoSource source = new ProtoSource(messages);
    messages.forEach(source::message);
    source.enums().forEach(source::constants);
    return source.source.toString();
  }

  /// {@return the name of each record and enum: its simple one, or with the classes around it where
  /// two are the same}
  private static Map<Class<?>, String> names(List<MessageSchema> messages) {
    Set<Class<?>> types = new HashSet<>();
    for (MessageSchema message : messages) {
      types.add(message.type());
      for (Field field : message.numbered()) {
        Value value = field.requireValue();
        if (value.isEnum()) {
          types.add(value.requireNumbers().type());
        }
      }
    }
    Map<String, Integer> uses = new HashMap<>();
    types.forEach(type -> uses.merge(type.getSimpleName(), 1, Integer::sum));
    Map<Class<?>, String> names = new HashMap<>();
    for (Class<?> type : types) {
      String simple = type.getSimpleName();
      String full = type.getName().replace('.', '_').replace('$', '_');
      names.put(type, uses.getOrDefault(simple, 1) == 1 ? simple : full);
    }
    return names;
  }

  private List<EnumNumbers> enums() {
    Map<Class<?>, EnumNumbers> found = new LinkedHashMap<>();
    for (MessageSchema message : messages) {
      for (Field field : message.numbered()) {
        Value value = field.requireValue();
        if (value.isEnum()) {
          found.putIfAbsent(value.requireNumbers().type(), value.requireNumbers());
        }
      }
    }
    return new ArrayList<>(found.values());
  }

  private String name(Class<?> type) {
    return names.getOrDefault(type, type.getSimpleName());
  }

  private void message(MessageSchema message) {
    source.append("\nmessage ").append(name(message.type())).append(" {\n");
    List<Field> fields = new ArrayList<>(message.fields());
    fields.sort(Comparator.comparingInt(Field::number));
    for (Field field : fields) {
      switch (field.shape()) {
        case UNKNOWN -> {}
        case ONEOF -> {
          source.append("  oneof ").append(oneofName(message, field)).append(" {\n");
          field.cases().forEach(each -> field("    ", "", each.field()));
          source.append("  }\n");
        }
        case LIST, ARRAY -> field("  ", "repeated ", field);
        case OPTIONAL, NULLABLE ->
            field("  ", field.requireValue().isMessage() ? "" : "optional ", field);
        case PLAIN, MAP -> field("  ", "", field);
      }
    }
    source.append("}\n");
  }

  /// A oneof shares the scope of fields. Its name is nowhere else, so that it makes way for them.
  private static String oneofName(MessageSchema message, Field oneof) {
    Set<String> taken = new HashSet<>();
    for (Field field : message.numbered()) {
      taken.add(field.protoName());
    }
    for (Field other : message.fields()) {
      if (other.shape() == Field.Shape.ONEOF && !other.equals(oneof)) {
        taken.add(other.protoName());
      }
    }
    String name = oneof.protoName();
    while (taken.contains(name)) {
      name += "_case";
    }
    return name;
  }

  private void field(String indent, String label, Field field) {
    String type = typeName(field.requireValue());
    if (field.shape() == Field.Shape.MAP) {
      type = "map<" + typeName(field.requireKey()) + ", " + type + ">";
    }
    source.append(indent).append(label).append(type).append(' ').append(field.protoName());
    source.append(" = ").append(field.number());
    boolean unpacked =
        field.isRepeated() && field.requireValue().type().isPackable() && !field.packed();
    source.append(unpacked ? " [packed = false];\n" : ";\n");
  }

  private String typeName(Value value) {
    return switch (value.type()) {
      case MESSAGE -> name(value.javaType());
      case ENUM -> name(value.requireNumbers().type());
      default -> value.type().protoName();
    };
  }

  /// The constants of an enum share one scope with those of others, so that they have its name in
  /// front; the one with the number 0 is the first.
  private void constants(EnumNumbers table) {
    source.append("\nenum ").append(name(table.type())).append(" {\n");
    String prefix = SchemaBuilder.snake(name(table.type())).toUpperCase(Locale.ROOT) + "_";
    List<Enum<?>> constants = new ArrayList<>(List.of(table.constants()));
    constants.sort(Comparator.comparing(constant -> table.number(constant) != 0));
    for (Enum<?> constant : constants) {
      source.append("  ").append(prefix).append(constant.name());
      source.append(" = ").append(table.number(constant)).append(";\n");
    }
    source.append("}\n");
  }
}
