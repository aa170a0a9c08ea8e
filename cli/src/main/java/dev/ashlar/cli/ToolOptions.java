package dev.ashlar.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Flags in the environment, in the notation that is taken apart at white space outside of quotes.
final class ToolOptions {
  /// For every JVM started below.
  static final String ANY_JVM = "JAVA_TOOL_OPTIONS";

  /// For those that the command `java` of JDK 9 or later starts.
  static final String JAVA_COMMAND = "JDK_JAVA_OPTIONS";

  private ToolOptions() {}

  /// Adds flags to those of a variable that may be there already.
  static void add(Map<String, String> environment, String variable, List<String> flags) {
    if (!flags.isEmpty()) {
      environment.merge(variable, of(flags), ToolOptions::appended);
    }
  }

  static String of(List<String> flags) {
    return flags.stream().map(ToolOptions::quoted).collect(Collectors.joining(" "));
  }

  /// Later flags win over earlier ones.
  private static String appended(String before, String flags) {
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
