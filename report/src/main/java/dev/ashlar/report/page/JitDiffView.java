// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// Everything the page of a comparison of logs shows, as plain text.
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
  /// @param open whether it is unfolded at first
  /// @param width length of the heat bar, a percentage
  /// @param times how often it was counted; empty if it was not
  /// @param consistency how sure the difference is
  /// @param path the methods around the caller that are inlined in each other, outermost first
  /// @param beforeTone a style class
  /// @param afterTone likewise
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

  /// Methods that one side has and the other has not.
  public record Methods(String title, List<String> names, String more) {}
}
