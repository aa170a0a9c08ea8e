// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.page.Page;
import dev.ashlar.results.LabRun;
import java.util.Set;

/// The colors of the contenders, each for a light and for a dark page. The subject has the accent
/// color, its variants have tints of it, and the others have muted hues.
final class Palette {

  private static final String[][] ACCENTS = {
    {"#b5451b", "#f2905c"},
    {"#d08862", "#b8683f"},
    {"#8f3412", "#f7bd9b"},
    {"#dda98d", "#8f5232"},
    {"#6e2a10", "#ffd9c2"}
  };

  private static final String[][] HUES = {
    {"#4f6d8f", "#86a5c8"},
    {"#6b8a5e", "#9dbb8e"},
    {"#b08a2e", "#d3b261"},
    {"#7d5a86", "#b393bd"},
    {"#3f8581", "#74b7b2"},
    {"#a8687a", "#d19dab"},
    {"#8a8378", "#b3aca0"},
    {"#5b5ea6", "#9a9ce0"},
    {"#87863a", "#bcbb6c"},
    {"#7a5c48", "#b39580"},
    {"#5a9cba", "#8cc7e2"},
    {"#55524c", "#d6d0c5"},
    {"#9a7fb0", "#cbb6dc"},
    {"#2f5d50", "#5c9a88"}
  };

  private Palette() {}

  /// {@return the first color that is not `taken`; if all are taken, the color with the index
  /// `turn`}
  ///
  /// @param taken the light shades of the taken colors
  static Page.Mark mark(String contender, Set<String> taken, int turn) {
    boolean subject = LabRun.isSubject(contender);
    String[][] colours = subject ? ACCENTS : HUES;
    String[] colour = colours[turn % colours.length];
    for (String[] candidate : colours) {
      if (!taken.contains(candidate[0])) {
        colour = candidate;
        break;
      }
    }
    return new Page.Mark(contender, subject, colour[0], colour[1]);
  }
}
