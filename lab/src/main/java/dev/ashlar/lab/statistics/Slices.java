// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import java.util.Comparator;
import java.util.List;

/// The score of a fork, from its slices (measured iterations).
///
/// Other programs make slices slower and never faster. So the score is the mean of the fastest
/// quarter of the slices. What all slices of a fork have in common, such as code that was compiled
/// badly, stays. The time of collections does not depend on other programs, and a fast slice may
/// have none: the score then has the share that they have of all slices.
public final class Slices {
  /// The share of slices that the score is the mean of.
  private static final double FASTEST = 0.25;

  private Slices() {}

  /// A slice.
  ///
  /// @param score nanoseconds per operation
  /// @param millis its length
  /// @param collections the number of garbage collections in it
  /// @param collectedMillis the time of garbage collections in it
  /// @param disturbed whether something else worked meanwhile, as seen without the score
  public record Slice(
      double score, double millis, long collections, long collectedMillis, boolean disturbed) {}

  /// {@return the score of a fork; NaN without slices}
  public static double score(List<Slice> slices) {
    List<Slice> all = enough(slices.stream().filter(slice -> !slice.disturbed).toList(), slices);
    List<Slice> without =
        enough(all.stream().filter(slice -> slice.collections == 0).toList(), all);
    double fastest =
        without.stream()
            .sorted(Comparator.comparingDouble(Slice::score))
            .limit(quarter(without.size()))
            .mapToDouble(Slice::score)
            .average()
            .orElse(Double.NaN);
    if (without.size() == all.size()) {
      return fastest;
    }
    double collected = all.stream().mapToLong(Slice::collectedMillis).sum();
    double time = all.stream().mapToDouble(Slice::millis).sum();
    return collected < time ? fastest * time / (time - collected) : fastest;
  }

  /// A choice of less than a quarter says little of a fork.
  private static List<Slice> enough(List<Slice> some, List<Slice> all) {
    return some.size() >= quarter(all.size()) ? some : all;
  }

  private static int quarter(int count) {
    return (int) Math.ceil(FASTEST * count);
  }
}
