// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.lab.CaseComparison.Line;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import dev.ashlar.report.text.TextWrap;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Kind;
import dev.ashlar.results.LabRun.Omission;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Prints a run on one screen. It has a line for each case and each kind of rival with the verdict,
/// wins first. A loss has its reason. No line is wider than [#WIDTH] columns.
public final class LabSummary {
  /// The columns of the widest line.
  public static final int WIDTH = 80;

  /// Before a reason, below the ratio.
  private static final String INDENT = " ".repeat(15);

  private record Labeled(String label, String name, CaseComparison comparison) {}

  private final TextLines lines;

  private LabSummary(Style style) {
    this.lines = new TextLines(style);
  }

  /// Returns the last screen of a run. Each line ends with a line feed.
  public static String of(LabRun run, Style style) {
    LabSummary summary = new LabSummary(style);
    List<Labeled> all = run.experiments().stream().flatMap(LabSummary::labeled).toList();
    summary.heading(run, all.size());
    List<WinLossCount> counts = WinLossCount.of(all.stream().map(Labeled::comparison).toList());
    counts.forEach(count -> summary.verdicts(count, all));
    summary.lines.blank();
    summary.others("Share of the limit", all, Kind.LIMIT, "%s %s %% of %s");
    summary.others(
        "Do less work, in this share of Ashlar's time", all, Kind.LESS_WORK, "%1$s %3$s %2$s %%");
    summary.slowForks(all);
    summary.omitted("failed", LabRun.Experiment::failed, run, Ink.LOSS);
    summary.omitted("could not run", LabRun.Experiment::skipped, run, Ink.DIM);
    return summary.lines.toString();
  }

  /// Each reason once, with the first pair that has it. What a mode leaves out is on the page.
  private void omitted(
      String what, Function<LabRun.Experiment, List<Omission>> part, LabRun run, Ink ink) {
    List<Omission> omissions =
        run.experiments().stream()
            .flatMap(experiment ->
                part.apply(experiment).stream()
                    .filter(one -> !one.why().startsWith("not part of "))
                    .map(one ->
                        new Omission(
                            experiment.name() + " " + one.caseName(), one.contender(), one.why())))
            .toList();
    for (SkippedPairs group : SkippedPairs.grouped(omissions)) {
      String pair =
          group.blocks().getFirst().cases().getFirst()
              + " "
              + group.blocks().getFirst().contenders().getFirst();
      int others = group.pairs() - 1;
      wrapped(
          "%s: %s%s: %s"
              .formatted(
                  what,
                  pair.replace(" *", ""),
                  others == 0 ? "" : " and %d more".formatted(others),
                  group.why()),
          "",
          ink);
    }
  }

  /// Returns the verdicts of one case as one line.
  ///
  /// @param ofOneCase an experiment that has only this case
  public static String line(LabRun.Experiment ofOneCase, Style style) {
    LabSummary summary = new LabSummary(style);
    CaseComparison.of(ofOneCase)
        .forEach(one -> {
          String verdicts =
              one.opponents().isEmpty()
                  ? one.isControl() ? "control" : "no rival"
                  : one.opponents().stream()
                      .map(line ->
                          "%s %s %s"
                              .formatted(
                                  line.kind(), line.word(), NumberFormats.ratio(line.ratio())))
                      .collect(Collectors.joining(", "));
          String label = ofOneCase.name() + " " + one.labCase().name();
          int room = WIDTH - 4 - verdicts.length();
          summary.add("  " + fitted(label, Math.max(12, room)) + "  " + verdicts, Ink.NONE);
        });
    if (!ofOneCase.failed().isEmpty()) {
      summary.add(
          "  %s: %s failed"
              .formatted(ofOneCase.name(), NumberFormats.count(ofOneCase.failed().size(), "pair")),
          Ink.LOSS);
    }
    return summary.lines.toString();
  }

  /// An experiment with one case stands for its question.
  private static Stream<Labeled> labeled(LabRun.Experiment experiment) {
    List<CaseComparison> cases =
        CaseComparison.of(experiment).stream().filter(one -> !one.isControl()).toList();
    return cases.stream()
        .map(one -> {
          String name = experiment.name() + " " + one.labCase().name();
          return cases.size() == 1
              ? new Labeled(experiment.title(), experiment.name(), one)
              : new Labeled(name, name, one);
        });
  }

