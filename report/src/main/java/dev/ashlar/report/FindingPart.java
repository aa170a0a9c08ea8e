package dev.ashlar.report;

import dev.ashlar.jit.Finding;

/// The parts of a report, by what a reader can do about a finding.
enum FindingPart {
  PROBLEM,
  /// A problem with nothing around it that the program's author could change.
  OUT_OF_REACH,
  NOTE,
  INTRINSIC;

  static FindingPart of(Finding finding) {
    if (finding.kind() == Finding.Kind.INTRINSIC_USED) {
      return INTRINSIC;
    }
    if (!finding.kind().isProblem()) {
      return NOTE;
    }
    return finding.changeable().isEmpty() ? OUT_OF_REACH : PROBLEM;
  }
}
