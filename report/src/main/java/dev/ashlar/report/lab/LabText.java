// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/// Prints an experiment as text for a terminal: its question, a table and a sentence for each case,
/// then the pairs without figures. No line is wider than [TextLines#WIDTH] columns.
public final class LabText {

  /// The most chars of names for one reason. The rest is counted.
  private static final int NAMED = 300;

  private final TextLines lines;

  private LabText(Style style) {
    this.lines = new TextLines(style);
  }

  /// Returns the beginning of the text of an experiment. Each line ends with a line feed.
  public static String beginning(String name, String title, String question, Style style) {
    LabText text = new LabText(style);
    text.lines.wrapped(name + ": " + title, "", Ink.BOLD);
    text.lines.wrapped(question, "", Ink.NONE);
    return text.lines.toString();
  }

  /// Returns only the tables and sentences of the experiment's cases.
  public static String cases(LabRun.Experiment experiment, Style style) {
    LabText text = new LabText(style);
    CaseComparison.of(experiment).forEach(text::comparison);
    return text.lines.toString();
  }

  /// Returns the end of the text of an experiment: the counts of wins and losses, and the pairs
  /// without figures.
  public static String ending(LabRun.Experiment experiment, Style style) {
    LabText text = new LabText(style);
    text.summary(CaseComparison.of(experiment));
    text.omissions("not measured", Ink.NONE, experiment.skipped());
    text.omissions("failed", Ink.LOSS, experiment.failed());
    return text.lines.toString();
  }

  private void comparison(CaseComparison comparison) {
    lines.title(comparison.labCase().name());
    lines.wrapped(comparison.labCase().description(), TextLines.GAP, Ink.DIM);
    if (!comparison.lines().isEmpty()) {
      TextTable table = TextTable.of(comparison, lines::shown);
      table
          .lines(TextLines.WIDTH - TextLines.GAP.length())
          .forEach(l -> lines.add(TextLines.GAP + l.text(), l.ink()));
    }
    flags("all need ", comparison.sharedFlags());
    for (CaseComparison.Line line : comparison.lines()) {
      flags(line.contender() + " needs ", comparison.ownFlags(line));
      line.warnings()
          .forEach(
              warning -> lines.wrapped(line.contender() + ": " + warning, TextLines.GAP, Ink.LOSS));
    }
    lines.wrapped(
        comparison.sentence(),
        TextLines.GAP,
        comparison.has(Verdict.SLOWER)
            ? Ink.LOSS
            : comparison.has(Verdict.FASTER) ? Ink.WIN : Ink.BOLD);
  }

  private void flags(String whoNeeds, List<String> flags) {
    if (!flags.isEmpty()) {
      lines.wrapped(whoNeeds + String.join(" ", flags), TextLines.GAP, Ink.DIM);
    }
  }

  private void summary(List<CaseComparison> comparisons) {
    lines.title(WinLossCount.sentences(comparisons));
    named(comparisons, Verdict.SLOWER);
    named(comparisons, Verdict.UNDECIDED);
  }

  private void named(List<CaseComparison> comparisons, Verdict verdict) {
    String cases =
        comparisons.stream()
            .filter(s -> s.has(verdict))
            .map(s -> s.labCase().name())
            .collect(Collectors.joining(", "));
    if (!cases.isEmpty()) {
      lines.wrapped(verdict + " in: " + cases, TextLines.GAP, Ink.LOSS);
    }
  }

  private void omissions(String title, Ink ink, List<LabRun.Omission> omissions) {
    if (omissions.isEmpty()) {
      return;
    }
    lines.title(title);
    for (SkippedPairs group : SkippedPairs.grouped(omissions)) {
      lines.wrapped(group.why(), TextLines.GAP, ink);
      List<String> texts = group.blocks().stream().map(SkippedPairs.Block::text).toList();
      if (texts.stream().mapToInt(String::length).sum() > NAMED) {
        texts = List.of(group.summary());
      }
      texts.forEach(text -> lines.wrapped(text, TextLines.GAP + TextLines.GAP, Ink.DIM));
    }
  }
}
