// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The JVM that wrote a log.
///
/// @param name the name, as `OpenJDK 64-Bit Server VM`; empty if unknown
/// @param release the full version, as `25.0.3+9-LTS`; empty if unknown
/// @param cpu the processor architecture, as `amd64` or `aarch64`; empty if unknown
/// @param arguments JVM flags of the command line, without secrets
/// @param command class or jar and the program's arguments, without secrets
/// @param properties system properties at the start, such as `java.home`
/// @param processId the process id; 0 if unknown
/// @param startMillis when it started, in milliseconds since 1970; 0 if unknown
public record Vm(
    String name,
    String release,
    String cpu,
    List<String> arguments,
    String command,
    Map<String, String> properties,
    long processId,
    long startMillis) {

  /// HotSpot's own version numbers until JDK 8, as `25.144-b01`.
  private static final Pattern HOTSPOT_VERSION = Pattern.compile("(\\d{1,4})\\.\\d+-b\\d+.*");

  private static final List<String> SECRETS =
      List.of("pass", "pwd", "secret", "token", "credential", "key", "auth");

  /// Hides secrets in `arguments` and `command`.
  public Vm {
    arguments = arguments.stream().map(Vm::withoutSecrets).toList();
    command = withoutSecrets(command);
  }

  /// {@return the command line with possible secrets hidden} Secrets are the values of properties,
  /// options and variables with a name such as `http.proxyPassword`, `--token` or `API_KEY`. All
  /// words up to the next option are hidden. Options of agents, and the user and password of a URL,
  /// are hidden too.
  public static String withoutSecrets(String commandLine) {
    StringJoiner shown = new StringJoiner(" ");
    boolean hidden = false;
    for (String word : commandLine.split("\\s+", -1)) {
      if (!hidden || word.startsWith("-")) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals + 1);
        hidden = (equals > 0 || word.startsWith("-")) && isSecret(name);
        shown.add(hidden ? name + (equals < 0 ? " ***" : "***") : withoutUser(word));
      }
    }
    return shown.toString();
  }

  private static boolean isSecret(String name) {
    if (name.startsWith("-javaagent:")) {
      return name.endsWith("=");
    }
    return !name.startsWith("-X")
        && SECRETS.stream().anyMatch(name.toLowerCase(Locale.ROOT)::contains);
  }

  private static String withoutUser(String word) {
    int authority = word.indexOf("://") + "://".length();
    int at = word.lastIndexOf('@');
    return at < authority || !word.contains("://")
        ? word
        : word.substring(0, authority) + "***" + word.substring(at);
  }

  /// {@return name, release and process} The properties are left out, because they may be secrets.
  @Override
  public String toString() {
    return "%s %s, process %d".formatted(name, release, processId);
  }

  /// {@return the release for messages; `unknown` if the log does not have the release}
  public String jdk() {
    if (release.isEmpty()) {
      return "unknown";
    }
    return HOTSPOT_VERSION.matcher(release).matches()
        ? (featureVersion() == 0 ? "unknown" : featureVersion()) + " (HotSpot " + release + ")"
        : release;
  }

  /// {@return the value of `-XX:flag=` on the command line}
  public OptionalLong flag(String flag) {
    return value("-XX:" + flag + "=").map(Vm::number).orElse(OptionalLong.empty());
  }

  /// {@return whether the command line enables or disables `flag`; empty if neither}
  public Optional<Boolean> option(String flag) {
    for (int i = arguments.size() - 1; i >= 0; i--) {
      String argument = arguments.get(i);
      if (argument.equals("-XX:+" + flag) || argument.equals("-XX:-" + flag)) {
        return Optional.of(argument.charAt(4) == '+');
      }
    }
    return Optional.empty();
  }

  private Optional<String> value(String prefix) {
    for (int i = arguments.size() - 1; i >= 0; i--) {
      if (arguments.get(i).startsWith(prefix)) {
        return Optional.of(arguments.get(i).substring(prefix.length()));
      }
    }
    return Optional.empty();
  }

  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /// {@return whether tiered compilation is enabled, which is the default}
  public boolean isTiered() {
    return option("TieredCompilation").orElse(Boolean.TRUE)
        && flag("TieredStopAtLevel").orElse(Compilation.FULL_OPTIMIZATION)
            >= Compilation.FULL_OPTIMIZATION
        && !value("-XX:CompilationMode=").orElse("default").equals("high-only");
  }

  /// {@return the feature version, which is 17 for JDK 17; 0 if unknown}
  public int featureVersion() {
    String version = release.isEmpty() ? properties.getOrDefault("java.vm.version", "") : release;
    Matcher hotspot = HOTSPOT_VERSION.matcher(version);
    if (hotspot.matches()) {
      // JDK 6 has HotSpot versions up to 20, JDK 7 up to 24.
      int number = Integer.parseInt(hotspot.group(1));
      return number == 25 ? 8 : number > 20 && number < 25 ? 7 : number <= 20 && number > 9 ? 6 : 0;
    }
    int digits = 0;
    while (digits < version.length() && Character.isDigit(version.charAt(digits))) {
      digits++;
    }
    return digits == 0 || digits > 4 ? 0 : Integer.parseInt(version.substring(0, digits));
  }
}
