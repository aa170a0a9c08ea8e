// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.statistics.Slices.Slice;
import dev.ashlar.results.LabRun.Verdict;
import dev.ashlar.testing.Slow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Simulated experiments of known ratio, under the real stopping rule: how often the ratio lies in
/// the interval. `-Pslow` repeats them 10,000 times with each of several seeds, and for more
/// ratios.
class CoverageTest {
  private static final int REPETITIONS = Slow.times(1_000, 10_000);
  private static final long[] SEEDS = REPETITIONS >= 10_000 ? new long[] {1, 2, 3} : new long[] {1};
  private static final List<StoppingRule> RULES =
      Arrays.stream(Mode.values()).map(mode -> mode.rule(false)).toList();

  /// A ratio changes only when the rule stops. At 1 the verdict is level, at 1.10 faster.
  private static final double[] RATIOS =
      Slow.IS_ON ? new double[] {1, 1.03, 1.10, 2} : new double[] {1, 1.10};

  private static final int SLICES = Mode.DEFAULT.iterations();

  /// How forks behave. A slow fork takes `factor` as long as others.
  enum Forks {
    QUIET(0, 0, 1, 0.01, 0, 0, 93),
    NOISY(0, 0, 1, 0.10, 0, 0, 93),
    RUNS_THAT_DIFFER(0, 0, 1, 0.01, Comparison.SHARED, 0, 93),
    RUNS_THAT_DIFFER_MORE(0, 0, 1, 0.01, 1.5 * Comparison.SHARED, 0, 0),
    BIMODAL(0.2, 0.2, 2, 0.015, 0, 0, 93),
    RARELY_SLOW(0.05, 0.05, 2, 0.015, 0, 0, 93),
    OFTEN_SLOW(0.5, 0.5, 2, 0.015, 0, 0, 93),
    /// The ratio is that of ordinary forks, since few rounds may show no other.
    SUBJECT_BIMODAL(0.2, 0, 2, 0.015, 0, 0, 90),
    RIVAL_BIMODAL(0, 0.2, 2, 0.015, 0, 0, 90),
    /// Another program works half of the time, for five slices on average.
    LOADED(0, 0, 1, 0.01, 0, 1, 93),
    LOADED_AND_BIMODAL(0.2, 0.2, 2, 0.015, 0, 1, 93),
    LOADED_AND_RIVAL_BIMODAL(0, 0.2, 2, 0.015, 0, 1, 90);

    /// Share of slow forks.
    private final double subjectSlow;

    private final double rivalSlow;
    private final double factor;

    /// Standard deviations of the logarithm: of forks, and of what a whole run has in common.
    private final double forkSpread;

    private final double runSpread;

    /// How much longer a slice takes at most while the other program works.
    private final double load;

    private final double promisedCoverage;

    Forks(
        double subjectSlow,
        double rivalSlow,
        double factor,
        double forkSpread,
        double runSpread,
        double load,
        double promisedCoverage) {
      this.subjectSlow = subjectSlow;
      this.rivalSlow = rivalSlow;
      this.factor = factor;
      this.forkSpread = forkSpread;
      this.runSpread = runSpread;
      this.load = load;
      this.promisedCoverage = promisedCoverage;
    }

    /// The scores of two forks that take turns.
    double[] scores(Random random, double ratio) {
      double subject = fork(random, subjectSlow);
      double rival = ratio * fork(random, rivalSlow);
      List<Slice> subjects = new ArrayList<>();
      List<Slice> rivals = new ArrayList<>();
      boolean busy = random.nextBoolean();
      for (int slice = 0; slice < SLICES; slice++) {
        for (boolean isSubject : new boolean[] {true, false}) {
          busy = random.nextDouble() < 0.2 ? !busy : busy;
          double time =
              Math.exp(0.01 * random.nextGaussian())
                  * (busy ? 1 + load * random.nextDouble() : 1)
                  * (isSubject ? subject : rival);
          (isSubject ? subjects : rivals).add(new Slice(time, 10, 0, 0, false));
        }
      }
      return new double[] {Slices.score(subjects), Slices.score(rivals)};
    }

