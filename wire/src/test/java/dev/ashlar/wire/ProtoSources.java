// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.HashSet;
import java.util.Locale;
import java.util.Scanner;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Descriptors from `.proto` files with messages and enums that are not nested, a line each field.
final class ProtoSources {
  private static final Pattern FIELD =
      Pattern.compile(
          "(repeated |optional )?(map<(\\w+), ?(\\w+)>|\\w+) (\\w+) = (\\d+)( \\[packed ="
              + " false])?;");
  private static final Pattern CONSTANT = Pattern.compile("(\\w+) = (-?\\d+);");

  private ProtoSources() {}

  static FileDescriptor file(String source) {
    try {
      return FileDescriptor.buildFrom(descriptor(source), new FileDescriptor[0]);
    } catch (DescriptorValidationException invalid) {
      throw new AssertionError(invalid.getMessage() + " in " + source, invalid);
    }
  }

  static FileDescriptorProto descriptor(String source) {
    FileDescriptorProto.Builder file =
        FileDescriptorProto.newBuilder().setName("test.proto").setSyntax("proto3");
    Set<String> enums = new HashSet<>();
    Matcher named = Pattern.compile("enum (\\w+)").matcher(source);
    while (named.find()) {
      enums.add(named.group(1));
    }
    Scanner lines = new Scanner(source);
    while (lines.hasNextLine()) {
      String line = lines.nextLine().strip();
      if (line.startsWith("message ")) {
        file.addMessageType(message(lines, line.split(" ", -1)[1], enums));
      } else if (line.startsWith("enum ")) {
        EnumDescriptorProto.Builder type =
            EnumDescriptorProto.newBuilder().setName(line.split(" ", -1)[1]);
        for (line = lines.nextLine().strip(); !line.equals("}"); line = lines.nextLine().strip()) {
          Matcher constant = matcher(CONSTANT, line);
          type.addValueBuilder()
              .setName(constant.group(1))
              .setNumber(Integer.parseInt(constant.group(2)));
        }
        file.addEnumType(type);
      } else if (line.startsWith("package ")) {
        file.setPackage(line.substring(8, line.length() - 1));
      }
    }
    String scope = file.getPackage().isEmpty() ? "." : "." + file.getPackage() + ".";
    file.getMessageTypeBuilderList().forEach(message -> qualify(message, scope));
    return file.build();
  }

  private static void qualify(DescriptorProto.Builder message, String scope) {
    for (FieldDescriptorProto.Builder field : message.getFieldBuilderList()) {
      if (field.hasTypeName()) {
        field.setTypeName(scope + field.getTypeName());
      }
    }
    message.getNestedTypeBuilderList().forEach(nested -> qualify(nested, scope));
  }

  private static Matcher matcher(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.matches()) {
      throw new AssertionError(line);
    }
    return matcher;
  }

  private static DescriptorProto message(Scanner lines, String name, Set<String> enums) {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
    int oneof = -1;
    int synthetic = 0;
    while (true) {
      String line = lines.nextLine().strip();
      if (line.equals("}")) {
        if (oneof < 0) {
          break;
        }
        oneof = -1;
        continue;
      }
      if (line.startsWith("oneof ")) {
        oneof = message.getOneofDeclCount();
        message.addOneofDecl(OneofDescriptorProto.newBuilder().setName(line.split(" ", -1)[1]));
        continue;
      }
      if (line.startsWith("//") || line.isEmpty()) {
        continue;
      }
      Matcher field = matcher(FIELD, line);
      FieldDescriptorProto.Builder made =
          FieldDescriptorProto.newBuilder()
              .setName(field.group(5))
              .setNumber(Integer.parseInt(field.group(6)))
              .setLabel(Label.LABEL_OPTIONAL);
      if (field.group(3) != null) {
        String entry = "Entry" + field.group(6);
        made.setLabel(Label.LABEL_REPEATED)
            .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
            .setTypeName(name + "." + entry);
        DescriptorProto.Builder nested =
            DescriptorProto.newBuilder()
                .setName(mapEntryName(field.group(5)))
                .setOptions(MessageOptions.newBuilder().setMapEntry(true));
        made.setTypeName(name + "." + nested.getName());
        nested.addField(
            typed(
                FieldDescriptorProto.newBuilder().setName("key").setNumber(1),
                field.group(3),
                enums));
        nested.addField(
            typed(
                FieldDescriptorProto.newBuilder().setName("value").setNumber(2),
                field.group(4),
                enums));
        message.addNestedType(nested);
        message.addField(made);
        continue;
      }
      typed(made, field.group(2), enums);
      if (field.group(7) != null) {
        made.setOptions(FieldOptions.newBuilder().setPacked(false));
      }
      if ("repeated ".equals(field.group(1))) {
        made.setLabel(Label.LABEL_REPEATED);
      } else if ("optional ".equals(field.group(1))) {
        made.setProto3Optional(true);
        synthetic++;
        message.addField(made);
        continue;
      }
      if (oneof >= 0) {
        made.setOneofIndex(oneof);
      }
      message.addField(made);
    }
    // Oneofs that stand for one optional field come last.
    for (int i = 0; i < message.getFieldCount() && synthetic > 0; i++) {
      if (message.getField(i).getProto3Optional()) {
        message.getFieldBuilder(i).setOneofIndex(message.getOneofDeclCount());
        message.addOneofDecl(
            OneofDescriptorProto.newBuilder().setName("_" + message.getField(i).getName()));
      }
    }
    return message.build();
  }

  private static String mapEntryName(String field) {
    StringBuilder name = new StringBuilder();
    for (String part : field.split("_", -1)) {
      name.append(part.substring(0, 1).toUpperCase(Locale.ROOT)).append(part.substring(1));
    }
    return name + "Entry";
  }

  private static FieldDescriptorProto.Builder typed(
      FieldDescriptorProto.Builder field, String type, Set<String> enums) {
    field.setLabel(Label.LABEL_OPTIONAL);
    for (FieldDescriptorProto.Type each : FieldDescriptorProto.Type.values()) {
      if (each.name().equals("TYPE_" + type.toUpperCase(Locale.ROOT))) {
        return field.setType(each);
      }
    }
    return field
        .setType(
            enums.contains(type)
                ? FieldDescriptorProto.Type.TYPE_ENUM
                : FieldDescriptorProto.Type.TYPE_MESSAGE)
        .setTypeName(type);
  }
}
