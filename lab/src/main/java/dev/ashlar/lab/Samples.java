// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.statistics.Interval;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Round;
import dev.ashlar.results.LabRun.Row;
import dev.ashlar.results.LabRun.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// All measurements by the JVMs of one pair.
final class Samples {
  private final Pair pair;
  private final List<String> flags;
  private final List<Round> rounds = new ArrayList<>();
  private final List<Series> series = new ArrayList<>();
  private String unit = "ns/op";

  /// @param flags the JVM flags that the pair is measured with, beyond the common ones
  Samples(Pair pair, List<String> flags) {
    this.pair = pair;
    this.flags = flags;
  }

  boolean isEmpty() {
    return rounds.isEmpty();
  }

  /// @param position place of the JVM in its round
  void add(int round, int position, Forks.Outcome.Measured measured) {
    rounds.add(
        new Round(
            round,
            position,
            measured.score(),
            measured.scores(),
            measured.disturbed(),
            measured.bytesPerOp(),
            measured.compiledDuring()));
  }

  void add(int round, int position, Forks.Outcome.Watched watched) {
    unit = watched.observed().unit();
    rounds.add(new Round(round, position, List.of(watched.observed().score()), Double.NaN, false));
    // Those of further rounds would be further charts of the same.
    if (series.isEmpty()) {
      watched
          .observed()
          .series()
          .forEach(
              figures -> series.add(figures.of(pair.theCase().name(), pair.contender().name())));
    }
  }

  /// {@return the series of the first `Observation`; empty for a pair that is timed}
  List<Series> series() {
    return series;
  }

  /// {@return the scores of the first `count` rounds; NaN for a round without this pair}
  double[] scores(int count) {
    double[] scores = new double[count];
    Arrays.fill(scores, Double.NaN);
    rounds.stream()
        .filter(round -> round.round() < count)
        .forEach(round -> scores[round.round()] = round.score());
    return scores;
  }

  Row toRow() {
    double[] scores = rounds.stream().mapToDouble(Round::score).toArray();
    return new Row(
        pair.theCase().name(),
        pair.contender().name(),
        Arrays.stream(scores).average().orElse(Double.NaN),
        Interval.ofMean(scores, LabRun.CONFIDENCE).halfWidth(),
        unit,
        rounds.stream().mapToDouble(Round::bytesPerOp).average().orElse(Double.NaN),
        rounds.size(),
        rounds.getFirst().iterations().size(),
        flags,
        rounds);
  }
}
