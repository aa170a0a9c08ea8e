// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The contenders of one case, ordered by score, each compared with the subject, and a verdict. The
/// verdict follows from the verdicts of [LabRun.Comparison], never from scores or their errors.
///
/// The subject is the contender [LabRun#SUBJECT]. In a case without that, it is the variant with
/// the lowest score. The subject is compared with rivals only. The sentence names variants that are
/// faster than the subject, and the share of each limit that the subject reaches.
///
/// @param subject the subject's line; null if the subject has no figure in this case
/// @param lines the measured contenders, lowest score first, those without a figure last
/// @param sentence the verdict and the difference, as one sentence of plain text
public record CaseComparison(
    LabRun.Case labCase,
    @Nullable Line subject,
    List<Line> lines,
    Verdict verdict,
    String sentence) {

  /// The case in which contenders do no work. It measures the cost of the harness.
  public static final String CONTROL = "empty";

  /// The result of the subject.
  public enum Verdict {
    /// Faster than every rival.
    FASTEST("fastest"),
    /// No rival is faster, at least one is level.
    LEVEL("level"),
    /// At least one rival is faster.
    SLOWER("slower"),
    /// No rival is known to be faster, but at least one may be.
    TOO_NOISY("too noisy to tell"),
    /// Each contender ran in one JVM, from which no interval follows.
    ONE_ROUND("no verdict"),
    /// No rival has a figure to compare.
    ALONE("alone"),
    /// The subject has no figure.
    ABSENT("no ashlar"),
    /// The case is the control.
    CONTROL("control");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /// One contender of a case.
  ///
  /// @param versus the comparison of the subject with this contender; null for the subject itself,
  ///   and if there is nothing to compare
  public record Line(
      LabRun.Row row, LabRun.Kind kind, boolean subject, LabRun.@Nullable Comparison versus) {

    public String contender() {
      return row.contender();
    }

    /// The verdict about the subject against this contender; too noisy where none was made.
    LabRun.Verdict verdict() {
      return versus == null ? LabRun.Verdict.TOO_NOISY : versus.verdict();
    }

    /// True if the contender has a figure.
    boolean isMeasured() {
      return Double.isFinite(row.score());
    }

    /// This contender's score over the subject's; NaN where they are not compared.
    double ratio() {
      return subject ? 1 : versus == null ? Double.NaN : versus.ratio();
    }

    /// True if the subject was compared with this contender in one round only.
    boolean isOneRound() {
      return versus != null && versus.rounds() < 2;
    }

    /// Bytes; all else is time.
    boolean isSize() {
      return row.unit().startsWith("B");
    }

    /// Forks in which HotSpot compiled while an iteration was measured.
    long compiledForks() {
      return row.rounds().stream().filter(LabRun.Round::compiledDuring).count();
    }

    /// The ratio with its interval; the subject's own is one.
    String ratioWithInterval() {
      return subject
          ? "1"
          : versus == null
              ? NumberFormats.NONE
              : NumberFormats.ratioWithInterval(versus.ratio(), versus.low(), versus.high());
    }

    /// `82 % of the limit`: what the subject reaches of what this line shows to be possible.
    String shareOfLimit() {
      return NumberFormats.fixed(100 * ratio(), 0) + " % of the limit";
    }

    /// The judgement about the subject against this line, in a word or two.
    String judgement() {
      return switch (kind) {
        case RIVAL -> versus == null ? "" : isOneRound() ? "one round" : verdict().toString();
        case LIMIT -> Double.isFinite(ratio()) ? shareOfLimit() : "";
        case ASHLAR -> subject || versus == null ? "" : verdict().toString();
        case CONTROL -> "";
      };
    }
  }

  public CaseComparison {
    lines = List.copyOf(lines);
  }

  /// Returns the verdict in one or two words.
  public String badge() {
    return verdict == Verdict.FASTEST && subject != null && subject.isSize()
        ? "smallest"
        : verdict.toString();
  }

  /// Returns the JVM flags that all contenders need, if there are several contenders. They are
  /// printed once.
  public List<String> sharedFlags() {
    if (lines.size() < 2) {
      return List.of();
    }
    return lines.getFirst().row().flags().stream()
        .filter(flag -> lines.stream().allMatch(line -> line.row().flags().contains(flag)))
        .toList();
  }

  /// Returns the JVM flags that this contender needs, but not all contenders.
  public List<String> ownFlags(Line line) {
    List<String> shared = sharedFlags();
    return line.row().flags().stream().filter(flag -> !shared.contains(flag)).toList();
  }

  /// Returns the comparisons of an experiment, in the order of its cases.
  public static List<CaseComparison> of(LabRun.Experiment experiment) {
    Map<String, LabRun.Case> cases = new LinkedHashMap<>();
    experiment.cases().forEach(c -> cases.put(c.name(), c));
    // A row is never lost because its case was not announced.
    experiment
        .rows()
        .forEach(r -> cases.computeIfAbsent(r.caseName(), name -> new LabRun.Case(name, name, "")));
    return cases.values().stream().map(c -> of(c, experiment)).toList();
  }

  private static CaseComparison of(LabRun.Case labCase, LabRun.Experiment experiment) {
    Map<String, LabRun.Contender> contenders =
        experiment.contenders().stream()
            .collect(Collectors.toMap(LabRun.Contender::name, Function.identity(), (a, _) -> a));
    List<LabRun.Row> order =
        experiment.rows().stream()
            .filter(r -> r.caseName().equals(labCase.name()))
            .sorted(Comparator.comparingDouble(CaseComparison::rank))
            .toList();
    boolean control = labCase.name().equals(CONTROL);
    LabRun.Row subject = subject(order);
    List<Line> lines = new ArrayList<>();
    Line subjectLine = null;
    for (LabRun.Row row : order) {
      LabRun.Contender contender = contenders.get(row.contender());
      LabRun.Kind kind =
          control
              ? LabRun.Kind.CONTROL
              : contender == null
                  ? new LabRun.Contender(row.contender(), "").kind()
                  : contender.kind();
      Line line =
          new Line(
              row, kind, row.equals(subject), control ? null : versus(subject, row, experiment));
      lines.add(line);
      if (line.subject()) {
        subjectLine = line;
      }
    }
    Verdict verdict = verdict(control, subjectLine, lines);
    return new CaseComparison(
        labCase,
        subjectLine,
        lines,
        verdict,
        CaseSummary.of(verdict, subjectLine, lines.stream().filter(Line::isMeasured).toList()));
  }

  private static double rank(LabRun.Row row) {
    return Double.isFinite(row.score()) ? row.score() : Double.POSITIVE_INFINITY;
  }

  private static LabRun.@Nullable Row subject(List<LabRun.Row> order) {
    List<LabRun.Row> measured = order.stream().filter(r -> Double.isFinite(r.score())).toList();
    return measured.stream()
        .filter(r -> r.contender().equals(LabRun.SUBJECT))
        .findFirst()
        .or(() -> measured.stream().filter(r -> LabRun.isSubject(r.contender())).findFirst())
        .orElse(null);
  }

  private static LabRun.@Nullable Comparison versus(
      LabRun.@Nullable Row subject, LabRun.Row row, LabRun.Experiment experiment) {
    if (subject == null) {
      return null;
    }
    return experiment.comparisons().stream()
        .filter(c ->
            c.caseName().equals(row.caseName())
                && c.contender().equals(subject.contender())
                && c.rival().equals(row.contender()))
        .findFirst()
        .orElse(null);
  }

  /// Returns the contenders with which the subject is compared, in their order.
  static List<Line> rivals(Line subject, List<Line> lines) {
    return lines.stream()
        .filter(line ->
            line.kind() == LabRun.Kind.RIVAL
                && line.isMeasured()
                && line.row().unit().equals(subject.row().unit()))
        .toList();
  }

  private static Verdict verdict(boolean control, @Nullable Line subject, List<Line> lines) {
    if (control) {
      return Verdict.CONTROL;
    }
    if (subject == null) {
      return Verdict.ABSENT;
    }
    List<Line> rivals = rivals(subject, lines);
    List<LabRun.Verdict> verdicts = rivals.stream().map(Line::verdict).distinct().toList();
    if (verdicts.isEmpty()) {
      return Verdict.ALONE;
    }
    if (rivals.stream().allMatch(Line::isOneRound)) {
      return Verdict.ONE_ROUND;
    }
    if (verdicts.contains(LabRun.Verdict.SLOWER)) {
      return Verdict.SLOWER;
    }
    if (verdicts.contains(LabRun.Verdict.TOO_NOISY)) {
      return Verdict.TOO_NOISY;
    }
    return verdicts.contains(LabRun.Verdict.LEVEL) ? Verdict.LEVEL : Verdict.FASTEST;
  }
}
