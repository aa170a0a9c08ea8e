// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report;

import dev.ashlar.report.LabText.Ink;
import dev.ashlar.report.LabText.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Lines for a terminal, none wider than [LabText#WIDTH] columns.
final class TextLines {
  /// What indents a line.
  static final String GAP = "  ";

  private final Style style;
  private final List<String> lines = new ArrayList<>();

  TextLines(Style style) {
    this.style = style;
  }

  void blank() {
    lines.add("");
  }

  /// An empty line and a bold one.
  void title(String text) {
    blank();
    wrapped(text, "", Ink.BOLD);
  }

  /// Names in lines of their own, at most `most`; nothing if there are none.
  void names(String title, List<String> names, int most) {
    if (!names.isEmpty()) {
      title(title);
      names.stream().limit(most).forEach(name -> wrapped(name, GAP, Ink.DIM));
      more(names.size(), most);
    }
  }

  /// Adds a text on as many lines as it takes; none if it is blank.
  void wrapped(String text, String indent, Ink ink) {
    if (!text.isBlank()) {
      TextWrap.lines(shown(text).strip(), LabText.WIDTH - indent.length())
          .forEach(line -> add(indent + line, ink));
    }
  }

  /// Adds a line that is short enough, and has nothing but what can be shown.
  void add(String line, Ink ink) {
    String text = line.stripTrailing();
    lines.add(style == Style.ANSI ? ink.on(text) : text);
  }

  /// Says how many of `count` were left out.
  void more(int count, int most) {
    if (count > most) {
      wrapped("… and " + NumberFormats.whole(count - most) + " more, with --top 0", GAP, Ink.DIM);
    }
  }

  /// The text in what the terminal can show. Control characters, as an exception's message may have
  /// them, would break the table or drive the terminal.
  String shown(String text) {
    String clean = text.replaceAll("\\p{Cntrl}+", " ");
    if (style != Style.ASCII) {
      return clean;
    }
    return clean
        .replace("±", "+-")
        .replace("×", "x")
        .replace("–", "-")
        .replace("…", "...")
        .replaceAll("[^\\x20-\\x7e]", "?");
  }

  /// All lines, each ended by a line feed.
  @Override
  public String toString() {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }
}
