// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import dev.ashlar.report.lab.CaseComparison.Line;
import dev.ashlar.report.text.NumberFormats;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Counts the cases by the verdict against one kind of rival.
///
/// @param lines the best rival of this kind in each case that has one
record WinLossCount(LabRun.Kind rivals, List<Line> lines) {

  WinLossCount {
    lines = List.copyOf(lines);
  }

  /// {@return a count for each kind of rival with which the subject was compared}
  static List<WinLossCount> of(List<CaseComparison> comparisons) {
    return LabRun.Kind.RIVALS.stream()
        .map(kind ->
            new WinLossCount(
                kind,
                comparisons.stream()
                    .filter(comparison -> !comparison.isControl())
                    .flatMap(comparison -> comparison.opponent(kind).stream())
                    .toList()))
        .filter(count -> !count.lines.isEmpty())
        .toList();
  }

  /// {@return a sentence for each kind of rival}
  static String sentences(List<CaseComparison> comparisons) {
    List<WinLossCount> counts = of(comparisons);
    return counts.isEmpty()
        ? LabRun.SUBJECT + " was not compared with any rival."
        : counts.stream().map(WinLossCount::sentence).collect(Collectors.joining(" "));
  }

  long count(LabRun.Verdict verdict) {
    return lines.stream().filter(line -> !line.isOneRound() && line.verdict() == verdict).count();
  }

  /// {@return the rivals in words, as in `the JDK`}
  String against() {
    return switch (rivals) {
      case JDK -> "the JDK";
      case UNSAFE -> "Unsafe";
      default -> "other libraries";
    };
  }

  /// {@return `Against the JDK: 3 faster, 1 about level.`}
  String sentence() {
    List<String> parts = new ArrayList<>();
    Arrays.stream(LabRun.Verdict.values())
        .filter(verdict -> count(verdict) > 0)
        .forEach(verdict -> parts.add(count(verdict) + " " + verdict));
    long oneRound = lines.stream().filter(Line::isOneRound).count();
    if (oneRound > 0) {
      parts.add("no verdict in " + NumberFormats.count(oneRound, "case") + " of one round of JVMs");
    }
    return "Against " + against() + ": " + String.join(", ", parts) + ".";
  }
}
