// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.MethodName;
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
    String name = MethodName.parse(text).name().replace("`", "");
    if (name.isBlank() || name.matches(".*[.;\\[/].*")) {
      throw new IllegalArgumentException(
          "'" + text + "' names no method: write it like 'com.example.*::encode'");
    }
    String holder = text.substring(0, colons).replace('/', '.').replace("`", "");
    return new MethodGlob(holder, name, text);
  }

  /// {@return the pattern for `-XX:CompileCommand`, which needs the package}
  List<String> patterns() {
    String widest = widest(holder);
    String method = widest(name);
    return holder.indexOf('.') >= 0 || widest.indexOf('*') >= 0
        ? List.of(widest + "::" + method)
        : List.of(widest + "::" + method, "*." + widest + "::" + method);
  }

  /// {@return the text up to a `*` behind its beginning, or up to a character that a pattern of
  /// `CompileCommand` may not have} A pattern has `*` at the ends of a name only.
  private static String widest(String text) {
    String plain = text.replaceFirst("(?s)(?<!^)\\*.*|[\\s\\p{Cntrl},():].*", "");
    return plain.equals(text) ? text : plain + "*";
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
        Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
        Pattern.DOTALL);
  }
}
