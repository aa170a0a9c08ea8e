// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.List;

/// Counts the cases of an experiment by result: the subject is fastest, level with the fastest,
/// slower, or the figures are too noisy.
///
/// @param oneRound the cases that were measured in one round, which gives no verdict
/// @param uncompared the cases in which the subject or all rivals have no figure, without the
///   control
public record WinLossCount(
    int fastest, int level, int slower, int tooNoisy, int oneRound, int uncompared) {

  public static WinLossCount of(List<CaseComparison> comparisons) {
    int fastest = 0;
    int level = 0;
    int slower = 0;
    int tooNoisy = 0;
    int oneRound = 0;
    int uncompared = 0;
    for (CaseComparison comparison : comparisons) {
      switch (comparison.verdict()) {
        case FASTEST -> fastest++;
        case LEVEL -> level++;
        case SLOWER -> slower++;
        case TOO_NOISY -> tooNoisy++;
        case ONE_ROUND -> oneRound++;
        case ALONE, ABSENT -> uncompared++;
        case CONTROL -> {}
      }
    }
    return new WinLossCount(fastest, level, slower, tooNoisy, oneRound, uncompared);
  }

  /// Returns the number of cases in which the subject was compared with a rival in several rounds.
  public int compared() {
    return fastest + level + slower + tooNoisy;
  }

  /// Returns the counts as one sentence of plain text.
  public String sentence() {
    if (compared() == 0 && oneRound > 0) {
      return oneRound == 1
          ? "The one case compared had one round of JVMs, which gives no verdict."
          : "The " + oneRound + " cases compared had one round of JVMs, which gives no verdict.";
    }
    if (compared() == 0) {
      return LabRun.SUBJECT + " was not compared with any rival.";
    }
    if (tooNoisy == compared()) {
      return tooNoisy == 1
          ? "The one case compared is too noisy to tell."
          : "All " + tooNoisy + " cases compared are too noisy to tell.";
    }
    List<String> parts = new ArrayList<>();
    add(parts, "fastest", fastest);
    add(parts, "level with the fastest", level);
    add(parts, "slower than another", slower);
    return (compared() == 1
            ? "In the one case compared, "
            : "Of " + compared() + " cases compared, ")
        + LabRun.SUBJECT
        + " is "
        + String.join(", ", parts)
        + (tooNoisy == 0
            ? ""
            : "; " + tooNoisy + (tooNoisy == 1 ? " is" : " are") + " too noisy to tell")
        + ".";
  }

  private void add(List<String> parts, String what, int cases) {
    if (cases == compared()) {
      parts.add(cases == 1 ? what : what + " in all");
    } else if (cases > 0) {
      parts.add(what + " in " + cases);
    }
  }
}