    private double fork(Random random, double slow) {
      return Math.exp(forkSpread * random.nextGaussian())
          * (random.nextDouble() < slow ? factor : 1);
    }

    /// The geometric mean of the ratios of all forks, slow ones too.
    double mean(double ratio) {
      return ratio * Math.pow(factor, rivalSlow - subjectSlow);
    }

    Comparison run(Random random, double ratio, StoppingRule rule) {
      double bias = ratio * Math.exp(runSpread * random.nextGaussian());
      double[] subject = new double[rule.maximum()];
      double[] rival = new double[rule.maximum()];
      for (int round = 0; round < rule.maximum(); round++) {
        double[] scores = scores(random, bias);
        subject[round] = scores[0];
        rival[round] = scores[1];
      }
      return Comparison.of(subject, rival, rule);
    }
  }

  @ParameterizedTest
  @EnumSource(Forks.class)
  @Timeout(600)
  void theTrueRatioLiesInTheInterval(Forks forks) {
    for (StoppingRule rule : RULES) {
      for (double ratio : RATIOS) {
        for (long seed : SEEDS) {
          simulate(forks, rule, ratio, seed);
        }
      }
    }
  }

  private static void simulate(Forks forks, StoppingRule rule, double ratio, long seed) {
    Random random = new Random(seed);
    int covered = 0;
    int meanCovered = 0;
    int contradictions = 0;
    double rounds = 0;
    double[] widths = new double[REPETITIONS];
    Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
    Comparison before = forks.run(random, ratio, rule);
    for (int i = 0; i < REPETITIONS; i++) {
      Comparison now = forks.run(random, ratio, rule);
      Interval interval = now.interval();
      covered += interval.contains(ratio) ? 1 : 0;
      meanCovered += interval.contains(forks.mean(ratio)) ? 1 : 0;
      widths[i] = (interval.high() - interval.low()) / now.ratio();
      rounds += now.rounds();
      verdicts.merge(now.verdict(), 1, Integer::sum);
      contradictions += contradict(before, now) ? 1 : 0;
      before = now;
    }
    Arrays.sort(widths);
    double coverage = percent(covered);
    double wronglyFaster = ratio <= 1 ? percent(verdicts.getOrDefault(Verdict.FASTER, 0)) : 0;
    String line =
        String.format(
            Locale.ROOT,
            "%-24s | %-11s | seed %d | %.2f | covered %5.1f %%, mean %5.1f %% | width %5.1f %% | rounds %4.1f |"
                + " faster %5.1f | slower %5.1f | level %5.1f | about level %5.1f | undecided %5.1f | contradict %.2f",
            forks,
            rule,
            seed,
            ratio,
            coverage,
            percent(meanCovered),
            100 * widths[REPETITIONS / 2],
            rounds / REPETITIONS,
            percent(verdicts.getOrDefault(Verdict.FASTER, 0)),
            percent(verdicts.getOrDefault(Verdict.SLOWER, 0)),
            percent(verdicts.getOrDefault(Verdict.LEVEL, 0)),
            percent(verdicts.getOrDefault(Verdict.ABOUT_LEVEL, 0)),
            percent(verdicts.getOrDefault(Verdict.UNDECIDED, 0)),
            percent(contradictions));
    System.out.println(line);
    assertThat(coverage).as(line).isGreaterThanOrEqualTo(forks.promisedCoverage);
    if (forks.promisedCoverage >= 93) {
      assertThat(wronglyFaster).as(line).isLessThanOrEqualTo(3);
    }
  }

  /// Faster against slower, or disjoint intervals.
  private static boolean contradict(Comparison a, Comparison b) {
    return (a.verdict() == Verdict.FASTER && b.verdict() == Verdict.SLOWER)
        || (a.verdict() == Verdict.SLOWER && b.verdict() == Verdict.FASTER)
        || a.interval().low() > b.interval().high()
        || b.interval().low() > a.interval().high();
  }

  private static double percent(int part) {
    return 100.0 * part / REPETITIONS;
  }
}
