// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Lines for a terminal, none wider than [#WIDTH] columns.
public final class TextLines {
  /// The columns of the widest line.
  public static final int WIDTH = 100;

  /// The character sets and control sequences that a terminal can show.
  public enum Style {
    /// Seven-bit text, for a terminal without `±` in its character set.
    ASCII,
    /// Unicode text without control sequences, for files and pipes.
    PLAIN,
    /// Unicode text with ANSI colors.
    ANSI
  }

  /// The style of a line.
  public enum Ink {
    NONE(""),
    BOLD("1"),
    DIM("2"),
    SUBJECT("1;36"),
    WIN("32"),
    LOSS("33");

    private final String code;

    Ink(String code) {
      this.code = code;
    }

    String on(String text) {
      return this == NONE || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
  }

  /// The indent of a line.
  public static final String GAP = "  ";

  private final Style style;
  private final List<String> lines = new ArrayList<>();

  public TextLines(Style style) {
    this.style = style;
  }

  public void blank() {
    lines.add("");
  }

  /// Adds an empty line and a bold one.
  public void title(String text) {
    blank();
    wrapped(text, "", Ink.BOLD);
  }

  /// Adds names on separate lines, at most `most`; nothing if there are none.
  public void names(String title, List<String> names, int most) {
    if (!names.isEmpty()) {
      title(title);
      names.stream().limit(most).forEach(name -> wrapped(name, GAP, Ink.DIM));
      more(names.size(), most);
    }
  }

  /// Adds a text, wrapped to as many lines as it needs. Adds nothing if the text is blank.
  public void wrapped(String text, String indent, Ink ink) {
    if (!text.isBlank()) {
      TextWrap.lines(shown(text).strip(), WIDTH - indent.length())
          .forEach(line -> add(indent + line, ink));
    }
  }

  /// Adds a text as [#wrapped] does, indented by one level.
  public void indented(String text, Ink ink) {
    wrapped(text, GAP, ink);
  }

  /// Adds a line. It must not be wider than [#WIDTH], and must have only characters from [#shown].
  public void add(String line, Ink ink) {
    String text = line.stripTrailing();
    lines.add(style == Style.ANSI ? ink.on(text) : text);
  }

  /// Adds a line that says how many of `count` items were omitted.
  public void more(int count, int most) {
    if (count > most) {
      wrapped("… and " + NumberFormats.whole(count - most) + " more, with --top 0", GAP, Ink.DIM);
    }
  }

  /// Returns the text on one line, with characters that the terminal can show. For example, the
  /// message of an exception could break the table, or a name could control the terminal.
  public String shown(String text) {
    String clean = VisibleText.of(text.replaceAll("[\\t\\r\\n]+", " "));
    if (style != Style.ASCII) {
      return clean;
    }
    return clean
        .replace("±", "+-")
        .replace("×", "x")
        .replace("–", "-")
        .replace("…", "...")
        .replace("∞", "infinite")
        .replaceAll("[^\\x20-\\x7e]", "?");
  }

  /// Returns all lines. Each ends with a line feed.
  @Override
  public String toString() {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /// Adds a section about the parts that could not be read; nothing if there are none.
  public void notRead(List<String> problems) {
    if (!problems.isEmpty()) {
      title("not read");
      problems.forEach(problem -> wrapped(problem, GAP, Ink.LOSS));
    }
  }
}
