// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import dev.ashlar.lab.statistics.StoppingRule;
import java.time.Duration;
import java.util.Locale;

/// How much to measure, and how thoroughly.
public enum Mode {
  /// The cases that answer each experiment's question.
  DEFAULT(5, Duration.ofMillis(50), 4, Duration.ofMillis(30)),

  /// The pairs whose ratios are promised.
  QUICK(5, Duration.ofMillis(60), 5, Duration.ofMillis(40)),

  /// Everything.
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

  /// {@return after how many rounds the comparisons of a case are looked at}
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

  /// {@return iterations before measuring, in each JVM}
  public int warmupIterations() {
    return warmupIterations;
  }

  public Duration warmupTime() {
    return warmupTime;
  }

  /// {@return measured iterations in each JVM}
  public int iterations() {
    return iterations;
  }

  public Duration iterationTime() {
    return iterationTime;
  }

  /// {@return how long a JVM runs the work, warm-up included}
  public Duration timePerFork() {
    return warmupTime.multipliedBy(warmupIterations).plus(iterationTime.multipliedBy(iterations));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
