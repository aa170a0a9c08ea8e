// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import dev.ashlar.results.LabRun;
import java.util.Arrays;
import java.util.stream.Collectors;

/// The numbers of rounds after which a comparison is evaluated (interim analyses, here: looks). A
/// comparison ends at the first look that decides it.
///
/// Each look has an equal share of the probability of error, and the shares sum up to 5 %. So the
/// interval holds with 95 %, whichever look ends the comparison (Bonferroni).
public final class StoppingRule {
  private final int[] looks;

  /// @param looks the numbers of rounds, ascending; a single one fixes the number of rounds
  /// @throws IllegalArgumentException if there are no looks, or if the looks are not positive and
  ///   ascending
  public StoppingRule(int... looks) {
    this.looks = looks.clone();
    int last = 0;
    for (int look : looks) {
      if (look <= last) {
        throw new IllegalArgumentException(
            "looks have to ascend from 1: " + Arrays.toString(looks));
      }
      last = look;
    }
    if (last == 0) {
      throw new IllegalArgumentException("a stopping rule needs a look");
    }
  }

  /// {@return the number of rounds before the first look}
  public int minimum() {
    return looks[0];
  }

  /// {@return the number of rounds after which no comparison is open}
  public int maximum() {
    return looks[looks.length - 1];
  }

  /// {@return whether comparisons are evaluated after that many rounds}
  public boolean isLook(int rounds) {
    return Arrays.binarySearch(looks, rounds) >= 0;
  }

  /// {@return the confidence of the interval of one look}
  double confidencePerLook() {
    return 1 - (1 - LabRun.CONFIDENCE) / looks.length;
  }

  /// {@return the looks, such as `3, 5, 8`}
  @Override
  public String toString() {
    return Arrays.stream(looks).mapToObj(String::valueOf).collect(Collectors.joining(", "));
  }
}
