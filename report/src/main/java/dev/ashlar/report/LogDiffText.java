package dev.ashlar.report;

import dev.ashlar.jit.LogDiff;
import dev.ashlar.jit.LogDiff.Standing;
import dev.ashlar.jit.Method;
import dev.ashlar.jit.SourceLines;
import dev.ashlar.report.LabText.Ink;
import dev.ashlar.report.LabText.Style;
import java.util.List;
import java.util.stream.Collectors;

/// What differs between logs before and after a change, as text for a terminal.
public final class LogDiffText {
  private LogDiffText() {}

  /// What differs, at most `most` calls; of those that are noise only how many there are.
  ///
  /// @param source the lines of the methods after the change
  public static String of(LogDiff diff, SourceLines source, int most, Style style) {
    TextLines lines = new TextLines(style);
    List<LogDiff.Change> changes = told(diff);
    lines.wrapped(answer(diff), "", Ink.NONE);
    for (LogDiff.Change change : changes.stream().limit(most).toList()) {
      lines.blank();
      lines.wrapped(
          change.path().getLast().qualifiedName()
              + " "
              + source.position(change.path().getLast(), change.bci())
              + " calls "
              + change.callee().qualifiedName(),
          "",
          Ink.BOLD);
      String times =
          change.frequency() < 0 ? "" : Figures.fixed(change.frequency(), 0) + " times; ";
      lines.wrapped(
          times + change.standing().words() + "; in " + path(change.path()),
          TextLines.GAP,
          Ink.DIM);
      lines.wrapped("before: " + change.before(), TextLines.GAP, Ink.NONE);
      lines.wrapped("after:  " + change.after(), TextLines.GAP, Ink.SUBJECT);
    }
    lines.more(changes.size(), most);
    only(lines, "compiled by C2 before only", diff.onlyBefore(), most);
    only(lines, "compiled by C2 after only", diff.onlyAfter(), most);
    return lines.toString();
  }

  /// {@return the changes that are no noise}
  static List<LogDiff.Change> told(LogDiff diff) {
    return diff.changes().stream().filter(c -> c.standing() != Standing.NOISE).toList();
  }

  /// How many calls differ, and what that is worth.
  static String answer(LogDiff diff) {
    int told = told(diff).size();
    int noise = diff.changes().size() - told;
    String answer =
        told == 0
            ? "No call that both sides have was decided otherwise"
            : Figures.count(told, "call") + " that both sides have came out otherwise";
    if (noise > 0) {
      answer += "; " + noise + " more differ among equal runs too, and are left out";
    }
    if (Math.min(diff.runsBefore(), diff.runsAfter()) > 1) {
      return answer + ". First those that differ in each run, then those most often counted.";
    }
    boolean equal = told == 0 && diff.onlyBefore().isEmpty() && diff.onlyAfter().isEmpty();
    return answer
        + (told == 0 ? "." : ", the most often counted first.")
        + (equal
            ? ""
            : " With one log on a side noise is unknown: two equal runs differ too. Name several"
                + " with --old and --new.");
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
