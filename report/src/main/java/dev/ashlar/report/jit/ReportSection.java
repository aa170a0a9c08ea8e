// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.Finding;

/// The sections of a report, by the code that a reader can change.
enum ReportSection {
  PROBLEM,
  /// A problem that no code of the program can change.
  OUT_OF_REACH,
  NOTE,
  INTRINSIC;

  static ReportSection of(Finding finding) {
    if (finding.kind() == Finding.Kind.INTRINSIC_USED) {
      return INTRINSIC;
    }
    if (!finding.kind().isProblem()) {
      return NOTE;
    }
    return finding.changeable().isEmpty() ? OUT_OF_REACH : PROBLEM;
  }
}
