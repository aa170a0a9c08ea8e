// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Name and parameters of a method in the notation of the page, such as `putInt(Object, long,
/// int)`.
record Signature(String name, List<String> parameters) {
  private static final Map<String, ClassDesc> REFERENCES =
      Map.of(
          "Object",
          ConstantDescs.CD_Object,
          "Class",
          ConstantDescs.CD_Class,
          "String",
          ConstantDescs.CD_String,
          "Throwable",
          ConstantDescs.CD_Throwable,
          "Field",
          ClassDesc.of("java.lang.reflect.Field"),
          "ClassLoader",
          ClassDesc.of("java.lang.ClassLoader"),
          "ByteBuffer",
          ClassDesc.of(ByteBuffer.class.getName()),
          "ProtectionDomain",
          ClassDesc.of(ProtectionDomain.class.getName()));
  private static final Map<String, ClassDesc> PRIMITIVES =
      List.of(
              ConstantDescs.CD_boolean,
              ConstantDescs.CD_byte,
              ConstantDescs.CD_short,
              ConstantDescs.CD_char,
              ConstantDescs.CD_int,
              ConstantDescs.CD_long,
              ConstantDescs.CD_float,
              ConstantDescs.CD_double)
          .stream()
          .collect(Collectors.toMap(ClassDesc::displayName, type -> type));

  static Signature parse(String text) {
    int open = text.indexOf('(');
    String inside = text.substring(open + 1, text.length() - 1);
    return new Signature(
        text.substring(0, open), inside.isEmpty() ? List.of() : List.of(inside.split(", ")));
  }

  /// {@return name and descriptors, as in `putInt(Ljava/lang/Object;JI)`}
  String key() {
    return parameters.stream()
        .map(Signature::descriptor)
        .collect(Collectors.joining("", name + "(", ")"));
  }

  private static String descriptor(String type) {
    if (type.endsWith("[]")) {
      return "[" + descriptor(type.substring(0, type.length() - 2));
    }
    ClassDesc known = PRIMITIVES.getOrDefault(type, REFERENCES.get(type));
    if (known == null) {
      throw new IllegalArgumentException("no type of Unsafe's methods is named " + type);
    }
    return known.descriptorString();
  }

  @Override
  public String toString() {
    return name + "(" + String.join(", ", parameters) + ")";
  }
}
