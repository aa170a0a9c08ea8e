// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.page.Page;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.LabRun;
import java.util.List;
import java.util.Locale;

/// Makes the page's table of a case, with all figures.
final class CaseTables {

  private CaseTables() {}

  static Page.CaseTable of(String id, CaseComparison comparison, boolean open) {
    List<CaseComparison.Line> lines = comparison.lines();
    List<String> units = lines.stream().map(l -> l.row().unit()).distinct().toList();
    CaseComparison.Line subject = comparison.subject();
    String name = subject == null ? LabRun.SUBJECT : subject.contender();
    return new Page.CaseTable(
        id,
        comparison.labCase().name(),
        open,
        comparison.labCase().description(),
        badges(comparison),
        unbroken(comparison.sentence()),
        units.size() == 1 ? units.getFirst() : "score",
        "× " + name,
        name + " is",
        rows(comparison, units.size() > 1),
        String.join(" ", comparison.sharedFlags()));
  }

  /// {@return the sentence without line breaks between a number and its sign}
  static String unbroken(String sentence) {
    return sentence.replace(" ×", "\u00a0×");
  }

  private static List<Page.RowCells> rows(CaseComparison comparison, boolean unitsDiffer) {
    List<CaseComparison.Line> lines = comparison.lines();
    int places = NumberFormats.places(lines.stream().map(l -> l.row().score()).toList());
    double longest =
        lines.stream().mapToDouble(l -> l.row().score()).filter(Double::isFinite).max().orElse(0);
    return lines.stream()
        .map(l ->
            new Page.RowCells(
                l.contender(),
                l.subject(),
                tone(l),
                NumberFormats.fixed(l.row().score(), places),
                NumberFormats.fixed(l.row().error(), places),
                unitsDiffer ? " " + l.row().unit() : "",
                comparison.subject() == null ? NumberFormats.NONE : l.ratioWithInterval(),
                l.judgement(),
                NumberFormats.bytes(l.row().bytesPerOp()),
                l.row().forks() + " × " + l.row().iterations(),
                String.join("; ", l.warnings()),
                String.join(" ", comparison.ownFlags(l)),
                share(l.row().score(), longest)))
        .toList();
  }

  /// A verdict against each kind of rival, or one word where there is none.
  private static List<Page.Badge> badges(CaseComparison comparison) {
    List<CaseComparison.Line> opponents = comparison.opponents();
    if (opponents.stream().allMatch(CaseComparison.Line::isOneRound)) {
      return List.of(new Page.Badge("", comparison.isControl() ? "control" : "no verdict"));
    }
    return opponents.stream()
        .map(line ->
            new Page.Badge(
                tone(line),
                switch (line.kind()) {
                      case JDK -> "JDK";
                      case UNSAFE -> "Unsafe";
                      default -> line.kind().toString();
                    }
                    + ": "
                    + line.word()))
        .toList();
  }

  private static String tone(CaseComparison.Line line) {
    return !line.kind().isRival()
        ? line.kind() == LabRun.Kind.LIMIT ? "limit" : ""
        : line.versus() == null || line.isOneRound() ? "" : style(line.verdict());
  }

  static String style(LabRun.Verdict verdict) {
    return verdict.toString().replace(' ', '-');
  }

  private static String share(double score, double longest) {
    return Double.isFinite(score) && longest > 0
        ? String.format(Locale.ROOT, "%.1f", Math.max(0, 100 * score / longest))
        : "0";
  }
}
