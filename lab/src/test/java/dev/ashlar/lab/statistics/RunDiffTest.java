// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.results.LabDiff;
import dev.ashlar.results.LabDiff.Change;
import dev.ashlar.results.LabDiff.Difference;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunDiffTest {

  @Test
  void theIntervalIsWelchs() {
    // The textbook example: t = -2.46 with 25 degrees of freedom.
    double[] before = {
      27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4
    };
    double[] now = {
      27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4
    };

    Interval interval = RunDiff.welch(Interval.Spread.of(before), Interval.Spread.of(now));

    double middle = (interval.low() + interval.high()) / 2;
    double standardError = (20.82 - 22.98667) / -2.46;
    assertThat(middle).isCloseTo(20.82 - 22.98667, within(1e-4));
    // 2.0595 is t with 25 degrees at 95 %.
    assertThat(interval.halfWidth()).isCloseTo(2.0595 * standardError, within(0.01));
  }

  @ParameterizedTest
  @CsvSource({"2, SLOWER", "0.5, FASTER", "1, LEVEL", "1.03, ABOUT_LEVEL"})
  void theVerdictIsAboutTheNewerRun(double factor, Verdict verdict) {
    Change change = diff(factor, 1.0, 1.02, 1.01, 0.99, 1.0).changes().getFirst();

    assertThat(change.verdict()).isEqualTo(verdict);
    assertThat(change.ratio()).isCloseTo(factor, within(1e-9));
    assertThat(change.low()).isLessThan(factor);
    assertThat(change.high()).isGreaterThan(factor);
    assertThat(change.forksNow()).isEqualTo(5);
  }

  @Test
  void oneForkGivesNoVerdict() {
    Change change = diff(9, 1.0).changes().getFirst();

    assertThat(change.low()).isNaN();
    assertThat(change.verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void equalForksAreNoCertainty() {
    Change change = diff(1, 1, 1, 1).changes().getFirst();

    assertThat(change.high() - change.low()).isGreaterThan(2 * Comparison.SHARED);
  }

  private static Change change(double[] before, double[] now) {
    return RunDiff.of(run("a", row("x", "pauses", before)), run("a", row("x", "pauses", now)))
        .changes()
        .getFirst();
  }

  /// The arithmetic means of these fall by 3 %, the geometric ones rise by 11 %.
  @Test
  void theRatioIsThatOfTheValuesBesideIt() {
    Change change =
        change(new double[] {100_000, 150_000, 372_971}, new double[] {150_000, 190_000, 266_270});
    assertThat(change.ratio()).isEqualTo(change.now() / change.before());
    assertThat(change.before()).isCloseTo(Math.cbrt(100_000.0 * 150_000 * 372_971), within(1e-3));
    assertThat(change.ratio()).isGreaterThan(1.1);
  }

  @Test
  void aRoundOfZeroIsNotDropped() {
    Change some = change(new double[] {0, 4, 8}, new double[] {4, 4, 4});
    assertThat(some.before()).isEqualTo(4);
    assertThat(some.ratio()).isEqualTo(1);
    assertThat(some.low()).isNaN();
    assertThat(some.forksBefore()).isEqualTo(3);
    assertThat(some.zerosBefore()).isEqualTo(1);
    assertThat(some.verdict()).isEqualTo(Verdict.UNDECIDED);

    Change worse = change(new double[] {0, 0}, new double[] {1, 2});
    assertThat(worse.ratio()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(worse.verdict()).isEqualTo(Verdict.SLOWER);

    Change better = change(new double[] {1, 2}, new double[] {0, 0});
    assertThat(better.ratio()).isZero();
    assertThat(better.verdict()).isEqualTo(Verdict.FASTER);

    Change never = change(new double[] {0, 0}, new double[] {0, 0});
    assertThat(never.ratio()).isNaN();
    assertThat(never.verdict()).isEqualTo(Verdict.LEVEL);

    assertThat(change(new double[] {0}, new double[] {1}).verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void whatOneRunHasAloneIsListed() {
    LabDiff diff =
        RunDiff.of(
            run("a", row("x", "ns/op", 1), row("y", "ns/op", 1)),
            run("a", row("y", "ms/op", 1), row("z", "ns/op", 1)));

    assertThat(diff.changes()).isEmpty();
    assertThat(diff.onlyBefore()).extracting(LabDiff.Pair::contender).containsExactly("x", "y");
    assertThat(diff.onlyNow()).extracting(LabDiff.Pair::contender).containsExactly("y", "z");
  }

  @Test
  void anotherMachineIsNamed() {
    LabDiff diff = RunDiff.of(run("EPYC"), run("Xeon"));

    assertThat(diff.machine()).containsExactly(new Difference("processor", "EPYC", "Xeon"));
    assertThat(RunDiff.of(run("EPYC"), run("EPYC")).machine()).isEmpty();
    assertThat(diff.settings()).isEmpty();
  }

  private static LabDiff diff(double factor, double... scores) {
    double[] now = Arrays.stream(scores).map(score -> score * factor).toArray();
    return RunDiff.of(run("a", row("x", "ns/op", scores)), run("a", row("x", "ns/op", now)));
  }

  private static LabRun run(String cpu, LabRun.Row... rows) {
    return new LabRun(
        LabRun.SCHEMA,
        "quick",
        "25",
        "VM",
        "Linux",
        cpu,
        2,
        "G1",
        List.of(),
        "today",
        true,
        LabRun.Conditions.UNKNOWN,
        List.of(
            new LabRun.Experiment(
                "e",
                "t",
                "q",
                1,
                List.of(),
                List.of(),
                List.of(rows),
                List.of(),
                List.of(),
                List.of())));
  }

  private static LabRun.Row row(String contender, String unit, double... scores) {
    List<LabRun.Round> rounds =
        IntStream.range(0, scores.length)
            .mapToObj(r -> new LabRun.Round(r, 0, List.of(scores[r]), 0, false))
            .toList();
    double mean = Arrays.stream(scores).average().orElseThrow();
    return new LabRun.Row(
        "c", contender, mean, Double.NaN, unit, 0, scores.length, 1, List.of(), rounds);
  }
}
