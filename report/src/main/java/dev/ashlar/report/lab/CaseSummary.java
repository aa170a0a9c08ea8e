// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.lab.CaseComparison.Line;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.LabRun;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes a sentence about a case: the verdict and the difference. A loss is stated as plainly as a
/// win.
final class CaseSummary {

  private CaseSummary() {}

  /// @param order the lines that have a figure, lowest score first
  static String of(CaseComparison.Verdict verdict, @Nullable Line subject, List<Line> order) {
    if (order.isEmpty()) {
      return "Nothing was measured here.";
    }
    if (verdict == CaseComparison.Verdict.CONTROL) {
      return control(order);
    }
    if (subject == null) {
      return absent(order);
    }
    List<Line> rivals = CaseComparison.rivals(subject, order);
    String judgement =
        switch (verdict) {
          case FASTEST -> fastest(subject, next(rivals));
          case LEVEL -> level(subject, rivals) + behind(subject, rivals);
          case SLOWER -> slower(subject, rivals) + tooNoisy(rivals, "; too noisy to compare with ");
          case TOO_NOISY -> tooNoisy(subject, rivals);
          case ONE_ROUND ->
              "One round of JVMs gives no verdict; "
                  + subject.contender()
                  + " took "
                  + figure(subject);
          case ALONE, ABSENT, CONTROL ->
              "Only " + subject.contender() + " was measured here: " + figure(subject);
        };
    return judgement + variants(subject, order) + limit(subject, order) + ".";
  }

  /// The rival that the subject is least ahead of.
  private static Line next(List<Line> rivals) {
    return rivals.stream().min(Comparator.comparingDouble(Line::ratio)).orElseThrow();
  }

  private static String fastest(Line subject, Line next) {
    return subject.contender()
        + " is "
        + (subject.isSize() ? "smallest" : "fastest")
        + ": "
        + fasterThan(subject, next)
        + ", the second";
  }

  private static String level(Line subject, List<Line> rivals) {
    List<String> names =
        Stream.concat(Stream.of(subject), with(LabRun.Verdict.LEVEL, rivals))
            .map(Line::contender)
            .toList();
    return listed(names) + " are level (within 5 %)";
  }

  /// Whom the subject is faster than, where that is not the verdict.
  private static String behind(Line subject, List<Line> rivals) {
    List<Line> slower = with(LabRun.Verdict.FASTER, rivals).toList();
    return slower.isEmpty()
        ? ""
        : "; %s %s %s, the second"
            .formatted(
                subject.contender(),
                isComparable(next(slower)) ? "is" : "takes",
                fasterThan(subject, next(slower)));
  }

  private static String slower(Line subject, List<Line> rivals) {
    List<Line> winners = with(LabRun.Verdict.SLOWER, rivals).sorted(byRatio()).toList();
    Line first = winners.getFirst();
    String others =
        winners.size() == 1
            ? ""
            : ", and to "
                + listed(
                    winners.stream()
                        .skip(1)
                        .map(line -> line.contender() + " (" + timesFaster(line) + ")")
                        .toList());
    return subject.contender()
        + " loses to "
        + first.contender()
        + ", which "
        + (isComparable(first)
            ? "is " + timesFaster(first) + " " + better(first) + range(first, true)
            : "takes " + figure(first) + " against " + figure(subject))
        + others;
  }

  private static String tooNoisy(Line subject, List<Line> rivals) {
    List<Line> unclear = with(LabRun.Verdict.TOO_NOISY, rivals).toList();
    List<String> names =
        unclear.stream().map(line -> line.contender() + range(line, false)).toList();
    String levels =
        with(LabRun.Verdict.LEVEL, rivals).findAny().isPresent()
            ? "; " + level(subject, rivals)
            : "";
    return "Too noisy to compare "
        + subject.contender()
        + " with "
        + listed(names)
        + levels
        + behind(subject, rivals);
  }

