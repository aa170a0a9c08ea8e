// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.results.LabRun.Verdict;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  private static final StoppingRule RULE = new StoppingRule(3, 5, 8);
  private static final Offset<Double> EXACT = within(1e-9);

  @ParameterizedTest
  @CsvSource({
    // Tables of Student's t, two-sided: degrees, confidence, quantile.
    "2, 0.95, 4.3027",
    "4, 0.95, 2.7764",
    "4, 0.99, 4.6041",
    "11, 0.95, 2.2010",
    "30, 0.99, 2.7500"
  })
  void theIntervalOfAMeanIsStudents(int degrees, double confidence, double quantile) {
    double[] values = new double[degrees + 1];
    Arrays.setAll(values, i -> 10 + (i % 2 == 0 ? 1 : -1) * (i + 1));
    double mean = Arrays.stream(values).sum() / values.length;
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double half = quantile * Math.sqrt(squares / degrees / values.length);

    Interval interval = Interval.ofMean(values, confidence);

    assertThat(interval.low()).isCloseTo(mean - half, within(half * 1e-4));
    assertThat(interval.high()).isCloseTo(mean + half, within(half * 1e-4));
    assertThat(interval.halfWidth()).isCloseTo(half, within(half * 1e-4));
  }

  @Test
  void aRatioIsOfRoundsAndAboveOneWhereTheSubjectIsFaster() {
    // The machine is three times slower from round to round: ratios within rounds do not change.
    Comparison comparison =
        Comparison.of(new double[] {1, 3, 9}, new double[] {2, 6, 18}, new StoppingRule(3));

    // Rounds agree, and what they share remains: 4.3027 is t with two degrees.
    double half = 4.3027 * Comparison.SHARED;
    assertThat(comparison.ratio()).isCloseTo(2, EXACT);
    assertThat(comparison.interval().low()).isCloseTo(2 * Math.exp(-half), within(1e-5));
    assertThat(comparison.interval().high()).isCloseTo(2 * Math.exp(half), within(1e-5));
    assertThat(comparison.verdict()).isEqualTo(Verdict.FASTER);
    assertThat(comparison.rounds()).isEqualTo(3);
  }

  @Test
  void swappingTheContendersInvertsTheRatio() {
    double[] a = {10, 11, 10.5, 10.2, 10.1};
    double[] b = {14, 13, 15, 14.2, 14.1};
    Comparison there = Comparison.of(a, b, RULE);
    Comparison back = Comparison.of(b, a, RULE);

    assertThat(there.verdict()).isEqualTo(Verdict.FASTER);
    assertThat(back.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(back.ratio()).isCloseTo(1 / there.ratio(), EXACT);
    assertThat(back.interval().low()).isCloseTo(1 / there.interval().high(), EXACT);
  }

  @Test
  void whatIsWiderThanLevelAndContainsOneIsUndecided() {
    // 36 ± 4 against 1,760 ± 2,306: once called level.
    double[] subject = {36, 38, 34};
    double[] rival = {40, 1200, 4040};

    assertThat(Comparison.of(subject, rival, new StoppingRule(3)).verdict())
        .isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void whatIsAboutLevelIsMeasuredFurther() {
    double[] subject = {1, 1, 1};
    double[] rival = {1, 1.05, 1.1};

    Comparison early = Comparison.of(subject, rival, RULE);
    Comparison last = Comparison.of(subject, rival, new StoppingRule(3));

    assertThat(early.isOpen()).isTrue();
    assertThat(last.isOpen()).isFalse();
    assertThat(last.verdict()).isEqualTo(Verdict.ABOUT_LEVEL);
  }

  @Test
  void theFirstLookThatDecidesIsTheResult() {
    double[] subject = {1, 1, 1, 1, 1};
    double[] rival = {2, 2, 2, 1, 1};

    Comparison early = Comparison.of(Arrays.copyOf(subject, 3), Arrays.copyOf(rival, 3), RULE);
    Comparison late = Comparison.of(subject, rival, RULE);

    assertThat(early.isOpen()).isFalse();
    assertThat(late.rounds()).isEqualTo(3);
    assertThat(late.interval()).isEqualTo(early.interval());
  }

  @Test
  void whatIsNotDecidedIsOpenUntilTheLastLook() {
    double[] subject = {1, 1, 1, 1, 1, 1, 1, 1};
    double[] rival = {1, 2, 1, 2, 1, 2, 1, 2};

    for (int rounds = 1; rounds < 8; rounds++) {
      Comparison comparison =
          Comparison.of(Arrays.copyOf(subject, rounds), Arrays.copyOf(rival, rounds), RULE);
      assertThat(comparison.isOpen()).isTrue();
      assertThat(comparison.verdict()).isEqualTo(Verdict.UNDECIDED);
    }
    Comparison last = Comparison.of(subject, rival, RULE);
    assertThat(last.isOpen()).isFalse();
    assertThat(last.verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void oneRoundHasARatioAndNoVerdict() {
    Comparison one = Comparison.of(new double[] {1}, new double[] {9}, new StoppingRule(1));

    assertThat(one.ratio()).isCloseTo(9, EXACT);
    assertThat(one.interval().low()).isNaN();
    assertThat(one.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(one.isOpen()).isFalse();
  }

  @Test
  void aRoundWithoutBothScoresIsLeftOut() {
    double nan = Double.NaN;
    Comparison comparison =
        Comparison.of(
            new double[] {1, 1, nan, 1, 1}, new double[] {2, nan, 9, 2, 2}, new StoppingRule(5));

    assertThat(comparison.rounds()).isEqualTo(3);
    assertThat(comparison.ratio()).isCloseTo(2, EXACT);
  }

  @Test
  void nothingAgainstSomethingIsFasterWithoutARatio() {
    double[] none = {0, 0, 0};
    double[] some = {12, 13, 11};

    Comparison comparison = Comparison.of(none, some, new StoppingRule(3));

    assertThat(comparison.verdict()).isEqualTo(Verdict.FASTER);
    assertThat(comparison.ratio()).isInfinite();
    assertThat(Comparison.of(some, none, new StoppingRule(3)).verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(Comparison.of(new double[] {0, 1, 0}, some, new StoppingRule(3)).verdict())
        .isEqualTo(Verdict.UNDECIDED);
  }

  /// Twice nothing is equal, and a round like any other.
  @Test
  void aRoundInWhichBothScoredZeroIsATie() {
    double[] none = {0, 0, 0};
    Comparison always = Comparison.of(none, none, new StoppingRule(3));
    assertThat(always.rounds()).isEqualTo(3);
    assertThat(always.ratio()).isEqualTo(1);
    assertThat(always.verdict()).isEqualTo(Verdict.LEVEL);

    Comparison once = Comparison.of(new double[] {0, 1}, new double[] {0, 4}, new StoppingRule(2));
    assertThat(once.rounds()).isEqualTo(2);
    assertThat(once.ratio()).isCloseTo(2, EXACT);
    assertThat(once.verdict()).isEqualTo(Verdict.UNDECIDED);
  }

  @Test
  void moreLooksCostWidth() {
    double[] subject = {1, 1.02, 0.98};
    double[] rival = {1.1, 1.1, 1.1};

    assertThat(Comparison.of(subject, rival, RULE).interval().halfWidth())
        .isGreaterThan(Comparison.of(subject, rival, new StoppingRule(3)).interval().halfWidth());
  }

  @Test
  void roundsOfBothAreNeeded() {
    assertThatThrownBy(() -> Comparison.of(new double[2], new double[3], RULE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 rounds of the subject, 3 of the rival");
  }

  @Test
  void looksAscend() {
    assertThat(RULE.minimum()).isEqualTo(3);
    assertThat(RULE.maximum()).isEqualTo(8);
    assertThat(RULE.isLook(5)).isTrue();
    assertThat(RULE.isLook(4)).isFalse();
    assertThatThrownBy(() -> new StoppingRule(3, 3)).hasMessageContaining("[3, 3]");
    assertThatThrownBy(() -> new StoppingRule(0)).hasMessageContaining("[0]");
    assertThatThrownBy(StoppingRule::new).hasMessage("a stopping rule needs a look");
  }
}
