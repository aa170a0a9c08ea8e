package dev.ashlar.lab;

import java.time.Duration;
import java.util.Locale;

/// How thoroughly to measure.
public enum Mode {
  /// The pairs whose ratios are promised, in short interleaved forks.
  QUICK(3, 5, Duration.ofMillis(60), 5, Duration.ofMillis(40)),

  /// Everything.
  FULL(5, 5, Duration.ofMillis(200), 8, Duration.ofMillis(200));

  private final int forks;
  private final int warmupIterations;
  private final Duration warmupTime;
  private final int iterations;
  private final Duration iterationTime;

  Mode(
      int forks,
      int warmupIterations,
      Duration warmupTime,
      int iterations,
      Duration iterationTime) {
    this.forks = forks;
    this.warmupIterations = warmupIterations;
    this.warmupTime = warmupTime;
    this.iterations = iterations;
    this.iterationTime = iterationTime;
  }

  /// {@return JVMs for each pair}
  public int forks() {
    return forks;
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

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
