// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import dev.ashlar.results.LabRun;
import java.util.Arrays;
import java.util.stream.Collectors;

/// After how many rounds a comparison is looked at. It ends at the first look that decides it.
///
/// Each look has a share of the probability to err, and the shares sum up to 5 %: whichever look
/// ends a comparison, its interval holds with 95 % (Bonferroni). Shares are equal.
public final class StoppingRule {
  private final int[] looks;

  /// @param looks numbers of rounds, ascending; one of them fixes the number of rounds
  /// @throws IllegalArgumentException if there are none, or they do not ascend from one or more
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

  /// {@return rounds until the first look}
  public int minimum() {
    return looks[0];
  }

  /// {@return rounds after which no comparison stays open}
  public int maximum() {
    return looks[looks.length - 1];
  }

  /// {@return whether comparisons are looked at after that many rounds}
  public boolean isLook(int rounds) {
    return Arrays.binarySearch(looks, rounds) >= 0;
  }

  /// {@return the confidence of the interval of one look}
  double confidencePerLook() {
    return 1 - (1 - LabRun.CONFIDENCE) / looks.length;
  }

  /// {@return the looks, as `3, 5, 8`}
  @Override
  public String toString() {
    return Arrays.stream(looks).mapToObj(String::valueOf).collect(Collectors.joining(", "));
  }
}
