// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.ParseProblem;
import dev.ashlar.jit.rules.Rules;
import dev.ashlar.report.page.JitCheckView;
import dev.ashlar.report.page.PageTemplate;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes the results of checking rules as one self-contained HTML file.
public final class JitCheckPage {
  /// A limit, because each call is a reason, and a method may be inlined in very many.
  private static final int MOST_REASONS = 100;

  private JitCheckPage() {}

  /// Writes the page to `file`, in full or not at all. Missing folders are created.
  ///
  /// @throws IOException naming the file and the reason
  public static void write(String rulesName, Rules rules, List<CheckedLog> logs, Path file)
      throws IOException {
    AtomicFile.write(file, html(rulesName, rules, logs));
  }

  static String html(String rulesName, Rules rules, List<CheckedLog> logs) {
    long broken = logs.stream().mapToLong(log -> log.broken().size()).sum();
    long accepted = logs.stream().mapToLong(log -> log.accepted().size()).sum();
    String title =
        broken == 0
            ? accepted == 0
                ? NumberFormats.count(rules.count(), "rule")
                    + (rules.count() == 1 ? " holds" : " hold")
                : "no rule is newly broken"
            : NumberFormats.count(broken, "rule") + (broken == 1 ? " is broken" : " are broken");
    return PageTemplate.render(
        new JitCheckView(
            title,
            rulesName + " · " + NumberFormats.count(logs.size(), "log"),
            logs.stream().map(log -> view(rules, log)).toList(),
            PageTemplate.asset("page.css") + PageTemplate.asset("jit.css")));
  }

  private static JitCheckView.Log view(Rules rules, CheckedLog checked) {
    CompilationLog log = checked.log();
    Set<Integer> lines =
        Stream.of(checked.broken(), checked.accepted())
            .flatMap(List::stream)
            .map(Rules.Broken::lineNumber)
            .collect(Collectors.toSet());
    List<String> holding =
        rules.texts().entrySet().stream()
            .filter(rule -> !lines.contains(rule.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    List<String> warnings = new ArrayList<>();
    log.whyNothing().ifPresent(why -> warnings.add("No findings: " + why + "."));
    if (!log.parseProblems().isEmpty()) {
      warnings.add(
          log.parseProblems().stream()
              .map(ParseProblem::words)
              .collect(Collectors.joining("; ", "Not all of the log could be read: ", ".")));
    }
    return new JitCheckView.Log(
        checked.name(),
        "%,d of %s hold%s in JDK %s."
            .formatted(
                holding.size(),
                NumberFormats.count(rules.count(), "rule"),
                holding.size() == 1 ? "s" : "",
                log.vm().jdk()),
        warnings,
        checked.broken().stream().map(JitCheckPage::view).toList(),
        checked.onlyAccepted().stream().map(Rules.Broken::rule).toList(),
        holding);
  }

  private static JitCheckView.Broken view(Rules.Broken broken) {
    int left = broken.reasons().size() - MOST_REASONS;
    return new JitCheckView.Broken(
        broken.lineNumber(),
        broken.rule(),
        broken.reasons().stream().limit(MOST_REASONS).toList(),
        left > 0 ? "… and " + NumberFormats.count(left, "more reason") + ", in --json" : "");
  }
}
