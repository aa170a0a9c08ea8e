// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import dev.ashlar.results.LabDiff;
import dev.ashlar.results.LabDiff.Change;
import dev.ashlar.results.LabDiff.Difference;
import dev.ashlar.results.LabDiff.Pair;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Compares two runs. Their rounds are independent. So the logarithms of the forks' scores are two
/// independent samples, compared by Welch's t. The error that all forks of a run share counts
/// twice, once for each run: see [Comparison#SHARED].
public final class RunDiff {
  private RunDiff() {}

  public static LabDiff of(LabRun before, LabRun now) {
    Map<Pair, LabRun.Row> old = rows(before);
    Map<Pair, LabRun.Row> current = rows(now);
    List<Change> changes = new ArrayList<>();
    current.forEach((key, row) -> {
      LabRun.Row older = old.get(key);
      if (older != null) {
        changes.add(change(key, older, row));
      }
    });
    return new LabDiff(
        machine(before, now),
        settings(before, now),
        changes,
        only(old, current),
        only(current, old));
  }

  private static Map<Pair, LabRun.Row> rows(LabRun run) {
    Map<Pair, LabRun.Row> rows = new LinkedHashMap<>();
    for (LabRun.Experiment experiment : run.experiments()) {
      for (LabRun.Row row : experiment.rows()) {
        rows.put(new Pair(experiment.name(), row.caseName(), row.contender(), row.unit()), row);
      }
    }
    return rows;
  }

  private static List<Pair> only(Map<Pair, LabRun.Row> here, Map<Pair, LabRun.Row> there) {
    return here.keySet().stream().filter(pair -> !there.containsKey(pair)).toList();
  }

  private static List<Difference> machine(LabRun before, LabRun now) {
    List<Difference> differences = new ArrayList<>();
    add(differences, "processor", before.cpu(), now.cpu());
    add(differences, "cores", "" + before.cores(), "" + now.cores());
    add(differences, "operating system", before.os(), now.os());
    add(differences, "JDK", before.jdk() + ", " + before.vm(), now.jdk() + ", " + now.vm());
    return differences;
  }

  private static List<Difference> settings(LabRun before, LabRun now) {
    List<Difference> differences = new ArrayList<>();
    add(differences, "collector", before.collector(), now.collector());
    add(
        differences,
        "JVM flags",
        String.join(" ", before.vmFlags()),
        String.join(" ", now.vmFlags()));
    add(differences, "mode", before.mode(), now.mode());
    return differences;
  }

  private static void add(List<Difference> differences, String what, String before, String now) {
    if (!before.equals(now)) {
      differences.add(new Difference(what, before, now));
    }
  }

  private static Change change(Pair key, LabRun.Row before, LabRun.Row now) {
    Interval.Spread old = logs(before);
    Interval.Spread current = logs(now);
    Interval faster = welch(old, current).exp();
    return new Change(
        key.experiment(),
        key.caseName(),
        key.contender(),
        key.unit(),
        before.score(),
        now.score(),
        Math.exp(current.mean() - old.mean()),
        1 / faster.high(),
        1 / faster.low(),
        LabRun.CONFIDENCE,
        old.count(),
        current.count(),
        LabRun.Verdict.of(faster.low(), faster.high()));
  }

  private static Interval.Spread logs(LabRun.Row row) {
    return Interval.Spread.of(
        row.rounds().stream()
            .mapToDouble(round -> Math.log(round.score()))
            .filter(Double::isFinite)
            .toArray());
  }

  /// {@return the interval of the decrease of the mean logarithm of the score}
  static Interval welch(Interval.Spread before, Interval.Spread now) {
    if (before.count() < 2 || now.count() < 2) {
      return new Interval(Double.NaN, Double.NaN, LabRun.CONFIDENCE);
    }
    double a = Math.pow(before.standardError(), 2);
    double b = Math.pow(now.standardError(), 2);
    double degrees =
        a + b == 0
            ? before.count() + now.count() - 2.0
            : (a + b) * (a + b) / (a * a / (before.count() - 1.0) + b * b / (now.count() - 1.0));
    return Interval.around(
        before.mean() - now.mean(),
        Math.sqrt(a + b + 2 * Comparison.SHARED * Comparison.SHARED),
        degrees,
        LabRun.CONFIDENCE);
  }
}
