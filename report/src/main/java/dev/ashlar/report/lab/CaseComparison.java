// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The contenders of one case, ordered by score, each compared with the subject. The subject has a
/// verdict against the best rival of each of [LabRun.Kind#RIVALS]. The verdict is that of the
/// [LabRun.Comparison]; scores and their errors do not decide it.
///
/// The subject is the contender [LabRun#SUBJECT]. In a case without this contender, it is the
/// variant with the lowest score.
///
/// @param subject the subject's line; null if the subject has no figure in this case
/// @param lines the measured contenders, lowest score first, those without a figure last
public record CaseComparison(LabRun.Case labCase, @Nullable Line subject, List<Line> lines) {

  /// The case in which contenders do no work. It measures the cost of the harness.
  public static final String CONTROL = "empty";

  /// A fork that takes so many times the median of its contender's forks is slow.
  private static final double SLOW = 1.3;

  /// One contender of a case.
  ///
  /// @param versus the comparison of the subject with this contender; null for the subject itself,
  ///   and if there is nothing to compare
  public record Line(
      LabRun.Row row, LabRun.Kind kind, boolean subject, LabRun.@Nullable Comparison versus) {

    public String contender() {
      return row.contender();
    }

    /// {@return the verdict about the subject against this contender; undecided without a
    /// comparison}
    LabRun.Verdict verdict() {
      return versus == null ? LabRun.Verdict.UNDECIDED : versus.verdict();
    }

    /// {@return the verdict in one or two words}
    String word() {
      return isOneRound()
          ? "one round"
          : switch (verdict()) {
            case FASTER -> isSize() ? "smaller" : "faster";
            case SLOWER -> isSize() ? "larger" : "slower";
            default -> verdict().toString();
          };
    }

    /// {@return whether the contender has a figure}
    boolean isMeasured() {
      return Double.isFinite(row.score());
    }

    /// {@return this contender's score divided by the subject's; NaN without a comparison}
    double ratio() {
      return subject ? 1 : versus == null ? Double.NaN : versus.ratio();
    }

    /// {@return whether the subject was compared with this contender in one round only}
    boolean isOneRound() {
      return versus != null && versus.rounds() < 2;
    }

    /// {@return whether the score is a size in bytes; otherwise it is a time}
    boolean isSize() {
      return row.unit().startsWith("B");
    }

    /// {@return warnings about forks: those that were slow, and those in which HotSpot compiled
    /// during measurement}
    List<String> warnings() {
      String forks = NumberFormats.count(row.forks(), "JVM");
      List<String> warnings = new ArrayList<>();
      slowForks()
          .ifPresent(slow ->
              warnings.add(
                  "%d of %s slow as a whole: %s × the median"
                      .formatted(slow.getCount(), forks, NumberFormats.fixed(slow.getMax(), 1))));
      long compiled = row.rounds().stream().filter(LabRun.Round::compiledDuring).count();
      if (compiled > 0) {
        warnings.add("HotSpot compiled during measurement in %d of %s".formatted(compiled, forks));
      }
      return warnings;
    }

    /// {@return statistics of the scores of slow forks, each divided by the median; empty if none
    /// is slow}
    Optional<DoubleSummaryStatistics> slowForks() {
      double[] scores =
          row.rounds().stream()
              .mapToDouble(LabRun.Round::score)
              .filter(Double::isFinite)
              .sorted()
              .toArray();
      if (scores.length < 3 || scores[scores.length / 2] <= 0) {
        return Optional.empty();
      }
      DoubleSummaryStatistics slow =
          Arrays.stream(scores)
              .map(score -> score / scores[scores.length / 2])
              .filter(factor -> factor >= SLOW)
              .summaryStatistics();
      return slow.getCount() == 0 ? Optional.empty() : Optional.of(slow);
    }

    /// {@return the ratio with its interval as text; `1` for the subject}
    String ratioWithInterval() {
      return subject
          ? "1"
          : versus == null
              ? NumberFormats.NONE
              : NumberFormats.ratioWithInterval(versus.ratio(), versus.low(), versus.high());
    }

    /// {@return the subject's share of the limit that this line shows, as `82 % of the limit`}
    String shareOfLimit() {
      return NumberFormats.fixed(100 * ratio(), 0) + " % of the limit";
    }

    /// {@return the judgement about the subject against this line, in one or two words}
    String judgement() {
      return switch (kind) {
        case LIMIT -> Double.isFinite(ratio()) ? shareOfLimit() : "";
        case LESS_WORK -> kind.toString();
        case ASHLAR, JDK, UNSAFE, LIBRARY -> versus == null ? "" : word();
        case CONTROL -> "";
      };
    }
  }

  public CaseComparison {
    lines = List.copyOf(lines);
  }

  public boolean isControl() {
    return labCase.name().equals(CONTROL);
  }

  /// {@return the best rival of each kind that has one}
  public List<Line> opponents() {
    return LabRun.Kind.RIVALS.stream().flatMap(kind -> opponent(kind).stream()).toList();
  }

  /// {@return the rival of this kind against which the subject has the lowest ratio}
  Optional<Line> opponent(LabRun.Kind kind) {
    Line of = subject;
    return of == null
        ? Optional.empty()
        : lines.stream()
            .filter(line ->
                line.kind() == kind
                    && line.isMeasured()
                    && line.row().unit().equals(of.row().unit()))
            .min(Comparator.comparingDouble(Line::ratio));
  }

  boolean has(LabRun.Verdict verdict) {
    return opponents().stream().anyMatch(line -> !line.isOneRound() && line.verdict() == verdict);
  }

  /// {@return the known reason why the subject is slower than this rival; empty if it is not}
  String reason(Line rival) {
    return !rival.isOneRound() && rival.verdict() == LabRun.Verdict.SLOWER
        ? labCase.reason(rival.contender())
        : "";
  }

  /// {@return the verdicts and the differences, as plain text}
  public String sentence() {
    return CaseSummary.of(this);
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
    LabRun.Row subject = subject(order, contenders);
    List<Line> lines = new ArrayList<>();
    Line subjectLine = null;
    for (LabRun.Row row : order) {
      LabRun.Kind kind = control ? LabRun.Kind.CONTROL : kind(row, contenders);
      Line line =
          new Line(
              row, kind, row.equals(subject), control ? null : versus(subject, row, experiment));
      lines.add(line);
      if (line.subject()) {
        subjectLine = line;
      }
    }
    return new CaseComparison(labCase, subjectLine, lines);
  }

  private static double rank(LabRun.Row row) {
    return Double.isFinite(row.score()) ? row.score() : Double.POSITIVE_INFINITY;
  }

  private static LabRun.@Nullable Row subject(
      List<LabRun.Row> order, Map<String, LabRun.Contender> contenders) {
    List<LabRun.Row> measured = order.stream().filter(r -> Double.isFinite(r.score())).toList();
    return measured.stream()
        .filter(r -> r.contender().equals(LabRun.SUBJECT))
        .findFirst()
        .or(() ->
            measured.stream().filter(r -> kind(r, contenders) == LabRun.Kind.ASHLAR).findFirst())
        .orElse(null);
  }

  private static LabRun.Kind kind(LabRun.Row row, Map<String, LabRun.Contender> contenders) {
    LabRun.Contender contender = contenders.get(row.contender());
    return contender == null ? LabRun.Kind.of(row.contender()) : contender.kind();
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
}
