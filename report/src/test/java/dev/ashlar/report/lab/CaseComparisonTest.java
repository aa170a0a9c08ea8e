// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.report.lab.CaseComparison.Verdict;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaseComparisonTest {

  private static final String CASE = "ascii-512";
  private static final LabRun.Row ASHLAR = row("ashlar", 100);

  private final List<LabRun.Comparison> comparisons = new ArrayList<>();

  @Test
  void aWinNamesTheNext() {
    versus("protobuf", 1.31, 1.28, 1.34);
    versus("otel", 1.32, 1.25, 1.39);
    CaseComparison comparison = of(row("protobuf", 131), ASHLAR, row("otel", 132));

    assertThat(comparison.verdict()).isEqualTo(Verdict.FASTEST);
    assertThat(comparison.sentence())
        .isEqualTo("ashlar is fastest: 1.31 × faster than protobuf (1.28 to 1.34), the second.");
    assertThat(comparison.lines())
        .extracting(CaseComparison.Line::contender)
        .containsExactly("ashlar", "protobuf", "otel");
  }

  @Test
  void aLossIsSaidPlainly() {
    versus("jdk", 0.8, 0.75, 0.84);
    versus("netty", 1.8, 1.7, 1.9);

    CaseComparison comparison = of(ASHLAR, row("jdk", 80), row("netty", 180));

    assertThat(comparison.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(comparison.sentence())
        .isEqualTo("ashlar loses to jdk, which is 1.25 × faster (1.19 to 1.33).");
  }

  @Test
  void everyLossIsNamedAndSoIsWhatCannotBeTold() {
    versus("a", 0.8, 0.75, 0.84);
    versus("b", 0.5, 0.4, 0.6);
    versus("c", 0.9, 0.85, 0.93);
    versus("d", 0.9, 0.7, 1.2);

    assertThat(of(ASHLAR, row("a", 80), row("b", 50), row("c", 90), row("d", 90)).sentence())
        .isEqualTo(
            "ashlar loses to b, which is 2.00 × faster (1.67 to 2.50), and to a (1.25 ×) and c"
                + " (1.11 ×); too noisy to compare with d.");
  }

  @Test
  void levelIsWithinFivePercent() {
    versus("netty", 1.01, 0.97, 1.04);
    versus("jdk", 2, 1.9, 2.1);

    CaseComparison level = of(ASHLAR, row("netty", 101), row("jdk", 200));

    assertThat(level.verdict()).isEqualTo(Verdict.LEVEL);
    assertThat(level.sentence())
        .isEqualTo(
            "ashlar and netty are level (within 5 %); ashlar is 2.00 × faster than jdk (1.90 to"
                + " 2.10), the second.");
  }

  @Test
  void noScoreAndNoErrorBarDecides() {
    // 36 ± 4 against 1,760 ± 2,306: error bars overlap, and the mean is far away.
    versus("x", 48.9, 0.1, 900);
    CaseComparison noisy = of(row("ashlar", 36), row("x", 1760));

    assertThat(noisy.verdict()).isEqualTo(Verdict.TOO_NOISY);
    assertThat(noisy.sentence()).isEqualTo("Too noisy to compare ashlar with x (0.10 to 900).");
  }

  @Test
  void oneUnclearRivalLeavesTheCaseUnclear() {
    versus("x", 1.1, 0.9, 1.3);
    versus("y", 1.01, 0.97, 1.04);
    versus("z", 3, 2.9, 3.1);
    CaseComparison comparison = of(ASHLAR, row("x", 110), row("y", 101), row("z", 300));

    assertThat(comparison.verdict()).isEqualTo(Verdict.TOO_NOISY);
    assertThat(comparison.sentence())
        .isEqualTo(
            "Too noisy to compare ashlar with x (0.90 to 1.30); ashlar and y are level (within 5 %);"
                + " ashlar is 3.00 × faster than z (2.90 to 3.10), the second.");
  }

  @Test
  void aRivalThatWasNotComparedIsUnclear() {
    assertThat(of(ASHLAR, row("x", 500)).verdict()).isEqualTo(Verdict.TOO_NOISY);
  }

  @Test
  void oneForkGivesNoVerdict() {
    comparisons.add(SampleRun.comparison(ASHLAR, "x", 5, Double.NaN, Double.NaN, 1));
    CaseComparison comparison = of(ASHLAR, row("x", 500));

    assertThat(comparison.verdict()).isEqualTo(Verdict.ONE_ROUND);
    assertThat(WinLossCount.of(List.of(comparison)).sentence())
        .isEqualTo("The one case compared had one round of JVMs, which gives no verdict.");
    assertThat(comparison.sentence())
        .isEqualTo("One round of JVMs gives no verdict; ashlar took 100.0 ± 1.0 ns/op.");
  }

  @Test
  void aLimitIsNoRival() {
    versus("jdk", 2, 1.9, 2.1);
    versus("c", 0.82, 0.8, 0.84);
    CaseComparison comparison =
        of(
            List.of(new LabRun.Contender("c", "", LabRun.Kind.LIMIT)),
            ASHLAR,
            row("jdk", 200),
            row("c", 82));

    assertThat(comparison.verdict()).isEqualTo(Verdict.FASTEST);
    assertThat(comparison.sentence())
        .isEqualTo(
            "ashlar is fastest: 2.00 × faster than jdk (1.90 to 2.10), the second; ashlar"
                + " reaches 82 % of the limit (c).");
    assertThat(WinLossCount.of(List.of(comparison))).isEqualTo(new WinLossCount(1, 0, 0, 0, 0, 0));
    assertThat(
            of(List.of(new LabRun.Contender("c", "", LabRun.Kind.LIMIT)), ASHLAR, row("c", 82))
                .sentence())
        .isEqualTo(
            "Only ashlar was measured here: 100.0 ± 1.0 ns/op; ashlar reaches 82 % of the limit (c).");
  }

  @Test
  void aWinByLittleIsNotRoundedToNothing() {
    versus("x", 1.002, 1.001, 1.2);

    assertThat(of(ASHLAR, row("x", 1002)).sentence()).contains("1.002 × faster");
  }

  @Test
  void aloneThereIsNoContest() {
    CaseComparison comparison = of(ASHLAR);

    assertThat(comparison.verdict()).isEqualTo(Verdict.ALONE);
    assertThat(comparison.sentence())
        .isEqualTo("Only ashlar was measured here: 100.0 ± 1.0 ns/op.");
  }

  @Test
  void theControlIsNoContest() {
    versus("netty", 0.8, 0.79, 0.81);
    LabRun.Case empty = new LabRun.Case("empty", "empty", "");
    CaseComparison one = of(empty, List.of(), row("empty", "harness", 0.61, 0.01));
    CaseComparison two =
        of(empty, List.of(), row("empty", "ashlar", 2.5, 0.1), row("empty", "netty", 2, 0.1));

    assertThat(one.verdict()).isEqualTo(Verdict.CONTROL);
    assertThat(one.sentence())
        .isEqualTo("The control: the harness itself takes 0.610 ± 0.010 ns/op.");
    assertThat(two.sentence())
        .isEqualTo("The control: the harness itself takes 2.00 to 2.50 ns/op.");
    assertThat(WinLossCount.of(List.of(one, two))).isEqualTo(new WinLossCount(0, 0, 0, 0, 0, 0));
  }

  @Test
  void withoutASubjectNothingIsJudged() {
    CaseComparison comparison = of(row("malloc", 84), row("arena", 212));

    assertThat(comparison.verdict()).isEqualTo(Verdict.ABSENT);
    assertThat(comparison.sentence())
        .isEqualTo("ashlar has no figure here; the lowest score is of malloc: 84.0 ± 1.0 ns/op.");
    assertThat(of(row("malloc", 84)).sentence())
        .isEqualTo("ashlar has no figure here; only malloc was measured: 84.0 ± 1.0 ns/op.");
    assertThat(of().sentence()).isEqualTo("Nothing was measured here.");
  }

  @Test
  void aScoreThatIsNoNumberRanksLast() {
    versus("y", 2, 1.9, 2.1);
    CaseComparison comparison = of(row("x", Double.NaN), ASHLAR, row("y", 200));

    assertThat(comparison.lines())
        .extracting(CaseComparison.Line::contender)
        .containsExactly("ashlar", "y", "x");
    assertThat(comparison.verdict()).isEqualTo(Verdict.FASTEST);
    assertThat(of(row("ashlar", Double.NaN), row("y", 2)).verdict()).isEqualTo(Verdict.ABSENT);
  }

  @Test
  void aVariantIsNoRivalButIsNamedWhenFaster() {
    versus("ashlar-exported", 0.8, 0.78, 0.82);
    versus("jdk", 1.44, 1.4, 1.48);
    CaseComparison comparison = of(ASHLAR, row("ashlar-exported", 80), row("jdk", 144));

    assertThat(comparison.verdict()).isEqualTo(Verdict.FASTEST);
    assertThat(comparison.sentence())
        .isEqualTo(
            "ashlar is fastest: 1.44 × faster than jdk (1.40 to 1.48), the second; its variant"
                + " ashlar-exported is 1.25 × faster.");
  }

  @Test
  void amongVariantsTheFastestIsTheSubject() {
    LabRun.Row columns = row("ashlar-columns", 24);
    comparisons.add(SampleRun.comparison(columns, "x", 1, 0.98, 1.02, 5));
    CaseComparison comparison = of(row("ashlar-rows", 71), columns, row("x", 23));

    assertThat(comparison.subject()).isEqualTo(comparison.lines().get(1));
    assertThat(comparison.sentence()).isEqualTo("ashlar-columns and x are level (within 5 %).");
  }

  @Test
  void anotherUnitIsNotCompared() {
    LabRun.Row other = new LabRun.Row(CASE, "x", 1, 0.1, "ms/op", 0, 3, 5, List.of());

    assertThat(of(ASHLAR, other).verdict()).isEqualTo(Verdict.ALONE);
  }

  @Test
  void nothingIsDividedByZero() {
    versus("pojo", Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    assertThat(of(row("ashlar", 0), row("pojo", 12)).sentence())
        .isEqualTo(
            "ashlar is fastest: 0.00 ± 1.00 ns/op against 12.0 ± 1.0 ns/op for pojo, the second.");
    comparisons.clear();
    versus("pojo", 0, 0, 0);
    assertThat(of(row("ashlar", 12), row("pojo", 0)).sentence())
        .isEqualTo("ashlar loses to pojo, which takes 0.00 ± 1.00 ns/op against 12.0 ± 1.0 ns/op.");
  }

  @Test
  void anUnannouncedCaseIsNotLost() {
    LabRun.Experiment experiment = experiment(List.of(), List.of(), ASHLAR);

    assertThat(CaseComparison.of(experiment)).hasSize(1);
  }

  @Test
  void theTallyCountsCases() {
    assertThat(new WinLossCount(4, 3, 5, 1, 0, 0).sentence())
        .isEqualTo(
            "Of 13 cases compared, ashlar is fastest in 4, level with the fastest in 3, slower than"
                + " another in 5; 1 is too noisy to tell.");
    assertThat(new WinLossCount(3, 0, 0, 0, 0, 1).sentence())
        .isEqualTo("Of 3 cases compared, ashlar is fastest in all.");
    assertThat(new WinLossCount(0, 0, 1, 0, 0, 0).sentence())
        .isEqualTo("In the one case compared, ashlar is slower than another.");
    assertThat(new WinLossCount(0, 0, 0, 1, 0, 0).sentence())
        .isEqualTo("The one case compared is too noisy to tell.");
    assertThat(new WinLossCount(0, 0, 0, 4, 0, 0).sentence())
        .isEqualTo("All 4 cases compared are too noisy to tell.");
    assertThat(new WinLossCount(0, 0, 0, 0, 0, 2).sentence())
        .isEqualTo("ashlar was not compared with any rival.");
    WinLossCount strings = WinLossCount.of(CaseComparison.of(SampleRun.strings()));
    assertThat(strings.compared()).isEqualTo(13);
  }

  private void versus(String rival, double ratio, double low, double high) {
    comparisons.add(SampleRun.comparison(ASHLAR, rival, ratio, low, high, 5));
  }

  private CaseComparison of(LabRun.Row... rows) {
    return of(List.of(), rows);
  }

  private CaseComparison of(List<LabRun.Contender> contenders, LabRun.Row... rows) {
    return of(new LabRun.Case(CASE, "ascii", ""), contenders, rows);
  }

  private CaseComparison of(
      LabRun.Case labCase, List<LabRun.Contender> contenders, LabRun.Row... rows) {
    return CaseComparison.of(experiment(List.of(labCase), contenders, rows)).getFirst();
  }

  private LabRun.Experiment experiment(
      List<LabRun.Case> cases, List<LabRun.Contender> contenders, LabRun.Row... rows) {
    return new LabRun.Experiment(
        "e", "t", "q", 1, cases, contenders, List.of(rows), comparisons, List.of(), List.of());
  }

  private static LabRun.Row row(String contender, double score) {
    return row(CASE, contender, score, 1);
  }

  private static LabRun.Row row(String caseName, String contender, double score, double error) {
    return new LabRun.Row(caseName, contender, score, error, "ns/op", 0, 3, 5, List.of());
  }
}
