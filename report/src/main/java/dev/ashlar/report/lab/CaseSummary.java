// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.lab.CaseComparison.Line;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.LabRun;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Makes a sentence about a case: the verdict against each opponent, and the difference. A loss has
/// its reason if the reason is known.
final class CaseSummary {

  private CaseSummary() {}

  static String of(CaseComparison comparison) {
    List<Line> order = comparison.lines().stream().filter(Line::isMeasured).toList();
    if (order.isEmpty()) {
      return "Nothing was measured here.";
    }
    if (comparison.isControl()) {
      return control(order);
    }
    Line subject = comparison.subject();
    if (subject == null) {
      return absent(order);
    }
    List<Line> opponents = comparison.opponents();
    String judgement =
        opponents.isEmpty()
            ? "%s has no rival here: %s".formatted(subject.contender(), figure(subject))
            : opponents.stream().allMatch(Line::isOneRound)
                ? "One round of JVMs gives no verdict; %s took %s"
                    .formatted(subject.contender(), figure(subject))
                : subject.contender()
                    + " is "
                    + opponents.stream()
                        .map(line -> against(subject, line))
                        .collect(Collectors.joining(", "));
    return judgement
        + each(order, LabRun.Kind.ASHLAR, line -> variant(subject, line))
        + each(
            order,
            LabRun.Kind.LIMIT,
            line -> "; %s (%s)".formatted(line.shareOfLimit(), name(line)))
        + each(order, LabRun.Kind.LESS_WORK, CaseSummary::lessWork)
        + "."
        + opponents.stream()
            .map(comparison::reason)
            .filter(reason -> !reason.isEmpty())
            .map(reason -> " Why slower: " + reason + ".")
            .distinct()
            .collect(Collectors.joining());
  }

  private static String each(List<Line> order, LabRun.Kind kind, Function<Line, String> text) {
    return order.stream()
        .filter(line -> line.kind() == kind && isComparable(line))
        .map(text)
        .collect(Collectors.joining());
  }

  private static String against(Line subject, Line rival) {
    if (!isComparable(rival)) {
      return "%s against %s, %s against %s"
          .formatted(rival.word(), name(rival), figure(subject), figure(rival));
    }
    String times = " × " + rival.word() + " than ";
    return switch (rival.verdict()) {
      case FASTER -> NumberFormats.ratio(rival.ratio()) + times + name(rival) + range(rival, false);
      case SLOWER ->
          NumberFormats.ratio(1 / rival.ratio()) + times + name(rival) + range(rival, true);
      case LEVEL, ABOUT_LEVEL -> rival.verdict() + " with " + name(rival) + range(rival, false);
      case UNDECIDED -> "undecided against " + name(rival) + range(rival, false);
    };
  }

  /// The subject's own variants that beat it: they are no rivals, yet hiding them would not be
  /// honest.
  private static String variant(Line subject, Line line) {
    return line.equals(subject) || line.verdict() != LabRun.Verdict.SLOWER
        ? ""
        : "; its variant %s is %s × %s"
            .formatted(
                name(line),
                NumberFormats.ratio(1 / line.ratio()),
                line.isSize() ? "smaller" : "faster");
  }

  private static String lessWork(Line line) {
    return "; %s does less work and takes %s × as %s"
        .formatted(name(line), NumberFormats.ratio(line.ratio()), line.isSize() ? "much" : "long");
  }

  private static String absent(List<Line> order) {
    return "%s has no figure here; %s %s: %s."
        .formatted(
            LabRun.SUBJECT,
            order.size() == 1 ? "only" : "the lowest score is of",
            order.size() == 1 ? name(order.getFirst()) + " was measured" : name(order.getFirst()),
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

  /// A score of nothing has no multiples.
  private static boolean isComparable(Line line) {
    return Double.isFinite(line.ratio()) && line.ratio() > 0;
  }

  private static String name(Line line) {
    return line.contender();
  }

  private static String figure(Line line) {
    LabRun.Row row = line.row();
    return NumberFormats.scoreWithError(row, NumberFormats.places(List.of(row.score())))
        + " "
        + row.unit();
  }
}
