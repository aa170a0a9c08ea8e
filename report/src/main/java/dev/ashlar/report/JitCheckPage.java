package dev.ashlar.report;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.ParseProblem;
import dev.ashlar.jit.Rules;
import dev.ashlar.report.page.JitCheckView;
import dev.ashlar.report.page.PageTemplate;
import dev.ashlar.results.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The results of checking rules, as one HTML file that needs nothing else.
public final class JitCheckPage {
  /// A limit, because each call is a reason, and a method may be inlined in very many.
  private static final int MOST_REASONS = 100;

  private JitCheckPage() {}

  /// Writes the page to `file`, in full or not at all; missing folders are made.
  ///
  /// @param logs each under its name
  /// @param brokenRules what [Rules#check] said of each, under the same name
  /// @throws IOException naming the file and the reason
  public static void write(
      String rulesName,
      Rules rules,
      Map<String, CompilationLog> logs,
      Map<String, List<Rules.Broken>> brokenRules,
      Path file)
      throws IOException {
    AtomicFile.write(file, html(rulesName, rules, logs, brokenRules));
  }

  static String html(
      String rulesName,
      Rules rules,
      Map<String, CompilationLog> logs,
      Map<String, List<Rules.Broken>> brokenRules) {
    List<JitCheckView.Log> views = new ArrayList<>();
    logs.forEach((name, log) ->
        views.add(view(name, rules, log, brokenRules.getOrDefault(name, List.of()))));
    long broken = views.stream().mapToLong(v -> v.broken().size()).sum();
    return PageTemplate.render(
        new JitCheckView(
            broken == 0
                ? NumberFormats.count(rules.count(), "rule")
                    + (rules.count() == 1 ? " holds" : " hold")
                : NumberFormats.count(broken, "rule")
                    + (broken == 1 ? " is broken" : " are broken"),
            rulesName + " · " + NumberFormats.count(logs.size(), "log"),
            views,
            PageTemplate.asset("page.css") + PageTemplate.asset("jit.css")));
  }

  private static JitCheckView.Log view(
      String name, Rules rules, CompilationLog log, List<Rules.Broken> broken) {
    Set<Integer> lines = broken.stream().map(Rules.Broken::lineNumber).collect(Collectors.toSet());
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
        name,
        "%,d of %s hold%s in JDK %s."
            .formatted(
                holding.size(),
                NumberFormats.count(rules.count(), "rule"),
                holding.size() == 1 ? "s" : "",
                log.vm().jdk()),
        warnings,
        broken.stream().map(JitCheckPage::view).toList(),
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
