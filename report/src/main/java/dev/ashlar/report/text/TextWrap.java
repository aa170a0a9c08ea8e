// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.text;

import java.util.ArrayList;
import java.util.List;

/// Breaks text into lines at spaces, but not before a `%`. A word is broken only if it is too wide
/// for a line.
public final class TextWrap {

  private TextWrap() {}

  /// Returns at least one line, none wider than `width`.
  public static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    boolean fresh = true;
    for (String word : text.split(" (?!%)", -1)) {
      if (!fresh && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
        fresh = true;
      }
      line.append(fresh ? "" : " ").append(word);
      fresh = false;
      while (line.length() > width) {
        lines.add(line.substring(0, width));
        line.delete(0, width);
      }
    }
    lines.add(line.toString());
    return lines;
  }
}
