// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import dev.ashlar.results.LabDiff;
import dev.ashlar.results.LabDiff.Change;
import dev.ashlar.results.LabDiff.Difference;
import dev.ashlar.results.LabDiff.Pair;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Compares two runs. Their rounds are independent. So the logarithms of the forks' scores are two
/// independent samples, compared by Welch's t. The error that all forks of a run share counts
/// twice, once for each run: see [Comparison#SHARED].
///
/// Zero, as in a count of pauses, has no logarithm. If a fork scored zero, the means and their
/// ratio are arithmetic, and there is no interval. Then only forks that all scored zero, against
/// forks of which none did, decide.
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
    double[] old = scores(before);
    double[] current = scores(now);
    int zerosBefore = zeros(old);
    int zerosNow = zeros(current);
    boolean anyZero = zerosBefore + zerosNow > 0;
    Interval faster =
        anyZero
            ? new Interval(Double.NaN, Double.NaN, LabRun.CONFIDENCE)
            : welch(logs(old), logs(current)).exp();
    double meanBefore = old.length == 0 ? before.score() : mean(old, anyZero);
    double meanNow = current.length == 0 ? now.score() : mean(current, anyZero);
    return new Change(
        key.experiment(),
        key.caseName(),
        key.contender(),
        key.unit(),
        meanBefore,
        meanNow,
        meanNow / meanBefore,
        1 / faster.high(),
        1 / faster.low(),
        LabRun.CONFIDENCE,
        old.length,
        current.length,
        zerosBefore,
        zerosNow,
        anyZero
            ? ofZeros(old.length, zerosBefore, current.length, zerosNow)
            : LabRun.Verdict.of(faster.low(), faster.high()));
  }

  private static double[] scores(LabRun.Row row) {
    return row.rounds().stream()
        .mapToDouble(LabRun.Round::score)
        .filter(Double::isFinite)
        .toArray();
  }

  private static int zeros(double[] scores) {
    return (int) Arrays.stream(scores).filter(score -> score == 0).count();
  }

  private static Interval.Spread logs(double[] scores) {
    return Interval.Spread.of(Arrays.stream(scores).map(Math::log).toArray());
  }

  /// {@return the arithmetic or the geometric mean}
  private static double mean(double[] scores, boolean arithmetic) {
    return arithmetic
        ? Arrays.stream(scores).average().orElse(Double.NaN)
        : Math.exp(logs(scores).mean());
  }

  private static LabRun.Verdict ofZeros(int before, int zerosBefore, int now, int zerosNow) {
    boolean all = zerosBefore == before;
    boolean allNow = zerosNow == now;
    if (before < 2 || now < 2) {
      return LabRun.Verdict.UNDECIDED;
    }
    if (all && allNow) {
      return LabRun.Verdict.LEVEL;
    }
    return all && zerosNow == 0
        ? LabRun.Verdict.SLOWER
        : allNow && zerosBefore == 0 ? LabRun.Verdict.FASTER : LabRun.Verdict.UNDECIDED;
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
