// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// The content of the page of checked rules, as plain text.
public record JitCheckView(String title, String subtitle, List<Log> logs, String style) {
  /// The rules checked against one log.
  ///
  /// @param answer a sentence with the number of rules that hold
  /// @param warnings the reasons why the answer may be incomplete
  /// @param accepted the broken rules whose reasons are all in the baseline
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
  /// @param more the number of omitted reasons, in words; empty if none is omitted
  public record Broken(int lineNumber, String rule, List<String> reasons, String more) {}
}
