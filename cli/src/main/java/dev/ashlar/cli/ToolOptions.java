package dev.ashlar.cli;

import java.util.List;
import java.util.stream.Collectors;

/// The value of `JAVA_TOOL_OPTIONS`: flags for every JVM started below, in the notation that
/// HotSpot takes apart at white space outside of quotes.
final class ToolOptions {
  static final String VARIABLE = "JAVA_TOOL_OPTIONS";

  private ToolOptions() {}

  static String of(List<String> flags) {
    return flags.stream().map(ToolOptions::quoted).collect(Collectors.joining(" "));
  }

  /// Later flags win over earlier ones.
  static String appended(String before, String flags) {
    return before.isBlank() ? flags : before + " " + flags;
  }

  private static String quoted(String flag) {
    if (flag.chars().noneMatch(c -> Character.isWhitespace(c) || c == '\'' || c == '"')) {
      return flag;
    }
    // There is no escape inside of quotes, but quotes of both kinds may follow each other.
    return flag.chars()
        .mapToObj(c -> c == '\'' ? "\"'\"" : "'" + (char) c + "'")
        .collect(Collectors.joining())
        .replace("''", "");
  }
}
