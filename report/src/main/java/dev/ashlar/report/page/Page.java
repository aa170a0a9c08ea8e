// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// The content of the page of a lab run. All texts are plain text; the templates escape them.
///
/// @param overview a description of Ashlar, and the result of all experiments
/// @param scores the scores of all experiments
/// @param facts the machine and the settings of the run, as names and values
/// @param script the charts' library, then the page's script; neither can end a script element
/// @param data the charts' data as JSON; it cannot end a script element either
public record Page(
    String title,
    String subtitle,
    boolean complete,
    List<String> overview,
    List<Score> scores,
    List<Fact> facts,
    List<Section> sections,
    List<Mark> contenders,
    String style,
    String library,
    String script,
    String data) {

  public record Fact(String name, String value) {}

  /// A contender's colors, which are the same in all charts.
  public record Mark(String name, boolean subject, String light, String dark) {}

  /// One experiment.
  ///
  /// @param open whether its figures are unfolded initially
  /// @param figures a description of the folded figures
  /// @param losses the cases in which the subject is slower than a rival, each with its sentence
  /// @param unclear the other cases in which a verdict is undecided, each with its sentence
  public record Section(
      String id,
      String name,
      String title,
      String question,
      String duration,
      boolean open,
      String figures,
      List<Score> scores,
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

  /// The numbers of cases by the verdict against one kind of rival.
  public record Score(String against, List<Count> counts) {}

  /// The number of cases with one verdict.
  ///
  /// @param style a style class
  public record Count(String style, String word, long cases) {}

  /// The verdict against one kind of rival.
  ///
  /// @param style a style class
  public record Badge(String style, String text) {}

  public record CaseLink(String id, String name, String sentence) {}

  /// The chart of a family of cases. Its bars are in the page's data under the same id.
  public record Chart(String id, String family, String unit, int bars) {}

  /// The chart of the series of a case. Its values are in the page's data under the same id.
  public record Curves(String id, String caseName, String title, String unit, int lines) {}

  /// The table of one case, and the sentence about it.
  ///
  /// @param open whether the table is unfolded initially
  /// @param subject the heading of the ratios
  /// @param judged the heading of the verdicts
  /// @param flags the flags that all contenders need
  public record CaseTable(
      String id,
      String name,
      boolean open,
      String description,
      List<Badge> badges,
      String sentence,
      String unit,
      String subject,
      String judged,
      List<RowCells> rows,
      String flags) {}

  /// One row of a case's table, with all figures as text.
  ///
  /// @param tone a style class
  /// @param ratio the ratio of this contender to the subject, with its interval
  /// @param verdict the verdict about the subject; for a limit, the share that the subject reaches
  /// @param warnings about forks that were slow or in which HotSpot compiled; empty if there are
  ///   none
  /// @param share the length of the bar behind the score, as a percentage
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
      String warnings,
      String flags,
      String share) {}

  /// The pairs that were omitted for one reason.
  public record Gap(String why, List<String> pairs) {}

  /// The compiler's decisions about the calls of one contender, with a column for each case.
  ///
  /// @param notes the reasons why cases have no calls
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
  /// @param note the reason why there are no loops; empty if there are some
  public record LoopColumn(String contender, List<Loop> loops, String note) {}

  /// A loop in machine code.
  ///
  /// @param code the instructions, one per line
  public record Loop(String summary, String decodedBy, String code) {}

  /// A call in each of the cases. The word is empty if a case does not have the call.
  public record CallRow(String call, List<CallCell> cells) {}

  /// A call in one case.
  ///
  /// @param tone a style class
  /// @param inside the methods inlined in it, in words
  /// @param lines the receiver types and the remaining calls, one per line
  public record CallCell(String tone, String word, String inside, List<String> lines) {}
}
