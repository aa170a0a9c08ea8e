// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.text;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces characters that control a terminal, reorder a line or hide in it by their escapes, such
/// as `\u202e`. Names in a class file may have any of them.
public final class VisibleText {
  private static final Pattern COLOR = Pattern.compile("\u001b\\[[\\d;]*m");

  private VisibleText() {}

  /// {@return the text on one line}
  public static String of(String text) {
    return escaped(text, "");
  }

  /// {@return the text, which keeps its line feeds and tabs}
  public static String ofLines(String text) {
    return escaped(text, "\n\t");
  }

  /// {@return a writer that passes text to `out` as [#ofLines] has it, with colors as they are}
  public static PrintWriter writer(PrintWriter out) {
    return new PrintWriter(new VisibleWriter(out), true);
  }

  /// {@return whether a character is escaped: controls, separators of lines, format characters
  /// (such as those of bidirectional text), and halves of surrogate pairs}
  private static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  private static String escaped(String text, String kept) {
    if (text.codePoints().noneMatch(c -> isHidden(c) && kept.indexOf(c) < 0)) {
      return text;
    }
    StringBuilder visible = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(c -> {
          if (isHidden(c) && kept.indexOf(c) < 0) {
            for (char unit : Character.toChars(c)) {
              visible.append("\\u%04x".formatted((int) unit));
            }
          } else {
            visible.appendCodePoint(c);
          }
        });
    return visible.toString();
  }

  private static final class VisibleWriter extends FilterWriter {
    VisibleWriter(Writer out) {
      super(out);
    }

    @Override
    public void write(int c) throws IOException {
      write(String.valueOf((char) c), 0, 1);
    }

    @Override
    public void write(char[] buffer, int offset, int length) throws IOException {
      write(new String(buffer, offset, length), 0, length);
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
      String part = text.substring(offset, offset + length).replace("\r\n", "\n");
      int from = 0;
      Matcher color = COLOR.matcher(part);
      while (color.find()) {
        out.write(ofLines(part.substring(from, color.start())));
        out.write(color.group());
        from = color.end();
      }
      out.write(ofLines(part.substring(from)));
    }
  }
}
