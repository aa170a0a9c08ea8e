package dev.ashlar.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.report.Standing.Place;
import dev.ashlar.report.Standing.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandingTest {

  private static final LabRun.Case CASE = new LabRun.Case("ascii-512", "ascii", "");

  @Test
  void aWinNamesTheNext() {
    Standing standing = of(row("protobuf", 131, 2), row("ashlar", 100, 1), row("otel", 132, 1));

    assertThat(standing.verdict()).isEqualTo(Verdict.FASTEST);
    assertThat(standing.sentence())
        .isEqualTo("ashlar is fastest: 1.31 × faster than protobuf, the next.");
    assertThat(standing.lines())
        .extracting(Standing.Line::contender)
        .containsExactly("ashlar", "protobuf", "otel");
    assertThat(standing.lines())
        .extracting(Standing.Line::place)
        .containsExactly(Place.BEST, Place.BEHIND, Place.BEHIND);
  }

  @Test
  void aLossIsSaidPlainly() {
    Standing standing = of(row("ashlar", 112, 1), row("jdk", 100, 1), row("netty", 200, 1));

    assertThat(standing.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(standing.sentence()).isEqualTo("ashlar loses to jdk, which is 1.12 × faster.");
  }

  @Test
  void everyLossIsNamed() {
    Standing standing =
        of(row("ashlar", 150, 1), row("a", 100, 1), row("b", 120, 1), row("c", 125, 1));

    assertThat(standing.sentence())
        .isEqualTo("ashlar loses to a, which is 1.50 × faster, and to b (1.25 ×) and c (1.20 ×).");
  }

  @Test
  void withinTheCombinedErrorIsLevel() {
    // 3 and 4 combine to 5.
    Standing level = of(row("ashlar", 105, 3), row("netty", 100, 4), row("jdk", 210, 1));
    Standing slower = of(row("ashlar", 105.1, 3), row("netty", 100, 4));
    Standing fastest = of(row("ashlar", 100, 3), row("netty", 105.1, 4));

    assertThat(level.verdict()).isEqualTo(Verdict.LEVEL);
    assertThat(level.sentence())
        .isEqualTo(
            "ashlar and netty are level (within the error); ashlar is 2.00 × faster than jdk, the"
                + " next.");
    assertThat(level.lines())
        .extracting(Standing.Line::place)
        .containsExactly(Place.BEST, Place.LEVEL, Place.BEHIND);
    assertThat(slower.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(fastest.verdict()).isEqualTo(Verdict.FASTEST);
  }

  @Test
  void severalMayBeLevel() {
    assertThat(of(row("ashlar", 10, 1), row("a", 10.1, 1), row("b", 9.9, 1)).sentence())
        .isEqualTo("ashlar, b and a are level (within the error).");
  }

  @Test
  void ratiosCarryBothErrors() {
    Standing.Line other = of(row("ashlar", 100, 3), row("x", 200, 8)).lines().get(1);

    assertThat(other.ratio()).isEqualTo(2);
    // Relative errors of 3 % and 4 % make 5 %.
    assertThat(other.ratioError()).isEqualTo(0.1, within(1e-12));
  }

  @Test
  void anUnknownErrorIsConfessed() {
    Standing win = of(row("ashlar", 100, Double.NaN), row("x", 132, 1));
    Standing loss = of(row("ashlar", 100, 1), row("x", 50, Double.NaN));

    assertThat(win.verdict()).isEqualTo(Verdict.FASTEST);
    assertThat(win.sentence())
        .isEqualTo("ashlar is fastest: 1.32 × faster than x, the next (an error is unknown).");
    assertThat(win.lines().get(1).ratio()).isEqualTo(1.32);
    assertThat(win.lines().get(1).ratioError()).isNaN();
    assertThat(loss.sentence())
        .isEqualTo("ashlar loses to x, which is 2.00 × faster (an error is unknown).");
    assertThat(of(row("ashlar", 100, 1), row("x", 100.5, Double.NaN)).sentence())
        .isEqualTo("ashlar and x are level (within the error, one of which is unknown).");
    assertThat(of(row("y", 100, Double.NaN), row("x", 200, 1)).sentence())
        .isEqualTo(
            "ashlar has no figure here; y is fastest: 2.00 × faster than x, the next (an error is"
                + " unknown).");
  }

  @Test
  void aWinByLittleIsNotRoundedToNothing() {
    assertThat(of(row("ashlar", 1000, 0.1), row("x", 1002, 0.1)).sentence())
        .contains("1.002 × faster");
  }

  @Test
  void aloneThereIsNoContest() {
    Standing standing = of(row("ashlar", 36.9, 0.7));

    assertThat(standing.verdict()).isEqualTo(Verdict.ALONE);
    assertThat(standing.sentence()).isEqualTo("Only ashlar was measured here: 36.9 ± 0.7 ns/op.");
  }

  @Test
  void theControlIsNoContest() {
    LabRun.Case empty = new LabRun.Case("empty", "empty", "");
    Standing one = Standing.of(empty, List.of(row("harness", 0.61, 0.01)));
    Standing two = Standing.of(empty, List.of(row("ashlar", 2.5, 0.1), row("netty", 2, 0.1)));

    assertThat(one.verdict()).isEqualTo(Verdict.CONTROL);
    assertThat(one.sentence())
        .isEqualTo("The control: the harness itself takes 0.610 ± 0.010 ns/op.");
    assertThat(two.sentence())
        .isEqualTo("The control: the harness itself takes 2.00 to 2.50 ns/op.");
    assertThat(two.lines()).extracting(Standing.Line::place).containsOnly(Place.UNRANKED);
  }

  @Test
  void withoutASubjectTheOthersAreCompared() {
    assertThat(of(row("malloc", 84, 1), row("arena", 212, 1)).sentence())
        .isEqualTo(
            "ashlar has no figure here; malloc is fastest: 2.52 × faster than arena, the next.");
    assertThat(of(row("malloc", 84, 1), row("arena", 84.5, 1)).sentence())
        .isEqualTo(
            "ashlar has no figure here; malloc and arena are fastest, level within the error.");
    assertThat(of(row("malloc", 84, 1)).sentence())
        .isEqualTo("ashlar has no figure here; only malloc was measured: 84.0 ± 1.0 ns/op.");
    assertThat(of().sentence()).isEqualTo("Nothing was measured here.");
  }

  @Test
  void aScoreThatIsNoNumberRanksLast() {
    Standing standing = of(row("x", Double.NaN, 1), row("ashlar", 10, 1), row("y", 20, 1));

    assertThat(standing.lines())
        .extracting(Standing.Line::contender)
        .containsExactly("ashlar", "y", "x");
    assertThat(standing.lines().getLast().place()).isEqualTo(Place.UNRANKED);
    assertThat(of(row("ashlar", Double.NaN, 1), row("y", 2, 1)).verdict())
        .isEqualTo(Verdict.ABSENT);
  }

  @Test
  void aVariantIsNoRivalButIsNamedWhenFaster() {
    Standing standing = of(row("ashlar", 41, 1), row("ashlar-exported", 33, 1), row("jdk", 59, 1));

    assertThat(standing.verdict()).isEqualTo(Verdict.FASTEST);
    assertThat(standing.sentence())
        .isEqualTo(
            "ashlar is fastest: 1.44 × faster than jdk, the next; its variant ashlar-exported is"
                + " 1.24 × faster.");
  }

  @Test
  void amongVariantsOnlyTheFastestIsTheSubject() {
    Standing standing =
        of(row("ashlar-rows", 71, 1), row("ashlar-columns", 24, 1), row("c", 23, 4));

    assertThat(standing.subject()).isEqualTo(standing.lines().get(1));
    assertThat(standing.sentence()).isEqualTo("ashlar-columns and c are level (within the error).");
  }

  @Test
  void anotherUnitIsNotCompared() {
    LabRun.Row other = new LabRun.Row("ascii-512", "x", 1, 0.1, "ms/op", 0, 3, 5, List.of());
    Standing standing = of(row("ashlar", 10, 1), other);

    assertThat(standing.verdict()).isEqualTo(Verdict.ALONE);
    assertThat(standing.lines().getFirst().ratio()).isNaN();
  }

  @Test
  void nothingIsDividedByZero() {
    Standing standing = of(row("ashlar", 0, 0), row("pojo", 12, 1));

    assertThat(standing.sentence())
        .isEqualTo(
            "ashlar is fastest: 0.00 ± 0.00 ns/op against 12.0 ± 1.0 ns/op for pojo, the next.");
    assertThat(of(row("ashlar", 12, 1), row("pojo", 0, 0)).sentence())
        .isEqualTo("ashlar loses to pojo, which takes 0.00 ± 0.00 ns/op against 12.0 ± 1.0 ns/op.");
  }

  @Test
  void anUnannouncedCaseIsNotLost() {
    LabRun.Experiment experiment =
        new LabRun.Experiment(
            "e",
            "t",
            "q",
            1,
            List.of(),
            List.of(),
            List.of(row("ashlar", 1, 0)),
            List.of(),
            List.of(),
            List.of());

    assertThat(Standing.of(experiment)).hasSize(1);
  }

  @Test
  void theTallyCountsCases() {
    Tally tally = Tally.of(Standing.of(SampleRun.strings()));

    assertThat(tally.compared()).isEqualTo(13);
    assertThat(tally).isEqualTo(new Tally(4, 3, 6, 0));
    assertThat(tally.sentence())
        .isEqualTo(
            "Of 13 cases compared, ashlar is fastest in 4, level with the fastest in 3, slower than"
                + " another in 6.");
    assertThat(new Tally(3, 0, 0, 1).sentence())
        .isEqualTo("Of 3 cases compared, ashlar is fastest in all.");
    assertThat(new Tally(0, 0, 1, 0).sentence())
        .isEqualTo("In the one case compared, ashlar is slower than another.");
  }

  private static Standing of(LabRun.Row... rows) {
    return Standing.of(CASE, List.of(rows));
  }

  private static LabRun.Row row(String contender, double score, double error) {
    return new LabRun.Row("ascii-512", contender, score, error, "ns/op", 0, 3, 5, List.of());
  }
}
