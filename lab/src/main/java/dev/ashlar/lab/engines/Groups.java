// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

/// The groups of [Query#Q1]: an index for each pair of letters, in alphabetical order.
///
/// A line status is `F` or `O`, a return flag `A`, `N` or `R`.
final class Groups {
  static final int COUNT = 1 << 6;

  private Groups() {}

  static int of(char returnFlag, char lineStatus) {
    return ((returnFlag & 31) << 1) | (lineStatus & 1);
  }

  static char returnFlag(int group) {
    return (char) ('@' + (group >> 1));
  }

  static char lineStatus(int group) {
    return (group & 1) == 0 ? 'F' : 'O';
  }
}