  private static String tooNoisy(List<Line> rivals, String before) {
    List<String> names = with(LabRun.Verdict.TOO_NOISY, rivals).map(Line::contender).toList();
    return names.isEmpty() ? "" : before + listed(names);
  }

  /// The subject's own variants that beat it: they are no rivals, yet hiding them would not be
  /// honest.
  private static String variants(Line subject, List<Line> order) {
    return String.join(
        "",
        order.stream()
            .filter(line ->
                line.kind() == LabRun.Kind.ASHLAR
                    && !line.equals(subject)
                    && line.verdict() == LabRun.Verdict.SLOWER
                    && isComparable(line))
            .map(line ->
                "; its variant %s is %s %s"
                    .formatted(line.contender(), timesFaster(line), better(line)))
            .toList());
  }

  private static String limit(Line subject, List<Line> order) {
    return order.stream()
        .filter(line -> line.kind() == LabRun.Kind.LIMIT && isComparable(line))
        .findFirst()
        .map(line ->
            "; %s reaches %s (%s)"
                .formatted(subject.contender(), line.shareOfLimit(), line.contender()))
        .orElse("");
  }

  private static String absent(List<Line> order) {
    return "%s has no figure here; %s %s: %s."
        .formatted(
            LabRun.SUBJECT,
            order.size() == 1 ? "only" : "the lowest score is of",
            order.size() == 1
                ? order.getFirst().contender() + " was measured"
                : order.getFirst().contender(),
            figure(order.getFirst()));
  }

  private static String control(List<Line> order) {
    LabRun.Row least = order.getFirst().row();
    LabRun.Row most = order.getLast().row();
    if (order.size() == 1 || !least.unit().equals(most.unit())) {
      return "The control: the harness itself takes " + figure(order.getFirst()) + ".";
    }
    int places = NumberFormats.places(List.of(least.score(), most.score()));
    return "The control: the harness itself takes %s to %s %s."
        .formatted(
            NumberFormats.fixed(least.score(), places),
            NumberFormats.fixed(most.score(), places),
            most.unit());
  }

  private static String fasterThan(Line subject, Line rival) {
    return isComparable(rival)
        ? "%s × %s than %s%s"
            .formatted(
                NumberFormats.ratio(rival.ratio()),
                better(rival),
                rival.contender(),
                range(rival, false))
        : "%s against %s for %s".formatted(figure(subject), figure(rival), rival.contender());
  }

  /// By how much the subject loses to this line.
  private static String timesFaster(Line line) {
    return isComparable(line) ? NumberFormats.ratio(1 / line.ratio()) + " ×" : figure(line);
  }

  /// ` (1.25 to 1.38)`, the interval of the ratio or of its inverse; nothing if it is unknown.
  private static String range(Line line, boolean inverse) {
    LabRun.Comparison c = line.versus();
    if (c == null || !Double.isFinite(c.low()) || !Double.isFinite(c.high())) {
      return "";
    }
    double low = inverse ? 1 / c.high() : c.low();
    double high = inverse ? 1 / c.low() : c.high();
    return " (" + NumberFormats.ratio(low) + " to " + NumberFormats.ratio(high) + ")";
  }

  private static Stream<Line> with(LabRun.Verdict verdict, List<Line> rivals) {
    return rivals.stream().filter(line -> line.verdict() == verdict);
  }

  private static Comparator<Line> byRatio() {
    return Comparator.comparingDouble(Line::ratio);
  }

  private static String better(Line line) {
    return line.isSize() ? "smaller" : "faster";
  }

  /// A score of nothing has no multiples.
  private static boolean isComparable(Line line) {
    return Double.isFinite(line.ratio()) && line.ratio() > 0;
  }

  private static String figure(Line line) {
    LabRun.Row row = line.row();
    return NumberFormats.scoreWithError(row, NumberFormats.places(List.of(row.score())))
        + " "
        + row.unit();
  }

  private static String listed(List<String> names) {
    return names.size() == 1
        ? names.getFirst()
        : String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
  }
}
