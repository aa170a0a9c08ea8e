package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Each method of a log once. Its texts come from one [Names], so that equal ones are identical.
final class MethodTable {
  /// Stands where the log refers to something it does not define.
  static final Method UNKNOWN = new Method("?", "?", "", -1);

  private record Entry(
      String holder, String name, String result, List<String> parameters, Method method) {}

  private final Map<String, Method> headers = new HashMap<>();
  private final Map<Method, Method> methods = new HashMap<>();
  private final List<List<Entry>> buckets = new ArrayList<>();

  MethodTable() {
    for (int i = 0; i < 1 << 14; i++) {
      buckets.add(List.of());
    }
  }

  /// The method of a `<method>` tag.
  ///
  /// @param result type of the result, as in `int`, `[Ljava.lang.String;` or `java.util.List`
  /// @param parameters likewise; only the first `parameterCount` count
  Method of(
      String holder,
      String name,
      String result,
      String[] parameters,
      int parameterCount,
      int byteSize) {
    int hash = (holder.hashCode() * 31 + name.hashCode()) * 31 + result.hashCode();
    int slot = (hash ^ (hash >>> 14)) & (buckets.size() - 1);
    List<Entry> bucket = buckets.get(slot);
    for (Entry entry : bucket) {
      if (entry.name.equals(name)
          && entry.holder.equals(holder)
          && entry.result.equals(result)
          && entry.method.byteSize() == byteSize
          && sameTypes(entry.parameters, parameters, parameterCount)) {
        return entry.method;
      }
    }
    List<String> types = List.of(parameters).subList(0, parameterCount);
    StringBuilder descriptor = new StringBuilder("(");
    types.forEach(type -> append(descriptor, type));
    append(descriptor.append(')'), result);
    Method method = unique(new Method(holder, name, descriptor.toString(), byteSize));
    List<Entry> grown = new ArrayList<>(bucket);
    grown.add(new Entry(holder, name, result, List.copyOf(types), method));
    buckets.set(slot, grown);
    return method;
  }

  private static boolean sameTypes(List<String> types, String[] others, int count) {
    if (types.size() != count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (!types.get(i).equals(others[i])) {
        return false;
      }
    }
    return true;
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

  /// The method of a text as `java.lang.String charAt (I)C`.
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
