// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import dev.ashlar.jit.internal.log.SymbolTable;

/// The name of a method as users write it: with or without package, with or without descriptor.
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
    int parenthesis = rest.indexOf('(');
    if (parenthesis >= 0) {
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
    return name.equals(method.name())
        && (descriptor.isEmpty() || descriptor.equals(method.descriptor()))
        && holderMatches(method.holder());
  }

  private boolean holderMatches(String binaryName) {
    String full = dotted(binaryName);
    if (holder.isEmpty() || full.equals(holder)) {
      return true;
    }
    int before = full.length() - holder.length() - 1;
    return full.endsWith(holder)
        && before >= 0
        && (full.charAt(before) == '.' || full.charAt(before) == '$');
  }
}
