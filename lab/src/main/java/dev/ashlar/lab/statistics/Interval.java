// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/// A confidence interval.
///
/// @param low the lower bound; NaN if unknown
/// @param high the upper bound; NaN if unknown
/// @param confidence the confidence level, between 0 and 1
public record Interval(double low, double high, double confidence) {

  /// Returns the interval of the mean of independent values, by Student's t. The interval is
  /// unknown with fewer than two values.
  public static Interval ofMean(double[] values, double confidence) {
    Spread spread = Spread.of(values);
    return around(spread.mean(), spread.standardError(), spread.count() - 1.0, confidence);
  }

  /// {@return mean ± t · standard error}
  ///
  /// @param degrees the degrees of freedom; the interval is unknown below one
  static Interval around(double mean, double standardError, double degrees, double confidence) {
    if (!(degrees >= 1)) {
      return new Interval(Double.NaN, Double.NaN, confidence);
    }
    double half =
        standardError * TDistribution.of(degrees).inverseSurvivalProbability((1 - confidence) / 2);
    return new Interval(mean - half, mean + half, confidence);
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /// {@return half of the width; NaN if the interval is unknown}
  public double halfWidth() {
    return (high - low) / 2;
  }

  /// {@return the interval of e to the power of x, where this is the interval of x}
  Interval exp() {
    return new Interval(Math.exp(low), Math.exp(high), confidence);
  }

  /// The mean and the standard deviation of at least one value.
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
