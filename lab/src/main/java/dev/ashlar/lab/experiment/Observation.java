// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.results.LabRun.Series;
import java.util.List;

/// Work that runs once and is watched, instead of timed over and over: it tells its figures itself.
public interface Observation extends Workload {
  /// {@return what was seen while it ran}
  Observed observed();

  /// The observed figures.
  ///
  /// @param score the one figure that stands in the tables; lower is better
  /// @param unit what `score` is given in
  /// @param series figures one after another
  record Observed(double score, String unit, List<Figures> series) {
    public Observed {
      series = List.copyOf(series);
    }
  }

  /// The figures of a [Series], whose case and contender the run knows.
  record Figures(String name, String unit, List<Double> values) {
    public Figures {
      values = List.copyOf(values);
    }

    public Series of(String caseName, String contender) {
      return new Series(caseName, contender, name, unit, values);
    }
  }
}
