package dev.ashlar.report.page;

import java.util.List;

/// Everything the page of a comparison of two logs shows, as plain text.
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
  /// @param width length of the heat bar, a percentage
  /// @param path the methods that are inlined in each other there, outermost first
  /// @param beforeTone a style class
  /// @param afterTone likewise
  public record Change(
      int number,
      String width,
      String caller,
      String owner,
      String place,
      String callee,
      String calleeOwner,
      String times,
      String path,
      String before,
      String beforeTone,
      String after,
      String afterTone) {}

  /// Methods that one run has and the other has not.
  public record Methods(String title, List<String> names, String more) {}
}
