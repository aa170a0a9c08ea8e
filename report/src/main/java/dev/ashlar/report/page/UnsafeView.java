// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// Everything the page about uses of `sun.misc.Unsafe` shows, as plain text.
///
/// @param verdict sentences
/// @param problems what was not read
public record UnsafeView(
    String title,
    String subtitle,
    List<String> verdict,
    List<String> problems,
    List<Section> sections,
    List<Task> tasks,
    String explanation,
    String style,
    String script) {
  /// A list of items: the artifacts of a scan, or the calls of a JVM.
  ///
  /// @param more how many items are left out, in words; empty if none is
  public record Section(String name, List<String> notes, List<Item> items, String more) {}

  /// An artifact or a call.
  ///
  /// @param tone a style class
  /// @param width length of the bar, a percentage
  /// @param kind a word or two
  /// @param figure at the end of the line
  public record Item(
      String tone,
      int number,
      boolean open,
      String width,
      String kind,
      String title,
      String calls,
      String figure,
      List<String> facts,
      List<Row> rows) {}

  /// A used member and its places. More than [#MOST_UNFOLDED] places are folded.
  ///
  /// @param placeCount in words
  public record Row(
      String what, String count, String placeCount, List<String> places, String more) {
    private static final int MOST_UNFOLDED = 3;

    public boolean isFolded() {
      return places.size() > MOST_UNFOLDED;
    }
  }

  /// The replacement of the calls for one task.
  ///
  /// @param jdk code, or the reason why there is none
  /// @param ashlar likewise
  public record Task(
      String name,
      String does,
      String method,
      String jdk,
      String ashlar,
      String cost,
      String limits) {}
}
