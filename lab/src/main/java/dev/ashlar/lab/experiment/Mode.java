// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.lab.statistics.StoppingRule;
import java.time.Duration;
import java.util.Locale;

/// The amount and the accuracy of the measurements.
public enum Mode {
  /// Measures the cases that answer each experiment's question.
  DEFAULT(3, Duration.ofMillis(50), 24, Duration.ofMillis(10)),

  /// Measures the pairs for which ratios are promised.
  QUICK(4, Duration.ofMillis(50), 40, Duration.ofMillis(10)),

  /// Measures all pairs.
  FULL(5, Duration.ofMillis(100), 60, Duration.ofMillis(20));

  /// The rule for observed cases, except in the default mode. Their JVMs have no iterations.
  private static final StoppingRule OBSERVED = new StoppingRule(5);

  private final int warmupIterations;
  private final Duration warmupTime;
  private final int iterations;
  private final Duration iterationTime;

  Mode(int warmupIterations, Duration warmupTime, int iterations, Duration iterationTime) {
    this.warmupIterations = warmupIterations;
    this.warmupTime = warmupTime;
    this.iterations = iterations;
    this.iterationTime = iterationTime;
  }

  /// {@return the rule that says after how many rounds the comparisons of a case are evaluated}
  public StoppingRule rule(boolean observed) {
    if (observed && this != DEFAULT) {
      return OBSERVED;
    }
    return switch (this) {
      case DEFAULT -> new StoppingRule(3, 5);
      case QUICK -> new StoppingRule(3, 5, 8, 12);
      case FULL -> new StoppingRule(5, 8, 12);
    };
  }

  /// {@return the number of warm-up iterations in each JVM}
  public int warmupIterations() {
    return warmupIterations;
  }

  public Duration warmupTime() {
    return warmupTime;
  }

  /// {@return the number of measured iterations in each JVM}
  public int iterations() {
    return iterations;
  }

  public Duration iterationTime() {
    return iterationTime;
  }

  /// {@return the minimum duration of the warm-up of a JVM}
  public Duration warmUp() {
    return warmupTime.multipliedBy(warmupIterations);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
