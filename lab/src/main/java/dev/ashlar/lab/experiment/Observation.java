// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.results.LabRun.Series;
import java.util.List;

/// Work that runs once and reports its own figures, instead of being timed repeatedly.
public interface Observation extends Workload {
  /// Does nothing: most observations verify their results in [#run].
  @Override
  default void verify() {}

  /// {@return the figures of the run}
  Observed observed();

  /// The observed figures.
  ///
  /// @param score the figure that is shown in tables; lower is better
  /// @param unit the unit of `score`
  /// @param series series of successive figures
  record Observed(double score, String unit, List<Figures> series) {
    public Observed {
      series = List.copyOf(series);
    }

    /// Returns the median of some figures, and all of them as a series.
    public static Observed ofMedian(String name, String unit, List<Double> values) {
      List<Double> sorted = values.stream().sorted().toList();
      return new Observed(
          sorted.get(sorted.size() / 2), unit, List.of(new Figures(name, unit, values)));
    }
  }

  /// The figures of a [Series], without the case and the contender, which the run adds.
  record Figures(String name, String unit, List<Double> values) {
    public Figures {
      values = List.copyOf(values);
    }

    public Series of(String caseName, String contender) {
      return new Series(caseName, contender, name, unit, values);
    }
  }
}
