// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.report.text.TextLines.Style;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LabSummaryTest {
  private final List<LabRun.Row> rows = new ArrayList<>();
  private final List<LabRun.Comparison> comparisons = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  void noLineIsWiderThanEightyColumns(Style style) {
    String ansi = "\u001b\\[[0-9;]*m";
    String text = LabSummary.of(SampleRun.of(), style);

    assertThat(text.lines()).allMatch(line -> line.replaceAll(ansi, "").length() <= 80);
    if (style == Style.ASCII) {
      assertThat(text).matches("[\\x20-\\x7e\n]+");
    }
  }

  @Test
  void aCaseIsALineForEachKindOfRivalWinsFirst() {
    add("a", "jdk-slow", 2, 1.9, 2.1);
    add("a", "unsafe", 0.5, 0.4, 0.6);
    add("b", "jdk", 0.8, 0.75, 0.84);
    add("c", "jdk", 1, 0.98, 1.02);
    add("d", "jdk", 1, 0.1, 10);
    add("e", "jdk", 1, 0.9, 1.2);
    add("f", "jdk", 30, 20, 40);
    add("f", "netty", 3, 2, 4);

    assertThat(text())
        .contains(
            """

            Against the JDK: 2 faster, 1 level, 1 about level, 1 slower, 1 undecided.
              faster       30.0 [20.0, 40.0]  e f                                   jdk
              faster       2.00 [1.90, 2.10]  e a                                   jdk-slow
              level        1.00 [0.98, 1.02]  e c                                   jdk
              about level  1.00 [0.90, 1.20]  e e                                   jdk
              slower       0.80 [0.75, 0.84]  e b                                   jdk
                           why: it rains (docs/b.md)
              undecided    1.00 [0.10, 10.0]  e d                                   jdk

            Against Unsafe: 1 slower.
              slower       0.50 [0.40, 0.60]  e a                                     unsafe

            Against other libraries: 1 faster.
              e f 3.00 [2.00, 4.00] netty
            """);
  }

  @Test
  void anExperimentOfOneCaseIsNamedByItsTitle() {
    add("b", "unsafe", 2, 1.9, 2.1);

    assertThat(text())
        .startsWith("\nAMD EPYC 9R14, 2 cores, JDK 25.0.3+9: 1 case in 90 s\n")
        .contains("\n  faster       2.00 [1.90, 2.10]  the title  ");
  }

  @Test
  void limitsAndLessWorkAreShares() {
    add("b", "c", 0.82, 0.8, 0.84);
    add("b", "bare", 0.5, 0.4, 0.6);

    assertThat(text())
        .contains("\nShare of the limit: e 82 % of c.\n")
        .contains("\nDo less work, in this share of Ashlar's time: e bare 50 %.\n")
        .doesNotContain("Against");
  }

  @Test
  void aJvmThatIsSlowAsAWholeIsNamed() {
    add("b", "jdk", 2, 1.9, 2.1);
    List<LabRun.Round> rounds =
        IntStream.of(100, 180, 101, 99, 129)
            .mapToObj(score -> new LabRun.Round(0, 0, List.of((double) score), 0, false))
            .toList();
    rows.set(0, new LabRun.Row("b", "ashlar", 120, 1, "ns/op", 0, 5, 1, List.of(), rounds));

    assertThat(text()).contains("\nJVMs that were slow as a whole: e ashlar 1 of 5 (1.8 ×).\n");
    assertThat(CaseComparison.of(experiment()).getFirst().lines().getFirst().warnings())
        .containsExactly("1 of 5 JVMs slow as a whole: 1.8 × the median");
  }

  @Test
  void aLineHasTheVerdictsOfACase() {
    add("b", "jdk", 2, 1.9, 2.1);
    add("b", "unsafe", 0.97, 0.9, 1.1);

    assertThat(LabSummary.line(experiment(), Style.PLAIN))
        .matches("  e b +  jdk faster 2\\.00, unsafe about level 0\\.97\n  e: 1 pair failed\n")
        .matches("(?s).{80}\n.*");
    assertThat(text()).endsWith("\nfailed: e b x: why\n");
  }

  private void add(String theCase, String rival, double ratio, double low, double high) {
    LabRun.Row ashlar = row(theCase, "ashlar", 100);
    if (!rows.contains(ashlar)) {
      rows.add(ashlar);
    }
    rows.add(row(theCase, rival, 100 * ratio));
    comparisons.add(SampleRun.comparison(ashlar, rival, ratio, low, high, 5));
  }

  private static LabRun.Row row(String theCase, String contender, double score) {
    return new LabRun.Row(theCase, contender, score, 1, "ns/op", 0, 3, 5, List.of());
  }

  private LabRun.Experiment experiment() {
    LabRun.Loss loss = new LabRun.Loss("jdk", "it rains (docs/b.md)");
    return new LabRun.Experiment(
        "e",
        "the title",
        "question?",
        90,
        List.of(new LabRun.Case("b", "f", "", List.of(loss))),
        List.of(
            new LabRun.Contender("c", "", LabRun.Kind.LIMIT),
            new LabRun.Contender("bare", "", LabRun.Kind.LESS_WORK)),
        rows,
        comparisons,
        List.of(),
        List.of(new LabRun.Omission("b", "x", "why")));
  }

  private String text() {
    return LabSummary.of(SampleRun.of(List.of(experiment())), Style.PLAIN);
  }
}
