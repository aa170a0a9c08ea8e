package dev.ashlar.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How the contenders of one case stand: in order, each compared with the subject, and in a
/// sentence.
///
/// The subject is the contender [LabRun#SUBJECT]; in a case that it does not run in, the fastest of
/// its variants, those whose names begin with `ashlar-`. It is judged against the others only, not
/// against its own variants; the sentence names those that are faster. Two contenders are level
/// when their scores differ by no more than the combined error, the root of the sum of the squared
/// half-widths. An unknown error counts as none, and the sentence says so.
///
/// @param subject the subject's line; null if it has no figure in this case
/// @param lines the measured contenders, fastest first, those without a figure last
/// @param sentence who won and by how much, as one sentence of plain text
public record Standing(
    LabRun.Case labCase,
    @Nullable Line subject,
    List<Line> lines,
    Verdict verdict,
    String sentence) {

  /// The case in which no contender does any work: what the harness itself costs.
  public static final String CONTROL = "empty";

  /// How the subject did.
  public enum Verdict {
    /// Faster than every rival.
    FASTEST,
    /// Nobody is faster, somebody is level.
    LEVEL,
    /// Somebody is faster.
    SLOWER,
    /// Nobody else has a figure to compare.
    ALONE,
    /// The subject has no figure.
    ABSENT,
    /// The case is the control.
    CONTROL
  }

  /// Where a contender stands among all of a case.
  public enum Place {
    BEST,
    /// Level with the best.
    LEVEL,
    BEHIND,
    /// In the control, without a figure, or measured in another unit than the best.
    UNRANKED
  }

  /// One contender of a case.
  ///
  /// @param ratio its score divided by the subject's: above one it is slower. NaN where there is no
  ///   subject or nothing to divide by
  /// @param ratioError half-width of the ratio; NaN if either error is unknown
  public record Line(LabRun.Row row, double ratio, double ratioError, Place place) {

    public String contender() {
      return row.contender();
    }
  }

  public Standing {
    lines = List.copyOf(lines);
  }

  /// The JVM flags that all of several contenders need; they are worth saying once.
  public List<String> sharedFlags() {
    if (lines.size() < 2) {
      return List.of();
    }
    return lines.getFirst().row().flags().stream()
        .filter(flag -> lines.stream().allMatch(line -> line.row().flags().contains(flag)))
        .toList();
  }

  /// The JVM flags that a contender needs and not all do.
  public List<String> ownFlags(Line line) {
    List<String> shared = sharedFlags();
    return line.row().flags().stream().filter(flag -> !shared.contains(flag)).toList();
  }

  /// The standings of an experiment, case by case in its reading order.
  public static List<Standing> of(LabRun.Experiment experiment) {
    Map<String, LabRun.Case> cases = new LinkedHashMap<>();
    experiment.cases().forEach(c -> cases.put(c.name(), c));
    // A row is never lost because its case was not announced.
    experiment
        .rows()
        .forEach(r -> cases.computeIfAbsent(r.caseName(), name -> new LabRun.Case(name, name, "")));
    List<Standing> standings = new ArrayList<>();
    for (LabRun.Case c : cases.values()) {
      standings.add(
          of(c, experiment.rows().stream().filter(r -> r.caseName().equals(c.name())).toList()));
    }
    return List.copyOf(standings);
  }

  static Standing of(LabRun.Case labCase, List<LabRun.Row> rows) {
    List<LabRun.Row> order =
        rows.stream().sorted(Comparator.comparingDouble(Standing::rank)).toList();
    Optional<LabRun.Row> best = order.stream().filter(Standing::measured).findFirst();
    LabRun.Row subject = subject(order);
    List<Line> lines = new ArrayList<>();
    Line subjectLine = null;
    for (LabRun.Row row : order) {
      Line line = line(row, subject, labCase.name().equals(CONTROL) ? Optional.empty() : best);
      lines.add(line);
      if (row.equals(subject)) {
        subjectLine = line;
      }
    }
    Verdict verdict = verdict(labCase, subject, order);
    return new Standing(
        labCase,
        subjectLine,
        lines,
        verdict,
        Sentence.of(verdict, subject, order.stream().filter(Standing::measured).toList()));
  }

  /// Those the subject is judged against, in their order.
  static List<LabRun.Row> rivals(LabRun.Row subject, List<LabRun.Row> order) {
    return order.stream()
        .filter(r -> measured(r) && !LabRun.isSubject(r.contender()) && sameUnit(r, subject))
        .toList();
  }

  static boolean measured(LabRun.Row row) {
    return Double.isFinite(row.score());
  }

  static boolean sameUnit(LabRun.Row a, LabRun.Row b) {
    return a.unit().equals(b.unit());
  }

  /// True if `a` is faster than `b` by more than the combined error.
  static boolean faster(LabRun.Row a, LabRun.Row b) {
    return sameUnit(a, b) && b.score() - a.score() > combinedError(a, b);
  }

  static boolean level(LabRun.Row a, LabRun.Row b) {
    return sameUnit(a, b) && Math.abs(a.score() - b.score()) <= combinedError(a, b);
  }

  private static double combinedError(LabRun.Row a, LabRun.Row b) {
    return Math.hypot(known(a.error()), known(b.error()));
  }

  private static double known(double error) {
    return Double.isFinite(error) ? error : 0;
  }

  private static double rank(LabRun.Row row) {
    return measured(row) ? row.score() : Double.POSITIVE_INFINITY;
  }

  private static LabRun.@Nullable Row subject(List<LabRun.Row> order) {
    return order.stream()
        .filter(r -> measured(r) && r.contender().equals(LabRun.SUBJECT))
        .findFirst()
        .or(() ->
            order.stream().filter(r -> measured(r) && LabRun.isSubject(r.contender())).findFirst())
        .orElse(null);
  }

  private static Line line(
      LabRun.Row row, LabRun.@Nullable Row subject, Optional<LabRun.Row> best) {
    double ratio = Double.NaN;
    double ratioError = Double.NaN;
    if (subject != null && measured(row) && sameUnit(row, subject) && subject.score() > 0) {
      ratio = row.score() / subject.score();
      // Relative errors of a quotient add in quadrature. The subject is exactly itself.
      ratioError =
          row.equals(subject)
              ? 0
              : Math.hypot(row.error(), ratio * subject.error()) / subject.score();
    }
    return new Line(row, ratio, ratioError, place(row, best));
  }

  private static Place place(LabRun.Row row, Optional<LabRun.Row> best) {
    if (best.isEmpty() || !measured(row) || !sameUnit(row, best.get())) {
      return Place.UNRANKED;
    }
    if (row.equals(best.get())) {
      return Place.BEST;
    }
    return level(row, best.get()) ? Place.LEVEL : Place.BEHIND;
  }

  private static Verdict verdict(
      LabRun.Case labCase, LabRun.@Nullable Row subject, List<LabRun.Row> order) {
    if (labCase.name().equals(CONTROL)) {
      return Verdict.CONTROL;
    }
    if (subject == null) {
      return Verdict.ABSENT;
    }
    List<LabRun.Row> rivals = rivals(subject, order);
    if (rivals.isEmpty()) {
      return Verdict.ALONE;
    }
    if (rivals.stream().anyMatch(r -> faster(r, subject))) {
      return Verdict.SLOWER;
    }
    return rivals.stream().anyMatch(r -> level(r, subject)) ? Verdict.LEVEL : Verdict.FASTEST;
  }
}
