// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Name and parameters of a method in the notation of the page, such as `putInt(Object, long,
/// int)`.
record Signature(String name, List<String> parameters) {
  private static final Map<String, Class<?>> TYPES =
      Stream.of(
              boolean.class,
              byte.class,
              short.class,
              char.class,
              int.class,
              long.class,
              float.class,
              double.class,
              Object.class,
              Class.class,
              String.class,
              Throwable.class,
              Field.class,
              ClassLoader.class,
              ByteBuffer.class,
              ProtectionDomain.class)
          .collect(Collectors.toMap(Class::getSimpleName, type -> type));

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
    Class<?> known = TYPES.get(type);
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
