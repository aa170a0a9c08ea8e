// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.rules.Rules;
import dev.ashlar.report.ci.JUnitReport;
import dev.ashlar.results.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Writes the results of checking rules in JUnit's XML format, which build servers read. The report
/// has a suite for each log and a test for each rule. A rule is skipped if a baseline accepts its
/// reasons.
public final class JitCheckJUnit {
  private JitCheckJUnit() {}

  /// Writes the report to `file`, in full or not at all. Missing folders are created.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(String rulesName, Rules rules, List<CheckedLog> logs, Path file)
      throws IOException {
    AtomicFile.write(file, xml(rulesName, rules, logs));
  }

  static String xml(String rulesName, Rules rules, List<CheckedLog> logs) {
    return JUnitReport.xml(
        logs.stream()
            .map(log ->
                new JUnitReport.Suite(
                    log.name(),
                    rules.texts().entrySet().stream()
                        .map(rule -> test(rulesName, rule.getKey(), rule.getValue(), log))
                        .toList()))
            .toList());
  }

  private static JUnitReport.Case test(
      String rulesName, int lineNumber, String rule, CheckedLog log) {
    List<String> broken =
        log.broken().stream()
            .filter(b -> b.lineNumber() == lineNumber)
            .flatMap(b -> b.reasons().stream())
            .toList();
    boolean accepted = log.accepted().stream().anyMatch(b -> b.lineNumber() == lineNumber);
    return new JUnitReport.Case(
        rulesName,
        "line " + lineNumber + ": " + rule,
        broken,
        accepted && broken.isEmpty() ? "broken, and accepted by the baseline" : "");
  }
}
