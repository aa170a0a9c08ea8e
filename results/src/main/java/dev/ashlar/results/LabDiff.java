// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.results;

import dev.ashlar.results.LabRun.Verdict;
import java.util.List;

/// Two runs of the lab compared: what an older one and a newer one measured both.
///
/// @param machine what of machine and JDK differs; empty if the figures come from the same
/// @param settings what of the way to measure differs: collector, flags, mode
/// @param changes every pair of case and contender that both measured, in the newer run's order
/// @param onlyBefore what the newer run did not measure
/// @param onlyNow what the older run did not measure
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

  /// A fact that is another now.
  public record Difference(String what, String before, String now) {}

  /// What one of the runs measured.
  public record Pair(String experiment, String caseName, String contender, String unit) {}

  /// One pair of case and contender in both runs.
  ///
  /// @param before score in the older run
  /// @param now score in the newer run
  /// @param ratio of the newer score to the older: below 1 it is faster now
  /// @param low lower bound of the ratio's interval; NaN if either run has one fork
  /// @param high upper bound, likewise
  /// @param confidence of the interval
  /// @param forksBefore forks of the older run
  /// @param forksNow forks of the newer run
  /// @param verdict about the newer run
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
      Verdict verdict) {}

  /// {@return how many changes have this verdict}
  public long count(Verdict verdict) {
    return changes.stream().filter(change -> change.verdict() == verdict).count();
  }
}
