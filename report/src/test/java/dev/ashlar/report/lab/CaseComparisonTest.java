// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaseComparisonTest {

  private static final String CASE = "ascii-512";
  private static final LabRun.Row ASHLAR = row("ashlar", 100);

  private final List<LabRun.Comparison> comparisons = new ArrayList<>();

  @Test
  void thereIsAVerdictAgainstTheBestOfEachKind() {
    versus("jdk-a", 20.4, 7.1, 57);
    versus("jdk-b", 30, 20, 40);
    versus("unsafe", 0.97, 0.85, 1.12);
    versus("netty", 0.8, 0.75, 0.84);
    CaseComparison comparison =
        of(row("netty", 80), row("unsafe", 97), ASHLAR, row("jdk-a", 2040), row("jdk-b", 3000));

    assertThat(comparison.opponents())
        .extracting(CaseComparison.Line::contender, CaseComparison.Line::verdict)
        .containsExactly(
            tuple("jdk-a", Verdict.FASTER),
            tuple("unsafe", Verdict.ABOUT_LEVEL),
            tuple("netty", Verdict.SLOWER));
    assertThat(comparison.sentence())
        .isEqualTo(
            "ashlar is 20.4 × faster than jdk-a (7.10 to 57.0), about level with unsafe (0.85 to"
                + " 1.12), 1.25 × slower than netty (1.19 to 1.33).");
    assertThat(WinLossCount.sentences(List.of(comparison)))
        .isEqualTo(
            "Against the JDK: 1 faster. Against Unsafe: 1 about level. Against other libraries: 1"
                + " slower.");
  }

  @Test
  void theReasonOfALossIsThatOfItsRival() {
    LabRun.Case known =
        new LabRun.Case(
            CASE, "ascii", "", List.of(new LabRun.Loss("jdk-a", "it rains (docs/a.md)")));
    versus("jdk-a", 0.8, 0.75, 0.84);
    versus("unsafe", 0.8, 0.75, 0.84);

    assertThat(of(known, List.of(), ASHLAR, row("jdk-a", 80), row("unsafe", 80)).sentence())
        .endsWith(" unsafe (1.19 to 1.33). Why slower: it rains (docs/a.md).")
        .containsOnlyOnce("Why slower");
    comparisons.clear();
    versus("jdk-a", 1, 0.98, 1.02);
    assertThat(of(known, List.of(), ASHLAR, row("jdk-a", 80)).sentence())
        .isEqualTo("ashlar is level with jdk-a (0.98 to 1.02).");
  }

  @Test
  void noScoreAndNoErrorBarDecides() {
    // 36 ± 4 against 1,760 ± 2,306: error bars overlap, and the mean is far away.
    versus("x", 48.9, 0.1, 900);
    CaseComparison noisy = of(row("ashlar", 36), row("x", 1760));

    assertThat(noisy.has(Verdict.UNDECIDED)).isTrue();
    assertThat(noisy.sentence()).isEqualTo("ashlar is undecided against x (0.10 to 900).");
  }

  @Test
  void aRivalThatWasNotComparedIsUndecided() {
    assertThat(of(ASHLAR, row("x", 500)).has(Verdict.UNDECIDED)).isTrue();
  }

  @Test
  void oneForkGivesNoVerdict() {
    comparisons.add(SampleRun.comparison(ASHLAR, "x", 5, Double.NaN, Double.NaN, 1));
    CaseComparison comparison = of(ASHLAR, row("x", 500));

    assertThat(comparison.has(Verdict.UNDECIDED)).isFalse();
    assertThat(WinLossCount.sentences(List.of(comparison)))
        .isEqualTo("Against other libraries: no verdict in 1 case of one round of JVMs.");
    assertThat(comparison.sentence())
        .isEqualTo("One round of JVMs gives no verdict; ashlar took 100.0 ± 1.0 ns/op.");
  }

  @Test
  void aLimitAndLessWorkAreNoRivals() {
    versus("jdk", 2, 1.9, 2.1);
    versus("c", 0.82, 0.8, 0.84);
    versus("bare", 0.5, 0.4, 0.6);
    List<LabRun.Contender> kinds =
        List.of(
            new LabRun.Contender("c", "", LabRun.Kind.LIMIT),
            new LabRun.Contender("bare", "", LabRun.Kind.LESS_WORK));
    CaseComparison comparison = of(kinds, ASHLAR, row("jdk", 200), row("c", 82), row("bare", 50));

    assertThat(comparison.sentence())
        .isEqualTo(
            "ashlar is 2.00 × faster than jdk (1.90 to 2.10); 82 % of the limit (c); bare does less"
                + " work and takes 0.50 × as long.");
    assertThat(comparison.lines())
        .extracting(CaseComparison.Line::judgement)
        .containsExactly("less work", "82 % of the limit", "", "faster");
    assertThat(of(kinds, ASHLAR, row("c", 82)).sentence())
        .isEqualTo("ashlar has no rival here: 100.0 ± 1.0 ns/op; 82 % of the limit (c).");
  }

  @Test
  void aWinByLittleIsNotRoundedToNothing() {
    versus("x", 1.002, 1.001, 1.2);

    assertThat(of(ASHLAR, row("x", 1002)).sentence()).contains("1.002 × faster");
  }

  @Test
  void theControlIsNoContest() {
    versus("netty", 0.8, 0.79, 0.81);
    LabRun.Case empty = new LabRun.Case("empty", "empty", "");
    CaseComparison one = of(empty, List.of(), row("empty", "harness", 0.61, 0.01));
    CaseComparison two =
        of(empty, List.of(), row("empty", "ashlar", 2.5, 0.1), row("empty", "netty", 2, 0.1));

    assertThat(one.isControl()).isTrue();
    assertThat(one.sentence())
        .isEqualTo("The control: the harness itself takes 0.610 ± 0.010 ns/op.");
    assertThat(two.sentence())
        .isEqualTo("The control: the harness itself takes 2.00 to 2.50 ns/op.");
    assertThat(WinLossCount.sentences(List.of(one, two)))
        .isEqualTo("ashlar was not compared with any rival.");
  }

  @Test
  void withoutASubjectNothingIsJudged() {
    CaseComparison comparison = of(row("malloc", 84), row("arena", 212));

    assertThat(comparison.opponents()).isEmpty();
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
    assertThat(comparison.opponents())
        .extracting(CaseComparison.Line::contender)
        .containsExactly("y");
    assertThat(of(row("ashlar", Double.NaN), row("y", 2)).subject()).isNull();
  }

  @Test
  void aVariantIsNoRivalButIsNamedWhenFaster() {
    versus("ashlar-exported", 0.8, 0.78, 0.82);
    versus("jdk", 1.44, 1.4, 1.48);

    assertThat(of(ASHLAR, row("ashlar-exported", 80), row("jdk", 144)).sentence())
        .isEqualTo(
            "ashlar is 1.44 × faster than jdk (1.40 to 1.48); its variant ashlar-exported is 1.25 ×"
                + " faster.");
  }

  @Test
  void amongVariantsTheFastestIsTheSubject() {
    LabRun.Row columns = row("known", 24);
    comparisons.add(SampleRun.comparison(columns, "x", 1, 0.98, 1.02, 5));
    CaseComparison comparison =
        of(
            List.of(new LabRun.Contender("known", "", LabRun.Kind.ASHLAR)),
            row("ashlar-rows", 71),
            columns,
            row("x", 23));

    assertThat(comparison.subject()).isEqualTo(comparison.lines().get(1));
    assertThat(comparison.sentence()).isEqualTo("known is level with x (0.98 to 1.02).");
  }

  @Test
  void anotherUnitIsNotCompared() {
    LabRun.Row other = new LabRun.Row(CASE, "x", 1, 0.1, "ms/op", 0, 3, 5, List.of());

    assertThat(of(ASHLAR, other).opponents()).isEmpty();
  }

  @Test
  void nothingIsDividedByZero() {
    versus("pojo", Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    assertThat(of(row("ashlar", 0), row("pojo", 12)).sentence())
        .isEqualTo("ashlar is faster against pojo, 0.00 ± 1.00 ns/op against 12.0 ± 1.0 ns/op.");
    comparisons.clear();
    versus("pojo", 0, 0, 0);
    assertThat(of(row("ashlar", 12), row("pojo", 0)).sentence())
        .isEqualTo("ashlar is slower against pojo, 12.0 ± 1.0 ns/op against 0.00 ± 1.00 ns/op.");
  }

  @Test
  void anUnannouncedCaseIsNotLost() {
    LabRun.Experiment experiment = experiment(List.of(), List.of(), ASHLAR);

    assertThat(CaseComparison.of(experiment)).hasSize(1);
  }

  @Test
  void theCountsAreOfCases() {
    List<WinLossCount> counts = WinLossCount.of(CaseComparison.of(SampleRun.strings()));

    assertThat(counts).extracting(WinLossCount::rivals).isEqualTo(LabRun.Kind.RIVALS);
    assertThat(counts).extracting(count -> count.lines().size()).containsExactly(13, 13, 12);
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
