// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.report.page.JitDiffView;
import dev.ashlar.report.page.PageTemplate;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes the differences between HotSpot's decisions before and after a change as one
/// self-contained HTML file.
public final class JitDiffPage {
  private static final int MOST_CHANGES = 200;
  private static final int MOST_METHODS = 200;

  /// Changes that are unfolded at first.
  private static final int OPEN = 10;

  private JitDiffPage() {}

  /// Writes the page to `file`, in full or not at all. Missing folders are created.
  ///
  /// @param before the logs before the change, by name
  /// @throws IOException naming the file and the reason
  public static void write(
      Map<String, CompilationLog> before,
      Map<String, CompilationLog> after,
      LogDiff diff,
      Path file)
      throws IOException {
    AtomicFile.write(file, html(before, after, diff));
  }

  static String html(
      Map<String, CompilationLog> before, Map<String, CompilationLog> after, LogDiff diff) {
    List<LogDiff.Change> shown = LogDiffText.shown(diff);
    double most = shown.stream().mapToDouble(LogDiff.Change::frequency).max().orElse(0);
    List<JitDiffView.Change> changes = new ArrayList<>();
    try (SourceLines source = after.values().iterator().next().sourceLines()) {
      for (LogDiff.Change change : shown.stream().limit(MOST_CHANGES).toList()) {
        changes.add(change(changes.size() + 1, change, most, source));
      }
    }
    return PageTemplate.render(
        new JitDiffView(
            "Changed decisions",
            named(before) + " → " + named(after),
            LogDiffText.answer(diff),
            changes,
            NumberFormats.more(shown.size() - MOST_CHANGES, "call"),
            List.of(
                methods("Compiled by C2 only before", diff.onlyBefore()),
                methods("Compiled by C2 only after", diff.onlyAfter())),
            PageTemplate.callStyle()));
  }

  private static String named(Map<String, CompilationLog> logs) {
    return logs.entrySet().stream()
        .map(e -> {
          String jdk = e.getValue().vm().release();
          return jdk.isEmpty() ? e.getKey() : e.getKey() + " (JDK " + jdk + ")";
        })
        .collect(Collectors.joining(", "));
  }

  private static JitDiffView.Change change(
      int number, LogDiff.Change change, double most, SourceLines source) {
    Method caller = change.path().getLast();
    return new JitDiffView.Change(
        number,
        number <= OPEN,
        NumberFormats.width(change.frequency(), most),
        caller.shortName(),
        FindingCards.owner(caller),
        source.position(caller, change.bci()),
        change.callee().shortName(),
        FindingCards.owner(change.callee()),
        change.frequency() < 0 ? "" : NumberFormats.fixed(change.frequency(), 0) + " ×",
        change.consistency().words(),
        change.path().subList(0, change.path().size() - 1).stream()
            .map(Method::shortName)
            .collect(Collectors.joining(" › ")),
        change.before(),
        tone(change.before()),
        change.after(),
        tone(change.after()));
  }

  private static String tone(String outcome) {
    if (outcome.contains("virtual call")) {
      return "virtual";
    }
    if (outcome.contains("called")) {
      return "refused";
    }
    return outcome.contains("intrinsic") ? "intrinsic" : "inlined";
  }

  private static JitDiffView.Methods methods(String title, List<Method> methods) {
    return new JitDiffView.Methods(
        title + ": " + NumberFormats.count(methods.size(), "method"),
        methods.stream().limit(MOST_METHODS).map(Method::qualifiedName).toList(),
        NumberFormats.more(methods.size() - MOST_METHODS, "method"));
  }
}
