// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.jit.compilation.Method;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A pattern of method names, with `*` for any characters.
record MethodGlob(String holder, String name, String text) {
  /// {@return the patterns in `texts`}
  ///
  /// @throws IllegalArgumentException if one has no method name; the message has the remedy
  static List<MethodGlob> parse(List<String> texts) {
    return texts.stream().map(MethodGlob::parse).toList();
  }

  private static MethodGlob parse(String text) {
    if (text.startsWith("-")) {
      throw new IllegalArgumentException("options come before the methods: " + text);
    }
    int colons = text.indexOf("::");
    if (colons <= 0 || colons + 2 == text.length()) {
      throw new IllegalArgumentException(
          "'" + text + "' names no method: write it like String::indexOf");
    }
    int end = text.indexOf('(');
    String name = text.substring(colons + 2, end < 0 ? text.length() : Math.max(end, colons + 2));
    if (!text.substring(0, colons).matches("[\\w.$/*]+") || !name.matches("[\\w$<>*]+")) {
      throw new IllegalArgumentException(
          "'" + text + "' names no method: write it like 'com.example.*::encode'");
    }
    return new MethodGlob(text.substring(0, colons).replace('/', '.'), name, text);
  }

  /// {@return the pattern for `-XX:CompileCommand`, which needs the package}
  List<String> patterns() {
    // It knows `*` at the ends of a name only.
    String widest = holder.indexOf('*') > 0 ? holder.substring(0, holder.indexOf('*') + 1) : holder;
    String method = name.indexOf('*') > 0 ? name.substring(0, name.indexOf('*') + 1) : name;
    if (holder.indexOf('.') >= 0 || holder.indexOf('*') >= 0) {
      return List.of(widest + "::" + method);
    }
    return List.of(holder + "::" + method, "*." + holder + "::" + method);
  }

  boolean matches(Method method) {
    if (text.indexOf('*') < 0) {
      return method.isNamed(text);
    }
    return glob(holder).matcher(method.holder()).matches()
        && glob(name).matcher(method.name()).matches();
  }

  private static Pattern glob(String text) {
    return Pattern.compile(
        Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
  }
}
