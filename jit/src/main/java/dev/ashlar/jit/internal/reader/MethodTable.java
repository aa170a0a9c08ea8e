// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The methods of a log, each stored once. Their texts are from one `SymbolTable`, so equal texts
/// are identical.
final class MethodTable {
  /// Replaces a method that the log refers to and does not define.
  static final Method UNKNOWN = new Method("?", "?", "", -1);

  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  private record Entry(
      String holder,
      String name,
      String result,
      String[] parameters,
      Method method,
      @Nullable Entry next) {
    boolean is(
        String otherHolder,
        String otherName,
        String otherResult,
        String[] types,
        int typeCount,
        int byteSize) {
      return name.equals(otherName)
          && holder.equals(otherHolder)
          && result.equals(otherResult)
          && method.byteSize() == byteSize
          && Arrays.equals(parameters, 0, parameters.length, types, 0, typeCount);
    }
  }

  private final Map<String, Method> headers = new HashMap<>();
  private final Map<Method, Method> methods = new HashMap<>();
  private final @Nullable Entry[] buckets = new Entry[1 << 14];

  /// Returns the method of a `<method>` tag.
  ///
  /// @param result type of the result, as in `int`, `[Ljava.lang.String;` or `java.util.List`
  /// @param parameters their types; only the first `parameterCount` are read
  Method of(
      String holder,
      String name,
      String result,
      String[] parameters,
      int parameterCount,
      int byteSize) {
    int hash = (holder.hashCode() * 31 + name.hashCode()) * 31 + result.hashCode();
    int slot = (hash ^ (hash >>> 14)) & (buckets.length - 1);
    for (Entry entry = buckets[slot]; entry != null; entry = entry.next) {
      if (entry.is(holder, name, result, parameters, parameterCount, byteSize)) {
        return entry.method;
      }
    }
    String[] types = Arrays.copyOf(parameters, parameterCount);
    StringBuilder descriptor = new StringBuilder("(");
    for (String type : types) {
      append(descriptor, type);
    }
    append(descriptor.append(')'), result);
    Method method = unique(new Method(holder, name, descriptor.toString(), byteSize));
    buckets[slot] = new Entry(holder, name, result, types, method, buckets[slot]);
    return method;
  }

  private static void append(StringBuilder descriptor, String type) {
    switch (type) {
      case "boolean" -> descriptor.append('Z');
      case "byte" -> descriptor.append('B');
      case "char" -> descriptor.append('C');
      case "short" -> descriptor.append('S');
      case "int" -> descriptor.append('I');
      case "long" -> descriptor.append('J');
      case "float" -> descriptor.append('F');
      case "double" -> descriptor.append('D');
      case "void" -> descriptor.append('V');
      default -> {
        String internal = type.replace('.', '/');
        if (type.startsWith("[")) {
          descriptor.append(internal);
        } else {
          descriptor.append('L').append(internal).append(';');
        }
      }
    }
  }

  /// Returns the method of a text like `java.lang.String charAt (I)C`.
  Method of(String header, int byteSize) {
    Method known = headers.get(header);
    if (known != null) {
      return known;
    }
    int first = header.indexOf(' ');
    int second = header.indexOf(' ', first + 1);
    if (first <= 0 || second < 0) {
      return UNKNOWN;
    }
    Method method =
        unique(
            new Method(
                header.substring(0, first),
                header.substring(first + 1, second),
                header.substring(second + 1),
                byteSize));
    headers.put(header, method);
    return method;
  }

  private Method unique(Method method) {
    Method known = methods.putIfAbsent(method, method);
    if (known == null) {
      return method;
    }
    if (known.byteSize() < 0 && method.byteSize() >= 0) {
      methods.put(method, method);
      return method;
    }
    return known;
  }
}
