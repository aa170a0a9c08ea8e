// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/// A confidence interval.
///
/// @param low lower bound; NaN if nothing is known
/// @param high upper bound; NaN if nothing is known
/// @param confidence between 0 and 1
public record Interval(double low, double high, double confidence) {

  /// The interval of the mean of independent values, by Student's t; unknown with fewer than two.
  public static Interval ofMean(double[] values, double confidence) {
    Spread spread = Spread.of(values);
    return around(spread.mean(), spread.standardError(), spread.count() - 1.0, confidence);
  }

  /// {@return mean ± t · standard error}
  ///
  /// @param degrees degrees of freedom; the interval is unknown below one
  static Interval around(double mean, double standardError, double degrees, double confidence) {
    if (!(degrees >= 1)) {
      return new Interval(Double.NaN, Double.NaN, confidence);
    }
    double half =
        standardError * TDistribution.of(degrees).inverseSurvivalProbability((1 - confidence) / 2);
    return new Interval(mean - half, mean + half, confidence);
  }

  public boolean isKnown() {
    return !Double.isNaN(low) && !Double.isNaN(high);
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /// {@return half of its width; NaN if it is unknown}
  public double halfWidth() {
    return (high - low) / 2;
  }

  /// {@return the interval of e to the power of what this is the interval of}
  Interval exp() {
    return new Interval(Math.exp(low), Math.exp(high), confidence);
  }

  /// Mean and standard deviation of values, of which there is at least one.
  record Spread(int count, double mean, double deviation) {

    static Spread of(double[] values) {
      double mean = Arrays.stream(values).average().orElse(Double.NaN);
      double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
      return new Spread(values.length, mean, Math.sqrt(squares / (values.length - 1.0)));
    }

    double standardError() {
      return deviation / Math.sqrt(count);
    }
  }
}
