// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.wire.internal.schema.Field;
import dev.ashlar.wire.internal.schema.MessageSchema;
import dev.ashlar.wire.internal.schema.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares messages with those of a descriptor, field by field.
final class DescriptorCheck {
  private final Map<String, Descriptors.Message> messages = new HashMap<>();
  private final Map<String, Descriptors.Constants> enums = new HashMap<>();
  private final Set<String> compared = new HashSet<>();
  private final List<String> found = new ArrayList<>();

  private DescriptorCheck(Descriptors.File file) {
    String scope = file.packageName().isEmpty() ? "" : file.packageName() + ".";
    add(scope, file.messageType(), file.enumType());
    if (!file.syntax().equals("proto3")) {
      String syntax = file.syntax().isEmpty() ? "proto2" : file.syntax();
      found.add("the descriptor is of " + syntax + ", and a record is of proto3");
    }
  }

  /// @param name the message's name with its package
  static List<String> mismatches(MessageSchema schema, byte[] file, String name) {
    DescriptorCheck check = new DescriptorCheck(Descriptors.FILE.parse(file));
    if (!check.messages.containsKey(name)) {
      throw new IllegalArgumentException(
          "The descriptor has no message " + name + ": it has " + check.messages.keySet());
    }
    check.compare(schema, name);
    return List.copyOf(check.found);
  }

  private void add(
      String scope, List<Descriptors.Message> nested, List<Descriptors.Constants> constants) {
    constants.forEach(each -> enums.put(scope + each.name(), each));
    for (Descriptors.Message message : nested) {
      messages.put(scope + message.name(), message);
      add(scope + message.name() + ".", message.nestedType(), message.enumType());
    }
  }

  private void compare(MessageSchema schema, String name) {
    Descriptors.Message message = messages.get(name);
    if (message == null || !compared.add(schema.type().getName() + " " + name)) {
      return;
    }
    Map<Integer, Descriptors.Member> others = new LinkedHashMap<>();
    message.field().forEach(member -> others.put(member.number(), member));
    Map<Integer, Integer> oneofs = new HashMap<>();
    for (Field field : schema.fields()) {
      if (field.shape() == Field.Shape.ONEOF) {
        int number = field.number();
        field.cases().forEach(each -> oneofs.put(each.field().number(), number));
      }
    }
    Map<Integer, Integer> pairs = new HashMap<>();
    for (Field field : schema.numbered()) {
      Descriptors.Member other = others.remove(field.number());
      String path = schema.type().getSimpleName() + "." + field.name();
      if (other == null) {
        found.add("%s, field %d, is not in the descriptor".formatted(path, field.number()));
      } else {
        compare(path, field, other);
        compareOneof(path, oneofs.get(field.number()), other, pairs);
      }
    }
    for (Descriptors.Member other : others.values()) {
      found.add(
          "field %d, %s, of %s is in the descriptor only"
              .formatted(other.number(), other.name(), name));
    }
  }

  /// @param pairs which oneof of the record goes with which of the descriptor, as found so far
  private void compareOneof(
      String path, @Nullable Integer ours, Descriptors.Member other, Map<Integer, Integer> pairs) {
    Integer theirs = other.proto3Optional() ? null : other.oneofIndex();
    if ((ours == null) != (theirs == null)) {
      differs(
          path, ours == null ? "in no oneof" : "in a oneof", theirs == null ? "in none" : "in one");
    } else if (ours != null
        && theirs != null
        && !pairs.computeIfAbsent(ours, _ -> theirs).equals(theirs)) {
      differs(path, "in a oneof with others", "in another one");
    }
  }

  private void compare(String path, Field field, Descriptors.Member other) {
    if (!field.protoName().equals(other.name())) {
      differs(path, "named " + field.protoName(), "named " + other.name());
    }
    Descriptors.Message entry = messages.get(typeName(other));
    boolean map = entry != null && entry.options() != null && entry.options().mapEntry();
    String ours = cardinality(field);
    String theirs = map ? "a map" : cardinality(other);
    if (!ours.equals(theirs)) {
      differs(path, ours, theirs);
    } else if (map && entry != null) {
      for (Descriptors.Member part : entry.field()) {
        boolean key = part.number() == 1;
        Value value = key ? field.requireKey() : field.requireValue();
        compareType(path + (key ? " as key" : " as value"), value, part);
      }
    } else {
      compareType(path, field.requireValue(), other);
      comparePacked(path, field, other);
    }
  }

  private static String cardinality(Field field) {
    return switch (field.shape()) {
      case MAP -> "a map";
      case LIST, ARRAY -> "repeated";
      case OPTIONAL, NULLABLE -> field.requireValue().isMessage() ? "singular" : "optional";
      case PLAIN, ONEOF, UNKNOWN -> "singular";
    };
  }

  private static String cardinality(Descriptors.Member member) {
    if (member.label() == Descriptors.LABEL_REPEATED) {
      return "repeated";
    }
    boolean optional = member.proto3Optional() && member.type() != FieldType.MESSAGE.number();
    return optional ? "optional" : "singular";
  }

  private void comparePacked(String path, Field field, Descriptors.Member other) {
    boolean theirs = other.options() == null || other.options().isPacked();
    if (field.isRepeated()
        && field.requireValue().type().isPackable()
        && field.packed() != theirs) {
      differs(path, theirs ? "not packed" : "packed", theirs ? "packed" : "not");
    }
  }

  private void compareType(String path, Value value, Descriptors.Member other) {
    FieldType theirs = null;
    for (FieldType type : FieldType.values()) {
      theirs = type.number() == other.type() ? type : theirs;
    }
    if (value.type() != theirs) {
      differs(
          path,
          value.type().protoName(),
          theirs == null ? "type " + other.type() : theirs.protoName());
    } else if (value.isMessage()) {
      compare(value.requireMessage(), typeName(other));
    } else if (value.isEnum()) {
      compareEnum(value.requireNumbers(), typeName(other));
    }
  }

  private void compareEnum(EnumNumbers table, String name) {
    Descriptors.Constants other = enums.get(name);
    if (other == null || !compared.add(table.type().getName() + " " + name)) {
      return;
    }
    Set<Integer> theirs = new HashSet<>();
    for (Descriptors.Constant constant : other.value()) {
      theirs.add(constant.number());
      if (table.constant(constant.number()) == null) {
        found.add(
            "%s = %d of the enum %s is in the descriptor only"
                .formatted(constant.name(), constant.number(), name));
      }
    }
    for (Enum<?> constant : table.constants()) {
      int number = table.number(constant);
      if (!theirs.contains(number)) {
        String path = table.type().getSimpleName() + "." + constant.name();
        found.add("%s, number %d, is not in the descriptor".formatted(path, number));
      }
    }
  }

  /// Without the dot in front that says that it is the whole name.
  private static String typeName(Descriptors.Member member) {
    String name = member.typeName();
    return name.startsWith(".") ? name.substring(1) : name;
  }

  private void differs(String path, String ours, String theirs) {
    found.add("%s is %s, and %s in the descriptor".formatted(path, ours, theirs));
  }
}