  private void heading(LabRun run, int cases) {
    lines.blank();
    wrapped(
        "%s, %s, JDK %s: %s in %s%s"
            .formatted(
                run.cpu(),
                NumberFormats.count(run.cores(), "core"),
                run.jdk(),
                NumberFormats.count(cases, "case"),
                NumberFormats.seconds(
                    run.experiments().stream().mapToDouble(LabRun.Experiment::seconds).sum()),
                run.complete() ? "" : ", interrupted"),
        "",
        Ink.BOLD);
    wrapped(
        "Rival's time ÷ Ashlar's [95 % interval]; level ± 5 %, about level 0.8 to 1.25",
        "", Ink.DIM);
  }

  private void verdicts(WinLossCount count, List<Labeled> all) {
    List<Labeled> ordered =
        all.stream()
            .filter(one -> one.comparison.opponent(count.rivals()).isPresent())
            .sorted(
                Comparator.comparing((Labeled one) -> opponent(one, count).isOneRound())
                    .thenComparing(one -> opponent(one, count).verdict())
                    .thenComparing(one -> opponent(one, count).ratio(), Comparator.reverseOrder()))
            .toList();
    lines.blank();
    wrapped(count.sentence(), "", Ink.BOLD);
    if (count.rivals() == Kind.LIBRARY) {
      wrapped(
          ordered.stream()
              .map(one -> {
                Line line = opponent(one, count);
                String why = one.comparison.reason(line);
                return "%s %s %s%s"
                    .formatted(
                        one.name,
                        line.ratioWithInterval(),
                        line.contender(),
                        why.isEmpty() ? "" : ": " + why);
              })
              .collect(Collectors.joining(", ")),
          TextLines.GAP,
          Ink.NONE);
    } else {
      int ratio = longest(count.lines().stream().map(Line::ratioWithInterval));
      int rival = longest(count.lines().stream().map(Line::contender));
      ordered.forEach(one -> verdict(one, opponent(one, count), ratio, rival));
    }
  }

  private static int longest(Stream<String> texts) {
    return texts.mapToInt(String::length).max().orElse(0);
  }

  private static Line opponent(Labeled one, WinLossCount count) {
    return one.comparison.opponent(count.rivals()).orElseThrow();
  }

  private void verdict(Labeled one, Line line, int ratio, int rival) {
    int room = Math.max(12, WIDTH - INDENT.length() - ratio - rival - 4);
    add(
        "  %-11s  %s  %s  %s"
            .formatted(
                line.word(),
                fitted(line.ratioWithInterval(), ratio),
                fitted(one.label, room),
                line.contender()),
        switch (line.verdict()) {
          case FASTER -> Ink.WIN;
          case SLOWER -> Ink.LOSS;
          case UNDECIDED -> Ink.DIM;
          default -> Ink.NONE;
        });
    String reason = one.comparison.reason(line);
    if (!reason.isEmpty()) {
      wrapped("why: " + reason, INDENT, Ink.DIM);
    }
  }

  /// @param format of a case's name, a share and a contender
  private void others(String title, List<Labeled> all, Kind kind, String format) {
    String shares =
        all.stream()
            .flatMap(one ->
                one.comparison.lines().stream()
                    .filter(line -> line.kind() == kind && Double.isFinite(line.ratio()))
                    .map(line ->
                        format.formatted(
                            one.name,
                            NumberFormats.fixed(100 * line.ratio(), 0),
                            line.contender())))
            .collect(Collectors.joining(", "));
    if (!shares.isEmpty()) {
      wrapped(title + ": " + shares + ".", "", Ink.NONE);
    }
  }

  private void slowForks(List<Labeled> all) {
    String slow =
        all.stream()
            .flatMap(one ->
                one.comparison.lines().stream()
                    .flatMap(line ->
                        line.slowForks().stream()
                            .map(forks ->
                                "%s %s %d of %d (%s ×)"
                                    .formatted(
                                        one.name,
                                        line.contender(),
                                        forks.getCount(),
                                        line.row().forks(),
                                        NumberFormats.fixed(forks.getMax(), 1)))))
            .collect(Collectors.joining(", "));
    if (!slow.isEmpty()) {
      wrapped("JVMs that were slow as a whole: " + slow + ".", "", Ink.DIM);
    }
  }

  private void wrapped(String text, String indent, Ink ink) {
    TextWrap.lines(lines.shown(text), WIDTH - indent.length())
        .forEach(line -> lines.add(indent + line, ink));
  }

  private void add(String line, Ink ink) {
    lines.add(lines.shown(line), ink);
  }

  /// A text of this width, without the end of a longer one.
  private static String fitted(String text, int width) {
    return (text + " ".repeat(width)).substring(0, width);
  }
}
