// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import java.util.Comparator;
import java.util.List;

/// The score of a fork, from its slices (measured iterations).
///
/// Other programs make slices slower and never faster. So the score is the mean of the fastest
/// quarter of the undisturbed slices. The score keeps effects that all slices of a fork share, such
/// as badly compiled code.
///
/// Garbage collections do not depend on other programs, but the fastest slices may have none. So
/// the mean is of slices without collections. The mean is then scaled up: collections have the same
/// share of the score as of the time of all undisturbed slices.
///
/// If too few slices are undisturbed, or too few have no collections (less than a quarter), this
/// selection is not made.
public final class Slices {
  /// The share of slices whose mean is the score.
  private static final double FASTEST = 0.25;

  private Slices() {}

  /// A measured iteration.
  ///
  /// @param score nanoseconds per operation
  /// @param millis the length of the slice
  /// @param collections the number of garbage collections in the slice
  /// @param collectedMillis the time of garbage collections in the slice
  /// @param disturbed whether other work ran meanwhile, as measured independently of the score
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
