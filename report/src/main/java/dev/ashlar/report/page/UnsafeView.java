// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// The content of the page about uses of `sun.misc.Unsafe`, as plain text.
///
/// @param verdict the sentences of the verdict
/// @param problems the files that were not read
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
  /// @param more the number of omitted items, in words; empty if none is omitted
  public record Section(String name, List<String> notes, List<Item> items, String more) {}

  /// An artifact or a call.
  ///
  /// @param tone a style class
  /// @param width the length of the bar, as a percentage
  /// @param kind the kind of the item, in one or two words
  /// @param figure the figure at the end of the line
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

  /// A used member and the positions of its uses. More than [#MOST_UNFOLDED] positions are folded.
  ///
  /// @param placeCount the number of positions, in words
  public record Row(
      String what, String count, String placeCount, List<String> places, String more) {
    private static final int MOST_UNFOLDED = 3;

    public boolean isFolded() {
      return places.size() > MOST_UNFOLDED;
    }
  }

  /// The replacement of calls for one task.
  ///
  /// @param jdk code, or the reason why there is none
  /// @param ashlar code, or the reason why there is none
  public record Task(
      String name,
      String does,
      String method,
      String jdk,
      String ashlar,
      String cost,
      String limits) {}
}
