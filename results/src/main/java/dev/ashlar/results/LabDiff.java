// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.results;

import dev.ashlar.results.LabRun.Verdict;
import java.util.List;

/// The comparison of two runs of the lab, an older and a newer one.
///
/// @param machine the differences of machine and JDK; empty if the figures come from the same
/// @param settings the differences of collector, flags and mode
/// @param changes every pair of case and contender that both measured, in the newer run's order
/// @param onlyBefore the pairs that the newer run did not measure
/// @param onlyNow the pairs that the older run did not measure
public record LabDiff(
    List<Difference> machine,
    List<Difference> settings,
    List<Change> changes,
    List<Pair> onlyBefore,
    List<Pair> onlyNow) {

  public LabDiff {
    machine = List.copyOf(machine);
    settings = List.copyOf(settings);
    changes = List.copyOf(changes);
    onlyBefore = List.copyOf(onlyBefore);
    onlyNow = List.copyOf(onlyNow);
  }

  /// A fact that differs between the runs.
  public record Difference(String what, String before, String now) {}

  /// A pair of case and contender that one of the runs measured.
  public record Pair(String experiment, String caseName, String contender, String unit) {}

  /// A pair of case and contender that both runs measured.
  ///
  /// @param before the geometric mean of the forks' scores in the older run; the arithmetic mean if
  ///   a fork of either run scored zero
  /// @param now the same mean in the newer run
  /// @param ratio `now` divided by `before`: below 1 it is faster now; infinite if only `before` is
  ///   zero, NaN if both are
  /// @param low the lower bound of the ratio's interval; NaN if either run has one fork, or if a
  ///   fork scored zero
  /// @param high the upper bound; NaN as `low`
  /// @param confidence the confidence of the interval
  /// @param forksBefore the number of forks in the older run
  /// @param forksNow the number of forks in the newer run
  /// @param zerosBefore the number of forks that scored zero in the older run
  /// @param zerosNow the number of forks that scored zero in the newer run
  /// @param verdict the verdict on the newer run
  public record Change(
      String experiment,
      String caseName,
      String contender,
      String unit,
      double before,
      double now,
      double ratio,
      double low,
      double high,
      double confidence,
      int forksBefore,
      int forksNow,
      int zerosBefore,
      int zerosNow,
      Verdict verdict) {}

  /// {@return the number of changes with this verdict}
  public long count(Verdict verdict) {
    return changes.stream().filter(change -> change.verdict() == verdict).count();
  }
}
