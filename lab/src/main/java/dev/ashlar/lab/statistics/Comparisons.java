// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// All comparisons of an experiment: each Ashlar contender with each other contender of its case
/// except controls, if both have the same unit.
public final class Comparisons {
  private Comparisons() {}

  /// Compares rows by the rounds in which both were measured.
  ///
  /// @param contenders the contenders with their kinds; the kind of an unknown one follows from its
  ///   name
  public static List<LabRun.Comparison> of(
      List<LabRun.Row> rows, List<LabRun.Contender> contenders, StoppingRule rule) {
    Map<String, Kind> kinds =
        contenders.stream()
            .collect(Collectors.toMap(LabRun.Contender::name, LabRun.Contender::kind));
    List<LabRun.Comparison> comparisons = new ArrayList<>();
    for (LabRun.Row subject : rows) {
      if (kind(subject, kinds) == Kind.ASHLAR) {
        rows.stream()
            .filter(rival -> isComparable(subject, rival) && kind(rival, kinds) != Kind.CONTROL)
            .map(rival -> compared(subject, rival, rule))
            .forEach(comparisons::add);
      }
    }
    return List.copyOf(comparisons);
  }

  private static Kind kind(LabRun.Row row, Map<String, Kind> kinds) {
    Kind kind = kinds.get(row.contender());
    return kind == null ? new LabRun.Contender(row.contender(), "").kind() : kind;
  }

  private static boolean isComparable(LabRun.Row subject, LabRun.Row rival) {
    return !rival.equals(subject)
        && rival.caseName().equals(subject.caseName())
        && rival.unit().equals(subject.unit());
  }

  private static LabRun.Comparison compared(
      LabRun.Row subject, LabRun.Row rival, StoppingRule rule) {
    int rounds = Math.max(rounds(subject), rounds(rival));
    return Comparison.of(scores(subject, rounds), scores(rival, rounds), rule)
        .of(subject.caseName(), subject.contender(), rival.contender());
  }

  private static int rounds(LabRun.Row row) {
    return row.rounds().stream().mapToInt(LabRun.Round::round).max().orElse(-1) + 1;
  }

  private static double[] scores(LabRun.Row row, int rounds) {
    double[] scores = new double[rounds];
    Arrays.fill(scores, Double.NaN);
    row.rounds().forEach(round -> scores[round.round()] = round.score());
    return scores;
  }
}
