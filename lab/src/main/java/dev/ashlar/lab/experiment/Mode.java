// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.lab.statistics.StoppingRule;
import java.time.Duration;
import java.util.Locale;

/// The amount and the accuracy of the measurements.
public enum Mode {
  /// Measures the cases that answer each experiment's question.
  DEFAULT(5, Duration.ofMillis(50), 4, Duration.ofMillis(30)),

  /// Measures the pairs for which ratios are promised.
  QUICK(5, Duration.ofMillis(60), 5, Duration.ofMillis(40)),

  /// Measures all pairs.
  FULL(5, Duration.ofMillis(100), 6, Duration.ofMillis(100));

  /// A case that is observed has no iterations: more JVMs make up for it.
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
    if (observed) {
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

  /// {@return how long a JVM runs the work, including warm-up}
  public Duration timePerFork() {
    return warmupTime.multipliedBy(warmupIterations).plus(iterationTime.multipliedBy(iterations));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
