// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import dev.ashlar.lab.shapes.Shape;
import dev.ashlar.lab.shapes.Side;
import dev.ashlar.lab.statistics.Interval;
import dev.ashlar.results.LabRun;
import java.util.List;
import java.util.Optional;

/// The result of one shape.
///
/// @param measured an experiment with this shape only
/// @param isConfirmed whether `measured` has the rounds of a confirmation; otherwise, it has the
///   single round that selects shapes
public record ShapeResult(Shape shape, LabRun.Experiment measured, boolean isConfirmed) {

  /// {@return the score of Ashlar divided by that of a rival: above 1 if Ashlar is slower; empty if
  /// one of the two was not measured}
  public Optional<Double> slowdown(Side rival) {
    return comparison(rival).map(one -> 1 / one.ratio());
  }

  /// {@return the confidence interval of [#slowdown]; unknown after one round}
  public Interval interval(Side rival) {
    return comparison(rival)
        .map(one -> new Interval(1 / one.high(), 1 / one.low(), one.confidence()))
        .orElseGet(() -> new Interval(Double.NaN, Double.NaN, LabRun.CONFIDENCE));
  }

  private Optional<LabRun.Comparison> comparison(Side rival) {
    return measured.comparisons().stream()
        .filter(one -> one.rival().equals(rival.toString()))
        .findFirst();
  }

  /// {@return the row of a side; empty if the side was not measured}
  public Optional<LabRun.Row> row(Side side) {
    return measured.rows().stream()
        .filter(row -> row.contender().equals(side.toString()))
        .findFirst();
  }

  /// {@return the score of Ashlar's slowest fork divided by the score of its median fork; NaN if
  /// there is no fork}
  ///
  /// A ratio of means hides this spread.
  public double spread() {
    double[] scores =
        row(Side.ASHLAR).stream()
            .flatMap(row -> row.rounds().stream())
            .mapToDouble(LabRun.Round::score)
            .sorted()
            .toArray();
    return scores.length == 0
        ? Double.NaN
        : scores[scores.length - 1] / scores[(scores.length - 1) / 2];
  }

  public List<LabRun.Omission> failed() {
    return measured.failed();
  }
}
