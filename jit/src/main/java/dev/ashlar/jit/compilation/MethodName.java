// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import dev.ashlar.jit.internal.log.MethodDescriptor;
import dev.ashlar.jit.internal.log.SymbolTable;

/// The name of a method as users write it: with or without package, with or without descriptor, and
/// with or without the backticks of Kotlin and Scala around a name with blanks.
///
/// @param holder the class, or the end of its name after a dot or `$`; an empty text matches every
///   class
/// @param descriptor the descriptor; an empty text matches every descriptor
public record MethodName(String holder, String name, String descriptor) {
  /// Parses a name as users write it.
  ///
  /// @throws IllegalArgumentException if it has no method name
  public static MethodName parse(String text) {
    String rest = SymbolTable.unescapeUnicode(text.strip());
    String descriptor = "";
    int parenthesis = MethodDescriptor.start(rest);
    // A name may look like a descriptor.
    if (parenthesis >= 0 && !rest.startsWith("::", parenthesis - 2)) {
      descriptor = rest.substring(parenthesis);
      rest = rest.substring(0, parenthesis);
    }
    int colons = rest.indexOf("::");
    int split = colons >= 0 ? colons : Math.max(rest.lastIndexOf('#'), rest.lastIndexOf('.'));
    String holder = split < 0 ? "" : rest.substring(0, split);
    String name = rest.substring(colons >= 0 ? colons + 2 : split + 1);
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "'" + text + "' names no method: write it like String::indexOf");
    }
    return new MethodName(dotted(holder), name, descriptor);
  }

  /// Class files have slashes instead of dots. HotSpot appends a slash and an address to the names
  /// of hidden classes.
  private static String dotted(String holder) {
    return holder.replace('/', '.');
  }

  public boolean matches(Method method) {
    return (descriptor.isEmpty() || descriptor.equals(method.descriptor()))
        && (matches(method, holder, name)
            || (isQuoted() && matches(method, unquoted(holder), unquoted(name))));
  }

  private static boolean matches(Method method, String holder, String written) {
    String name = written.strip();
    // A name with colons may be split at any of them.
    boolean hasColons = method.holder().contains("::") || method.name().contains("::");
    if (!hasColons && !name.equals(method.name().strip())) {
      return false;
    }
    String binaryName = dotted(method.holder());
    if (holder.isEmpty()) {
      return name.equals(method.name().strip());
    }
    return hasColons
        ? isEnd(binaryName + "::" + method.name().strip(), holder + "::" + name)
        : isEnd(binaryName, holder);
  }

  private static boolean isEnd(String full, String end) {
    int before = full.length() - end.length() - 1;
    return full.equals(end)
        || (before >= 0
            && full.endsWith(end)
            && (full.charAt(before) == '.' || full.charAt(before) == '$'));
  }

  private boolean isQuoted() {
    return holder.indexOf('`') >= 0 || name.indexOf('`') >= 0;
  }

  private static String unquoted(String text) {
    return text.replace("`", "");
  }
}
