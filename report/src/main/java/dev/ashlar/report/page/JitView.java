// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.page;

import java.util.List;

/// The content of the page of some compilation logs. All texts are plain text; the templates escape
/// them.
///
/// @param unfolded the id of the log that is unfolded initially
/// @param data the call trees as JSON; like the script, it has nothing that could end a script
///   element
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
  /// @param name the name of the file
  /// @param jvm the command of the JVM, and the amount of its work
  /// @param answer a sentence about the findings
  /// @param mix the parts of the heat
  /// @param problemCount the number of problems, in words
  /// @param moreProblems the number of problems without a card, in words; empty if all have one
  /// @param flame sentences about the flame graph; empty if there is none
  /// @param parseProblems the parts of the log that could not be read
  /// @param compilers the work of the compilers
  /// @param allocations the allocations that C2 did not eliminate, in words
  /// @param moreAllocations the number of omitted allocations, in words; empty if none is omitted
  /// @param codes the machine code in the log
  /// @param moreCodes the number of methods whose code is omitted, in words; empty if none is
  ///   omitted
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
      List<String> flame,
      Trees trees,
      List<String> parseProblems,
      List<Page.Fact> compilers,
      List<String> allocations,
      String moreAllocations,
      List<Code> codes,
      String moreCodes) {}

  /// The machine code of a method.
  ///
  /// @param title the name of the method without its package
  /// @param words its version and size, in words
  /// @param unknown the code that the analysis did not recognize; empty if there is none
  /// @param tree the id of its call tree; empty if the page does not have the tree
  /// @param more the number of omitted instructions, in words; empty if none is omitted
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
    /// A description of a loop.
    public record Loop(int depth, String text) {}

    /// The instructions of one source position.
    ///
    /// @param path the inlining path, innermost first; empty if unknown
    public record Section(String path, List<Row> rows) {}

    /// An instruction, or a row of bytes.
    ///
    /// @param comment the purpose of the instruction; empty if unknown
    public record Row(String address, String text, String comment) {}
  }

  /// A group of findings that need no action.
  ///
  /// @param brief the kinds of findings with their numbers, for the table of contents
  public record Group(String id, String title, String brief, List<Card> cards, String more) {}

  /// A share of a whole.
  ///
  /// @param tone a style class
  /// @param width the width, as a percentage
  public record Part(String name, String tone, String share, String width) {}

  /// A finding. Following a link to the card unfolds it.
  ///
  /// @param list the prefix of the ids of all cards in its list; the card's number follows it
  /// @param open whether it is unfolded initially
  /// @param tone a style class
  /// @param width the length of the heat bar, as a percentage
  /// @param figure the number of CPU samples, or else the number of calls or traps; empty if both
  ///   are unknown
  /// @param method the name of the method without its package
  /// @param place the line or bytecode index; empty if the finding is about the whole method
  /// @param calls the name of the callee without its package; empty if there is none
  /// @param inside the methods in which the method is inlined, from the compiled one on; empty if
  ///   there are none
  /// @param subject the method to change or to call in another way, without its package
  /// @param also the numbers of the cards with the same subject
  /// @param advice the remedy; empty if there is nothing to do
  /// @param adviceIn the number of the card that has this advice in full; 0 if it is this card
  /// @param tree the id of the tree that has the finding; empty if the page does not have the tree
  /// @param treeWords the name of the method with that tree
  /// @param noTree the reason why there is no tree, in a few words; empty if there is one
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

  /// A method on the inlining path to a finding, or a placeholder for omitted ones.
  ///
  /// @param yours whether it is the innermost method that does not belong to the JDK
  public record Level(String name, boolean yours) {}

  /// The call trees of a log.
  ///
  /// @param sentence a sentence that says which trees are shown, and of how many
  public record Trees(String id, int count, String sentence) {}
}
