// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A page for users: the README, or one in `docs`.
///
/// @param blocks its code
/// @param prose the page without its code
record MarkdownPage(String name, List<Block> blocks, String prose) {
  private static final Path ROOT = Path.of("..");
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

  /// Code between fences.
  ///
  /// @param language empty if the fence does not name it
  record Block(String language, String text) {}

  static List<MarkdownPage> all() throws IOException {
    List<Path> files = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    for (String folder : List.of("docs", "docs/benchmarks", "docs/cliffs")) {
      try (Stream<Path> entries = Files.list(ROOT.resolve(folder))) {
        entries.filter(file -> file.toString().endsWith(".md")).sorted().forEach(files::add);
      }
    }
    List<MarkdownPage> pages = new ArrayList<>();
    for (Path file : files) {
      String text = Files.readString(file).replace("\r\n", "\n");
      List<Block> blocks =
          BLOCK
              .matcher(text)
              .results()
              .map((MatchResult found) -> new Block(found.group(1), found.group(2)))
              .toList();
      pages.add(
          new MarkdownPage(
              ROOT.relativize(file).toString().replace('\\', '/'),
              blocks,
              BLOCK.matcher(text).replaceAll("")));
    }
    return pages;
  }

  /// {@return the file that a link of this page leads to}
  Path linked(String target) {
    Path here = ROOT.resolve(name).getParent();
    return (here == null ? ROOT : here).resolve(target.replaceAll("#.*", ""));
  }

  @Override
  public String toString() {
    return name;
  }
}
