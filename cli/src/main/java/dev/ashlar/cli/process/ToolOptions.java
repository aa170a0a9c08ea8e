// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.process;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Adds JVM flags to environment variables. White space outside of quotes separates flags.
public final class ToolOptions {
  /// A variable that every JVM reads.
  public static final String ANY_JVM = "JAVA_TOOL_OPTIONS";

  /// A variable that the launcher `java` of JDK 9 or later reads.
  static final String JAVA_COMMAND = "JDK_JAVA_OPTIONS";

  private ToolOptions() {}

  /// Adds flags to the value of a variable.
  public static void add(Map<String, String> environment, String variable, List<String> flags) {
    if (!flags.isEmpty()) {
      environment.merge(variable, of(flags), ToolOptions::appended);
    }
  }

  public static String of(List<String> flags) {
    return flags.stream().map(ToolOptions::quoted).collect(Collectors.joining(" "));
  }

  /// Later flags override earlier ones.
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
