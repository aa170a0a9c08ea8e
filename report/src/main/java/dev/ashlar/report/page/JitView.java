// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// Everything the page of some compilation logs shows. All texts are plain text; the templates
/// escape them.
///
/// @param unfolded the id of the log that is shown, while the others are folded
/// @param data the call trees as JSON, free of anything that could end a script element, as is the
///   script
public record JitView(
    String title,
    String subtitle,
    List<Log> logs,
    String unfolded,
    String style,
    String script,
    String data) {

  /// The log of one JVM.
  ///
  /// @param name of the file
  /// @param jvm its command, and how much it did
  /// @param answer the findings in a sentence
  /// @param mix what the heat consists of
  /// @param problemCount in words
  /// @param moreProblems how many problems have no card, in words; empty if all have one
  /// @param parseProblems what could not be read
  /// @param compilers what the compilers did
  /// @param allocations the allocations that C2 did not eliminate, in words
  /// @param moreAllocations how many more there are, in words; empty if none is
  /// @param codes the machine code that the log has
  /// @param moreCodes how many methods' code is omitted, in words; empty if none is
  public record Log(
      String id,
      String name,
      String jvm,
      List<Page.Fact> facts,
      String answer,
      List<Part> mix,
      String problemCount,
      List<Card> problems,
      String moreProblems,
      List<Group> others,
      Trees trees,
      List<String> parseProblems,
      List<Page.Fact> compilers,
      List<String> allocations,
      String moreAllocations,
      List<Code> codes,
      String moreCodes) {}

  /// The machine code of a method.
  ///
  /// @param title the method without its package
  /// @param words which version of it, and its size
  /// @param unknown what the analysis does not know; empty if nothing
  /// @param tree id of its call tree; empty if the page does not have it
  /// @param more how many instructions are omitted, in words; empty if none is
  public record Code(
      String id,
      String title,
      String owner,
      String words,
      List<Loop> loops,
      String unknown,
      String tree,
      int methodIndex,
      List<Section> parts,
      String more) {
    /// A loop in words.
    public record Loop(int depth, String text) {}

    /// Instructions of one source position.
    ///
    /// @param path the inlining path, innermost first; empty if unknown
    public record Section(String path, List<Row> rows) {}

    /// An instruction, or a row of bytes.
    ///
    /// @param comment what it is for; empty if nothing is known
    public record Row(String address, String text, String comment) {}
  }

  /// Findings that nothing is to be done about.
  ///
  /// @param brief how many of what, for the contents
  public record Group(String id, String title, String brief, List<Card> cards, String more) {}

  /// A part of a whole.
  ///
  /// @param tone a style class
  /// @param width a percentage
  public record Part(String name, String tone, String share, String width) {}

  /// A finding. A link to the card unfolds it.
  ///
  /// @param list what the ids of all cards of its list begin with; its number follows
  /// @param open whether it is unfolded at first
  /// @param tone a style class
  /// @param width length of the heat bar, a percentage
  /// @param figure its CPU samples, or else how often it was counted; empty if neither is known
  /// @param method without its package
  /// @param place line or bytecode index; empty if it is about the whole method
  /// @param calls what is called there, without its package; empty if nothing is
  /// @param inside the methods it is inlined in, from the compiled one on; empty if it is not
  /// @param subject the method that is to be changed or called otherwise, without its package
  /// @param also the numbers of the cards with the same subject
  /// @param advice empty if there is nothing to do
  /// @param adviceIn the number of the card that has this advice in full; 0 if it is this one
  /// @param tree id of the tree it is in; empty if the page does not have it
  /// @param treeWords whose tree that is
  /// @param noTree why not, in a few words; empty if it has one
  public record Card(
      String list,
      int number,
      boolean open,
      String kind,
      String tone,
      String width,
      String figure,
      String method,
      String owner,
      String place,
      String calls,
      String callsOwner,
      List<Level> inside,
      String meaning,
      String subject,
      List<Integer> also,
      String numbers,
      List<Part> receivers,
      String advice,
      int adviceIn,
      String said,
      String certainty,
      String tree,
      String treeWords,
      String noTree,
      int methodIndex,
      int bci) {}

  /// A method on the way down to a finding, or what stands for those left out.
  ///
  /// @param yours whether it is the innermost that is not the JDK's
  public record Level(String name, boolean yours) {}

  /// The call trees of a log.
  ///
  /// @param sentence which ones, of how many
  public record Trees(String id, int count, String sentence) {}
}
