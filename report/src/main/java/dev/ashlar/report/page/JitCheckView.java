// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// Everything the page of checked rules shows, as plain text.
public record JitCheckView(String title, String subtitle, List<Log> logs, String style) {
  /// The rules checked against one log.
  ///
  /// @param answer how many hold, in a sentence
  /// @param warnings what keeps the answer from being all there is to say
  /// @param accepted the broken rules of which a baseline accepts every reason
  /// @param holding the rules that hold
  public record Log(
      String name,
      String answer,
      List<String> warnings,
      List<Broken> broken,
      List<String> accepted,
      List<String> holding) {}

  /// A rule that does not hold.
  ///
  /// @param more how many reasons are left out, in words; empty if none is
  public record Broken(int lineNumber, String rule, List<String> reasons, String more) {}
}
