// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A type as it occurs in the names of Unsafe's methods, such as `Int` in `putInt`.
record TypeName(String capitalized) {
  private static final Pattern IN_METHOD =
      Pattern.compile("[a-z](Boolean|Byte|Short|Char|Int|Long|Float|Double|Object)(?![a-z])");

  /// {@return the type in the name of a method, `Int` if there is none}
  static TypeName in(String method) {
    Matcher found = IN_METHOD.matcher(method);
    return new TypeName(found.find() ? found.group(1) : "Int");
  }

  String keyword() {
    return capitalized.equals("Object") ? capitalized : capitalized.toLowerCase(Locale.ROOT);
  }

  String replacedIn(String code, TypeName that) {
    return code.replaceAll("\\b" + keyword() + "\\b", that.keyword())
        .replaceAll(capitalized + "(?![a-z])", that.capitalized)
        .replaceAll("(?<![A-Z])" + constant() + "(?![A-Z])", that.constant());
  }

  /// {@return the type as names of constants have it, such as `JAVA_INT`}
  private String constant() {
    return capitalized.toUpperCase(Locale.ROOT);
  }
}
