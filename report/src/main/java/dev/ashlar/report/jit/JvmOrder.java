// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Orders logs by the CPU time of the JVM, the largest first. If the CPU time is unknown, the time
/// of the compilers takes its place, which is a part of the CPU time.
public final class JvmOrder {
  private JvmOrder() {}

  /// {@return the same logs, the JVM with the most CPU time first}
  public static Map<String, CompilationLog> of(Map<String, CompilationLog> logs) {
    return logs.entrySet().stream()
        .sorted(
            Comparator.comparingDouble(
                    (Map.Entry<String, CompilationLog> e) -> seconds(e.getValue()))
                .reversed())
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, LinkedHashMap::new));
  }

  /// {@return the measure of the order, for a heading}
  static String measure(Map<String, CompilationLog> logs) {
    long known = logs.values().stream().filter(log -> log.cpuTime().isPresent()).count();
    if (known == 0) {
      return "by the time of their compilers, as their CPU time is not known";
    }
    return known == logs.size()
        ? "by CPU time"
        : "by CPU time, or where that is not known by the time of their compilers";
  }

  /// {@return `12.3 s of CPU time`, or the time of the compilers}
  static String words(CompilationLog log) {
    if (seconds(log) == 0 && !log.notKnown().isEmpty()) {
      return "compile times unknown";
    }
    return String.format(Locale.ROOT, "%.1f s ", seconds(log))
        + (log.cpuTime().isPresent() ? "of CPU time" : "in its compilers");
  }

  private static double seconds(CompilationLog log) {
    return log.cpuTime().map(time -> time.toMillis() / 1000.0).orElseGet(log::compilerSeconds);
  }
}
