// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The pairs that were skipped for one reason, in blocks.
record SkippedPairs(String why, List<Block> blocks) {

  record Block(List<String> contenders, List<String> cases) {

    /// {@return the pairs as `netty, agrona in ascii-8, ascii-16`}
    String text() {
      return named(contenders, "every contender") + " in " + named(cases, "every case");
    }

    private static String named(List<String> names, String all) {
      return names.contains("*") ? all : String.join(", ", names);
    }
  }

  SkippedPairs {
    blocks = List.copyOf(blocks);
  }

  int pairs() {
    return blocks.stream().mapToInt(b -> b.contenders().size() * b.cases().size()).sum();
  }

  /// {@return the number of cases as `pairs of 45 cases, which the page names`}
  String summary() {
    long cases = blocks.stream().flatMap(block -> block.cases().stream()).distinct().count();
    return "pairs of %s, which the page names".formatted(NumberFormats.count(cases, "case"));
  }

  /// {@return the omissions by reason, in order of appearance} Contenders that lack the same cases
  /// are in one block.
  static List<SkippedPairs> grouped(List<LabRun.Omission> omissions) {
    Map<String, Map<String, Set<String>>> byWhy = new LinkedHashMap<>();
    for (LabRun.Omission o : omissions) {
      byWhy
          .computeIfAbsent(o.why(), _ -> new LinkedHashMap<>())
          .computeIfAbsent(o.contender(), _ -> new LinkedHashSet<>())
          .add(o.caseName());
    }
    List<SkippedPairs> groups = new ArrayList<>();
    byWhy.forEach((why, cases) -> groups.add(group(why, cases)));
    return List.copyOf(groups);
  }

  private static SkippedPairs group(String why, Map<String, Set<String>> casesOf) {
    Map<Set<String>, List<String>> contendersOf = new LinkedHashMap<>();
    casesOf.forEach((contender, cases) ->
        contendersOf.computeIfAbsent(cases, _ -> new ArrayList<>()).add(contender));
    List<Block> blocks = new ArrayList<>();
    contendersOf.forEach(
        (cases, contenders) -> blocks.add(new Block(List.copyOf(contenders), List.copyOf(cases))));
    return new SkippedPairs(why, blocks);
  }
}
