// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.LogDiff.Consistency;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.SourceLines;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import java.util.List;
import java.util.stream.Collectors;

/// Prints the differences between logs before and after a change, as text for a terminal.
public final class LogDiffText {
  private LogDiffText() {}

  /// Returns the differences of at most `most` calls. Differences that are noise are only counted.
  ///
  /// @param source the source lines of the methods after the change
  public static String of(LogDiff diff, SourceLines source, int most, Style style) {
    TextLines lines = new TextLines(style);
    List<LogDiff.Change> changes = shown(diff);
    lines.wrapped(answer(diff), "", Ink.NONE);
    for (LogDiff.Change change : changes.stream().limit(most).toList()) {
      lines.blank();
      lines.wrapped(
          change.path().getLast().fullName()
              + " "
              + source.position(change.path().getLast(), change.bci())
              + " calls "
              + change.callee().fullName(),
          "",
          Ink.BOLD);
      String times =
          change.frequency() < 0
              ? ""
              : NumberFormats.count(Math.round(change.frequency()), "time") + "; ";
      lines.indented(times + change.consistency().words() + "; in " + path(change.path()), Ink.DIM);
      lines.indented("before: " + change.before(), Ink.NONE);
      lines.indented("after:  " + change.after(), Ink.SUBJECT);
    }
    lines.more(changes.size(), most);
    only(lines, "compiled by C2 only before", diff.onlyBefore(), most);
    only(lines, "compiled by C2 only after", diff.onlyAfter(), most);
    return lines.toString();
  }

  static List<LogDiff.Change> shown(LogDiff diff) {
    return diff.changes().stream().filter(c -> c.consistency() != Consistency.NOISE).toList();
  }

  /// {@return a sentence with the number of calls that differ, and how reliable it is}
  static String answer(LogDiff diff) {
    int shown = shown(diff).size();
    int noise = diff.changes().size() - shown;
    String answer =
        shown == 0
            ? "No decision changed among the calls of both sides"
            : NumberFormats.count(shown, "call") + " of both sides changed";
    if (noise > 0) {
      answer += "; " + noise + " more differ between runs of the same side too, and are not shown";
    }
    if (Math.min(diff.runsBefore(), diff.runsAfter()) > 1) {
      return answer
          + ". Calls that differ in every run come first, then those with the highest counts.";
    }
    boolean equal = shown == 0 && diff.onlyBefore().isEmpty() && diff.onlyAfter().isEmpty();
    return answer
        + (shown == 0 ? "." : ", the highest counts first.")
        + (equal
            ? ""
            : " With one log on each side the noise is unknown, since two runs of the same program"
                + " differ too. Give several logs with --old and --new.");
  }

  private static String path(List<Method> path) {
    return path.stream().map(Method::shortName).collect(Collectors.joining(" > "));
  }

  private static void only(TextLines lines, String title, List<Method> methods, int most) {
    if (methods.isEmpty()) {
      return;
    }
    lines.title(title);
    methods.stream().limit(most).forEach(m -> lines.indented(m.fullName(), Ink.NONE));
    lines.more(methods.size(), most);
  }
}
