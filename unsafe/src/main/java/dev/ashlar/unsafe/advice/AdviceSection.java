// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A section of the page:
///
/// ```
/// ## Task
/// What the code does.
///
/// Given:                      members that all code needs
/// Before:                     members of the code with Unsafe
/// With the JDK:
/// With Ashlar:
///
/// | Unsafe | Before | With the JDK | With Ashlar |
///
/// **Ashlar.** **Cost.** **Limits.**
/// ```
///
/// Blocks may be left out. If the column of Ashlar is left out, the paragraph on Ashlar replaces
/// it.
///
/// @param blocks the code blocks by label, without the block of given members
/// @param notes the paragraphs by label
record AdviceSection(
    String task,
    String does,
    String given,
    Map<String, String> blocks,
    List<AdviceRow> rows,
    Map<String, String> notes) {
  static final String BEFORE = "Before";
  static final String JDK = "With the JDK";
  static final String ASHLAR = "With Ashlar";

  private static final Pattern BLOCK =
      Pattern.compile(
          "^([A-Z][A-Za-z ]+):\n\n```java\n(.*?)```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern NOTE =
      Pattern.compile(
          "^\\*\\*(\\w+)\\.\\*\\* (.*?)(?=\n\n|\\s*\\z)", Pattern.DOTALL | Pattern.MULTILINE);

  /// @param text of the section, from its heading to the next
  static AdviceSection parse(String text) {
    String[] paragraphs = text.split("\n\n", 3);
    Map<String, String> blocks = new HashMap<>();
    for (Matcher block = BLOCK.matcher(text); block.find(); ) {
      blocks.put(block.group(1), block.group(2));
    }
    Map<String, String> notes = new HashMap<>();
    for (Matcher note = NOTE.matcher(text); note.find(); ) {
      notes.put(note.group(1), joined(note.group(2)));
    }
    String given = blocks.remove("Given");
    return new AdviceSection(
        paragraphs[0].strip(),
        joined(paragraphs[1]),
        given == null ? "" : given,
        Map.copyOf(blocks),
        rows(text),
        Map.copyOf(notes));
  }

  String note(String label) {
    String note = notes.get(label);
    if (note == null) {
      throw new IllegalStateException("'%s' has no paragraph **%s.**".formatted(task, label));
    }
    return note;
  }

  private static List<AdviceRow> rows(String text) {
    List<List<String>> table =
        text.lines().filter(line -> line.startsWith("|")).map(AdviceSection::cells).toList();
    List<AdviceRow> rows = new ArrayList<>();
    for (List<String> cells : table.subList(2, table.size())) {
      rows.addAll(AdviceRow.parse(table.getFirst(), cells));
    }
    return rows;
  }

  private static List<String> cells(String line) {
    String[] cells = line.substring(1).split("\\|", -1);
    return Arrays.stream(cells).limit(cells.length - 1L).map(String::strip).toList();
  }

  private static String joined(String paragraph) {
    return paragraph.strip().replace('\n', ' ');
  }
}
