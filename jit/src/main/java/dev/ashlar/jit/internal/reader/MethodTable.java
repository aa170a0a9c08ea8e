// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.internal.log.MethodDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /// The methods of `<method>` tags, which have class and name apart.
  private final Set<Method> defined = new HashSet<>();

  /// The methods that a text with more blanks may name, by the first of them.
  private final Map<Method, List<Method>> candidates = new HashMap<>();

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
    defined.add(method);
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

  /// Returns the method of a text like `java.lang.String charAt (I)C`. Names may have blanks, as in
  /// Kotlin; then the class ends at the first one until [#resolved] knows better.
  Method of(String header, int byteSize) {
    Method known = headers.get(header);
    if (known != null) {
      return known;
    }
    int descriptor = MethodDescriptor.start(header);
    List<Method> possible = new ArrayList<>();
    for (int blank = header.indexOf(' ', 1);
        blank > 0 && blank < descriptor - 2;
        blank = header.indexOf(' ', blank + 1)) {
      possible.add(
          new Method(
              header.substring(0, blank),
              header.substring(blank + 1, descriptor - 1),
              header.substring(descriptor),
              byteSize));
    }
    if (possible.isEmpty()) {
      return UNKNOWN;
    }
    Method method = unique(possible.get(0));
    headers.put(header, method);
    if (possible.size() > 1) {
      candidates.put(method, possible);
    }
    return method;
  }

  /// {@return the method that a text with more blanks names, according to the whole log}
  Method resolved(Method method) {
    return candidates.getOrDefault(method, List.of()).stream()
        .filter(defined::contains)
        .findFirst()
        .map(this::unique)
        .orElse(method);
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
