// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParameterException;

/// What the README and the pages in `docs` name exists, and their sentences are short.
final class DocsTest {
  private static final int LONGEST_SENTENCE = 30;

  private static final Pattern COMMAND = Pattern.compile("^(?:\\./)?ashlar (.*)$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)]+)\\)");

  private static Stream<MarkdownPage> pages() throws IOException {
    return MarkdownPage.all().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void commandsAndTheirOptionsExist(MarkdownPage page) {
    for (String command : commands(page)) {
      try {
        Main.commandLine().parseArgs(words(command).toArray(String[]::new));
      } catch (ParameterException e) {
        throw new AssertionError("ashlar " + command + ": " + e.getMessage(), e);
      }
    }
  }

  @Test
  void thePagesHaveCommands() throws IOException {
    assertThat(pages().flatMap(page -> commands(page).stream())).hasSizeGreaterThan(20);
  }

  /// In blocks, and in prose where an argument follows; `ashlar jit` alone names the tool.
  private static List<String> commands(MarkdownPage page) {
    List<String> commands = new ArrayList<>();
    for (MarkdownPage.Block block : page.blocks()) {
      for (String line : block.text().split("\n", -1)) {
        commands.addAll(command(line.replaceAll("\\s+#.*", "")));
      }
    }
    for (MatchResult code : Pattern.compile("`([^`]+)`").matcher(page.prose()).results().toList()) {
      if (code.group(1).startsWith("./ashlar ")) {
        commands.addAll(command(code.group(1)));
      }
    }
    return commands;
  }

  private static List<String> command(String line) {
    return COMMAND
        .matcher(line)
        .results()
        .map(found -> found.group(1))
        .filter(words -> !words.contains("…") && !words.contains("|"))
        .toList();
  }

  private static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(found ->
            found.group(1) != null
                ? found.group(1)
                : found.group(2) != null ? found.group(2) : found.group(3))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadToFiles(MarkdownPage page) {
    for (MatchResult link : LINK.matcher(page.prose()).results().toList()) {
      String target = link.group(1);
      if (!target.startsWith("https://")) {
        assertThat(page.linked(target)).as(link.group()).exists();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void sentencesAreShort(MarkdownPage page) {
    List<String> longer = new ArrayList<>();
    for (String part : parts(page.prose())) {
      for (String sentence : part.split("(?<=[.!?])[*)]*\\s+", -1)) {
        if (sentence.strip().split("\\s+", -1).length > LONGEST_SENTENCE) {
          longer.add(sentence);
        }
      }
    }
    assertThat(longer).isEmpty();
  }

  /// Paragraphs, items of lists, and cells of tables.
  private static List<String> parts(String prose) {
    List<String> parts = new ArrayList<>();
    for (String paragraph : prose.split("\n\\s*\n|\n(?=\\s*(?:[-*#|]|\\d+\\.))", -1)) {
      String text = paragraph.replace('\n', ' ').strip();
      parts.addAll(text.startsWith("|") ? List.of(text.split("\\|", -1)) : List.of(text));
    }
    return parts;
  }
}
