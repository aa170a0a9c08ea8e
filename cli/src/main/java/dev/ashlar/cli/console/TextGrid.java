// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.console;

import dev.ashlar.report.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Rows of texts in aligned columns. Columns of numbers are aligned to the right.
public final class TextGrid {
  private static final Pattern NUMBER = Pattern.compile("-?[\\d,.]+(E-?\\d+)?|NaN|-?Infinity|NULL");

  private TextGrid() {}

  /// {@return a grid with a header line}
  ///
  /// @param rows the rows, with one text for each column; null is printed as NULL
  public static String of(List<String> columns, List<? extends List<@Nullable String>> rows) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(columns.stream().map(VisibleText::of).toList());
    for (List<@Nullable String> row : rows) {
      lines.add(row.stream().map(text -> VisibleText.of(text == null ? "NULL" : text)).toList());
    }
    StringBuilder grid = new StringBuilder();
    int[] widths = new int[columns.size()];
    boolean[] numbers = new boolean[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      int column = i;
      widths[i] = lines.stream().mapToInt(line -> width(line.get(column))).max().orElse(0);
      numbers[i] =
          lines.stream().skip(1).allMatch(line -> NUMBER.matcher(line.get(column)).matches());
    }
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - width(line.get(i)));
        text.append(i == 0 ? "" : "  ");
        text.append(numbers[i] ? padding + line.get(i) : line.get(i) + padding);
      }
      grid.append(text.toString().stripTrailing()).append('\n');
    }
    return grid.toString();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
