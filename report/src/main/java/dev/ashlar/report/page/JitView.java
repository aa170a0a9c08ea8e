package dev.ashlar.report.page;

import java.util.List;

/// Everything the page of some compilation logs shows. All texts are plain text; the templates
/// escape them.
///
/// @param data the call trees as JSON, free of anything that could end a script element, as is the
///   script
public record JitView(
    String title, String subtitle, List<Log> logs, String style, String script, String data) {

  /// What one JVM did.
  ///
  /// @param name of the file
  /// @param answer the findings in a sentence
  /// @param mix what the heat consists of
  /// @param moreProblems how many problems have no card, in words; empty if all have one
  /// @param unread what could not be read
  public record Log(
      String id,
      String name,
      List<Page.Fact> facts,
      String answer,
      List<Part> mix,
      List<Card> problems,
      String moreProblems,
      List<Group> others,
      Trees trees,
      List<String> unread) {}

  /// Findings that nothing is to be done about.
  public record Group(String title, List<Card> cards, String more) {}

  /// A part of a whole.
  ///
  /// @param tone a style class
  /// @param width a percentage
  public record Part(String name, String tone, String share, String width) {}

  /// A finding.
  ///
  /// @param tone a style class
  /// @param width length of the heat bar, a percentage
  /// @param method without its package
  /// @param place line or bytecode index; empty if it is about the whole method
  /// @param calls what is called there, without its package; empty if nothing is
  /// @param inside the methods it is inlined in, from the compiled one on; empty if it is not
  /// @param yours the innermost of these that is not the JDK's; empty if the method itself is not
  /// @param tree id of that method's tree; empty if the page does not have it
  public record Card(
      int number,
      String kind,
      String tone,
      String width,
      String method,
      String owner,
      String place,
      String calls,
      String callsOwner,
      String inside,
      String yours,
      String meaning,
      String numbers,
      List<Part> receivers,
      String advice,
      String said,
      String certainty,
      String tree,
      int methodIndex,
      int bci) {}

  /// The call trees of a log.
  ///
  /// @param sentence which ones, of how many
  public record Trees(String id, int count, String sentence) {}
}
