// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.report.text.TextWrap;
import dev.ashlar.results.LabDiff;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A table of fixed-width text. Names and words are aligned to the left, figures to the right. A
/// text that is too wide for its column is wrapped in the column.
final class TextTable {

  record Line(String text, TextLines.Ink ink) {}

  private static final int NAME = 0;
  private static final int ERROR = 2;
  private static final int VERDICT = 4;
  private static final int COLUMNS = 6;

  private static final int LEAST_NAME = 12;
  private static final String GAP = "  ";

  private record Row(List<String> cells, TextLines.Ink ink) {}

  private final List<Row> rows = new ArrayList<>();
  private final boolean errors;

  /// @param errors whether the third column is the error of the second, and close to it
  private TextTable(boolean errors) {
    this.errors = errors;
  }

  /// {@return the table of one case}
  ///
  /// @param shown converts text to characters that the terminal can show
  static TextTable of(CaseComparison comparison, UnaryOperator<String> shown) {
    List<CaseComparison.Line> lines = comparison.lines();
    List<String> units = lines.stream().map(l -> l.row().unit()).distinct().toList();
    int places = NumberFormats.places(lines.stream().map(l -> l.row().score()).toList());
    int errorWidth =
        lines.stream()
            .mapToInt(l -> NumberFormats.fixed(l.row().error(), places).length())
            .max()
            .orElse(0);
    CaseComparison.Line subject = comparison.subject();
    TextTable table = new TextTable(true);
    boolean judged = lines.stream().anyMatch(l -> !l.judgement().isEmpty());
    table.add(
        shown,
        TextLines.Ink.DIM,
        "contender",
        units.size() == 1 ? units.getFirst() : "score",
        "",
        subject == null ? "" : "× " + subject.contender(),
        judged && subject != null ? subject.contender() + " is" : "",
        "B/op");
    for (CaseComparison.Line line : lines) {
      LabRun.Row row = line.row();
      String error = NumberFormats.fixed(row.error(), places);
      error = Double.isFinite(row.error()) ? "± " + right(error, errorWidth) : "";
      table.add(
          shown,
          line.subject() ? TextLines.Ink.SUBJECT : TextLines.Ink.NONE,
          row.contender(),
          NumberFormats.fixed(row.score(), places),
          units.size() == 1 ? error : (error + " " + row.unit()).strip(),
          subject == null ? "" : line.ratioWithInterval(),
          line.judgement(),
          NumberFormats.bytes(row.bytesPerOp()));
    }
    return table;
  }

  /// {@return the table of the pairs that both of two runs measured}
  ///
  /// @param shown converts text to characters that the terminal can show
  static TextTable of(List<LabDiff.Change> changes, UnaryOperator<String> shown) {
    TextTable table = new TextTable(false);
    table.add(shown, TextLines.Ink.DIM, "case: contender", "before", "now", "now / before", "", "");
    for (LabDiff.Change change : changes) {
      int places = NumberFormats.places(List.of(change.before(), change.now()));
      table.add(
          shown,
          switch (change.verdict()) {
            case FASTER -> TextLines.Ink.WIN;
            case SLOWER -> TextLines.Ink.LOSS;
            default -> TextLines.Ink.NONE;
          },
          change.caseName() + ": " + change.contender(),
          NumberFormats.fixed(change.before(), places),
          NumberFormats.fixed(change.now(), places),
          NumberFormats.ratioWithInterval(change.ratio(), change.low(), change.high()),
          change.verdict().toString(),
          change.unit());
    }
    return table;
  }

  private void add(UnaryOperator<String> shown, TextLines.Ink ink, String... cells) {
    rows.add(new Row(List.of(cells).stream().map(shown).toList(), ink));
  }

  List<Line> lines(int width) {
    int[] widths = widths(width);
    List<Line> lines = new ArrayList<>();
    for (Row row : rows) {
      List<List<String>> cells = new ArrayList<>();
      for (int column = 0; column < COLUMNS; column++) {
        cells.add(TextWrap.lines(row.cells().get(column), widths[column]));
      }
      int height = cells.stream().mapToInt(List::size).max().orElse(1);
      for (int i = 0; i < height; i++) {
        lines.add(new Line(line(cells, i, widths), row.ink()));
      }
    }
    return lines;
  }

  private int[] widths(int width) {
    int[] widths = new int[COLUMNS];
    for (Row row : rows) {
      for (int column = 0; column < COLUMNS; column++) {
        widths[column] = Math.max(widths[column], row.cells().get(column).length());
      }
    }
    // The gap before an error is a column narrower.
    int figures = errors ? -1 : 0;
    for (int column = NAME + 1; column < COLUMNS; column++) {
      // A unit can be as long as anything else that a caller makes up.
      widths[column] = Math.clamp(widths[column], 1, 24);
      figures += widths[column] + GAP.length();
    }
    widths[NAME] = Math.clamp(widths[NAME], 1, Math.max(LEAST_NAME, width - figures));
    return widths;
  }

  private String line(List<List<String>> cells, int index, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < COLUMNS; column++) {
      String cell = index < cells.get(column).size() ? cells.get(column).get(index) : "";
      boolean toTheLeft = column == NAME || (errors && column == ERROR) || column == VERDICT;
      line.append(column == NAME ? "" : errors && column == ERROR ? " " : GAP)
          .append(toTheLeft ? left(cell, widths[column]) : right(cell, widths[column]));
    }
    return line.toString().stripTrailing();
  }

  private static String left(String cell, int width) {
    return cell + " ".repeat(Math.max(0, width - cell.length()));
  }

  private static String right(String cell, int width) {
    return " ".repeat(Math.max(0, width - cell.length())) + cell;
  }
}
