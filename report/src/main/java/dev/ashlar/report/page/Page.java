// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// Everything the page of a lab run shows. All texts are plain text; the templates escape them.
///
/// @param overview what Ashlar is, and the result of all experiments
/// @param score of all experiments
/// @param facts what the run was made on and how, name and value
/// @param script the charts' library, then ours; free of anything that could end a script element
/// @param data the charts' data as JSON, likewise
public record Page(
    String title,
    String subtitle,
    boolean complete,
    List<String> overview,
    Score score,
    List<Fact> facts,
    List<Section> sections,
    List<Mark> contenders,
    String style,
    String library,
    String script,
    String data) {

  public record Fact(String name, String value) {}

  /// A contender's colours, the same in every chart.
  public record Mark(String name, boolean subject, String light, String dark) {}

  /// One experiment.
  ///
  /// @param open whether its figures are unfolded at first
  /// @param figures what is folded, in words
  /// @param answer the tally in a sentence
  /// @param losses the cases in which the subject is slower, each with its sentence
  /// @param unclear the cases that are too noisy to tell, likewise
  public record Section(
      String id,
      String name,
      String title,
      String question,
      String duration,
      boolean open,
      String figures,
      Score score,
      String answer,
      List<CaseLink> losses,
      List<CaseLink> unclear,
      List<Chart> charts,
      List<Curves> curves,
      List<CaseTable> cases,
      List<EvidenceTable> evidence,
      List<LoopRow> loops,
      List<Fact> contenders,
      List<Gap> skipped,
      List<Gap> failed) {}

  /// In how many cases the subject is fastest, level and slower, and in how many none can be told.
  public record Score(int fastest, int level, int slower, int tooNoisy, int compared) {}

  public record CaseLink(String id, String name, String sentence) {}

  /// The chart of a family of cases; its bars are in the page's data under the same id.
  public record Chart(String id, String family, String unit, int bars) {}

  /// The chart of what contenders of a case showed one after another; likewise.
  public record Curves(String id, String caseName, String title, String unit, int lines) {}

  /// The table of one case and the sentence about it.
  ///
  /// @param open whether the table is unfolded at first
  /// @param verdict a style class
  /// @param subject heading of the ratios
  /// @param judged heading of the verdicts
  /// @param flags what all contenders need
  public record CaseTable(
      String id,
      String name,
      boolean open,
      String description,
      String verdict,
      String verdictWord,
      String sentence,
      String unit,
      String subject,
      String judged,
      List<RowCells> rows,
      String flags) {}

  /// One row of a case's table, every figure as text.
  ///
  /// @param tone a style class
  /// @param ratio of this contender to the subject, with its interval
  /// @param verdict what the comparison says of the subject, or the share of the limit it reaches
  /// @param compiled a warning about forks in which HotSpot compiled, or empty
  /// @param share length of the bar behind the score, a percentage
  public record RowCells(
      String contender,
      boolean subject,
      String tone,
      String score,
      String error,
      String unit,
      String ratio,
      String verdict,
      String bytesPerOp,
      String samples,
      String compiled,
      String flags,
      String share) {}

  /// The pairs that were left out for one reason.
  public record Gap(String why, List<String> pairs) {}

  /// The compiler's decisions about one contender's calls, a column for each case.
  ///
  /// @param notes why a case has no calls
  public record EvidenceTable(
      String contender,
      String method,
      List<String> cases,
      List<CallRow> rows,
      List<String> notes) {}

  /// The loops of a case's contenders, side by side.
  public record LoopRow(String caseName, List<LoopColumn> columns) {}

  /// The loops of one contender.
  ///
  /// @param note why there are none; empty if there are
  public record LoopColumn(String contender, List<Loop> loops, String note) {}

  /// A loop in machine code.
  ///
  /// @param code its instructions, one a line
  public record Loop(String summary, String decodedBy, String code) {}

  /// A call in each of the cases; an empty word where a case does not have it.
  public record CallRow(String call, List<CallCell> cells) {}

  /// A call in one case.
  ///
  /// @param tone a style class
  /// @param inside what is inlined in it, in words
  /// @param lines receivers and calls that remain, one a line
  public record CallCell(String tone, String word, String inside, List<String> lines) {}
}
