package dev.ashlar.jit;

/// A method as a person names it: with or without package, with or without descriptor.
///
/// @param holder class, or the end of its name behind a dot or `$`; empty for any
/// @param descriptor empty for any
record MethodName(String holder, String name, String descriptor) {
  static MethodName parse(String text) {
    String rest = text.strip();
    String descriptor = "";
    int parenthesis = rest.indexOf('(');
    if (parenthesis >= 0) {
      descriptor = rest.substring(parenthesis);
      rest = rest.substring(0, parenthesis);
    }
    int colons = rest.indexOf("::");
    if (colons >= 0) {
      return new MethodName(rest.substring(0, colons), rest.substring(colons + 2), descriptor);
    }
    int split = Math.max(rest.lastIndexOf('#'), rest.lastIndexOf('.'));
    return new MethodName(
        split < 0 ? "" : rest.substring(0, split), rest.substring(split + 1), descriptor);
  }

  boolean matches(Method method) {
    return name.equals(method.name())
        && (descriptor.isEmpty() || descriptor.equals(method.descriptor()))
        && holderMatches(method.holder());
  }

  private boolean holderMatches(String full) {
    if (holder.isEmpty() || full.equals(holder)) {
      return true;
    }
    int before = full.length() - holder.length() - 1;
    return full.endsWith(holder)
        && before >= 0
        && (full.charAt(before) == '.' || full.charAt(before) == '$');
  }
}
