package dev.ashlar.report;

import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.SourceLines;
import dev.ashlar.report.LabText.Ink;
import dev.ashlar.report.LabText.Style;
import java.util.List;
import java.util.stream.Collectors;

/// What differs between two logs, as text for a terminal.
public final class LogDiffText {
  private LogDiffText() {}

  /// What differs between two logs, at most `most` calls.
  ///
  /// @param source the lines of the second log's methods
  public static String of(LogDiff diff, SourceLines source, int most, Style style) {
    TextLines lines = new TextLines(style);
    if (diff.changes().isEmpty()) {
      lines.wrapped("No call that both logs have was decided otherwise.", "", Ink.NONE);
    }
    for (LogDiff.Change change : diff.changes().stream().limit(most).toList()) {
      lines.wrapped(
          change.path().getLast().qualifiedName()
              + " "
              + source.position(change.path().getLast(), change.bci())
              + " calls "
              + change.callee().qualifiedName(),
          "",
          Ink.BOLD);
      lines.wrapped("in " + path(change.path()), TextLines.GAP, Ink.DIM);
      lines.wrapped("before: " + change.before(), TextLines.GAP, Ink.NONE);
      lines.wrapped("after:  " + change.after(), TextLines.GAP, Ink.SUBJECT);
    }
    lines.more(diff.changes().size(), most);
    only(lines, "compiled by C2 in the first run only", diff.onlyBefore(), most);
    only(lines, "compiled by C2 in the second run only", diff.onlyAfter(), most);
    return lines.toString();
  }

  private static String path(List<Method> path) {
    return path.stream().map(Method::shortName).collect(Collectors.joining(" > "));
  }

  private static void only(TextLines lines, String title, List<Method> methods, int most) {
    if (methods.isEmpty()) {
      return;
    }
    lines.title(title);
    methods.stream()
        .limit(most)
        .forEach(m -> lines.wrapped(m.qualifiedName(), TextLines.GAP, Ink.NONE));
    lines.more(methods.size(), most);
  }
}
