// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextLines.Ink;
import dev.ashlar.report.text.TextLines.Style;
import dev.ashlar.results.LabDiff;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Prints the comparison of two runs as text for a terminal: the machines, a table for each
/// experiment, a summary, and the pairs that only one run measured. No line is wider than
/// [TextLines#WIDTH] columns.
public final class LabDiffText {
  private final TextLines lines;

  private LabDiffText(Style style) {
    this.lines = new TextLines(style);
  }

  /// Returns the text of `diff`. Each line ends with a line feed.
  public static String of(LabDiff diff, Style style) {
    LabDiffText text = new LabDiffText(style);
    text.machine(diff.machine(), diff.settings());
    Map<String, List<LabDiff.Change>> experiments = new LinkedHashMap<>();
    diff.changes()
        .forEach(change ->
            experiments.computeIfAbsent(change.experiment(), _ -> new ArrayList<>()).add(change));
    experiments.forEach(text::experiment);
    text.summary(diff);
    text.only("only in the older run", diff.onlyBefore());
    text.only("only in the newer run", diff.onlyNow());
    return text.lines.toString();
  }

  private void machine(List<LabDiff.Difference> machine, List<LabDiff.Difference> settings) {
    if (machine.isEmpty()) {
      lines.wrapped("Same machine and JDK.", "", Ink.BOLD);
    } else {
      lines.wrapped(
          "Not the same machine or JDK: the ratios include that difference.", "", Ink.LOSS);
    }
    differences(machine, Ink.LOSS);
    differences(settings, Ink.NONE);
    lines.wrapped(
        "before, now: geometric means of the JVMs' scores, of which the ratio is made. Below 1 is"
            + " faster now; [low, high]: 95 % over JVMs; level: within 5 %",
        "", Ink.DIM);
  }

  private void differences(List<LabDiff.Difference> differences, Ink ink) {
    differences.forEach(difference ->
        lines.wrapped(
            "%s: %s before, %s now"
                .formatted(difference.what(), difference.before(), difference.now()),
            TextLines.GAP,
            ink));
  }

  private void experiment(String name, List<LabDiff.Change> changes) {
    lines.title(name);
    TextTable.of(changes, lines::shown)
        .lines(TextLines.WIDTH - TextLines.GAP.length())
        .forEach(line -> lines.add(TextLines.GAP + line.text(), line.ink()));
    changes.stream()
        .filter(change -> change.zerosBefore() + change.zerosNow() > 0)
        .forEach(change ->
            lines.indented(
                "%s: %s: %s of %s JVMs scored 0 before, %s of %s now, so these means are arithmetic, and there is no interval"
                    .formatted(
                        change.caseName(),
                        change.contender(),
                        change.zerosBefore(),
                        change.forksBefore(),
                        change.zerosNow(),
                        change.forksNow()),
                Ink.DIM));
  }

  private void summary(LabDiff diff) {
    lines.title(
        diff.changes().isEmpty()
            ? "The runs have nothing in common."
            : NumberFormats.count(diff.changes().size(), "pair")
                + " in both: "
                + Arrays.stream(Verdict.values())
                    .map(verdict -> diff.count(verdict) + " " + verdict)
                    .collect(Collectors.joining(", ", "", ".")));
  }

  private void only(String where, List<LabDiff.Pair> pairs) {
    if (!pairs.isEmpty()) {
      lines.title(where);
      SkippedPairs.grouped(
              pairs.stream()
                  .map(p -> new LabRun.Omission(p.caseName(), p.contender(), p.experiment()))
                  .toList())
          .forEach(group ->
              group
                  .blocks()
                  .forEach(block ->
                      lines.wrapped(group.why() + ": " + block.text(), TextLines.GAP, Ink.DIM)));
    }
  }
}
