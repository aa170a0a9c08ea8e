// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// The content of the page that compares logs, as plain text.
public record JitDiffView(
    String title,
    String subtitle,
    String answer,
    List<Change> changes,
    String moreChanges,
    List<Methods> only,
    String style) {

  /// A call with two outcomes.
  ///
  /// @param open whether it is unfolded initially
  /// @param width the length of the heat bar, as a percentage
  /// @param times the number of calls; empty if they were not counted
  /// @param consistency the certainty of the difference, in words
  /// @param path the methods from the compiled method to the caller, each inlined in the previous
  ///   one
  /// @param beforeTone the style class of the outcome before
  /// @param afterTone the style class of the outcome after
  public record Change(
      int number,
      boolean open,
      String width,
      String caller,
      String owner,
      String place,
      String callee,
      String calleeOwner,
      String times,
      String consistency,
      String path,
      String before,
      String beforeTone,
      String after,
      String afterTone) {}

  /// Methods that only one side has.
  public record Methods(String title, List<String> names, String more) {}
}
