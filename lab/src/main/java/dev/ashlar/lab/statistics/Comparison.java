// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Verdict;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Two contenders of a case, compared within rounds.
///
/// With d the logarithm of the rival's score over the subject's in a round, the ratio is e to the
/// power of the mean of d. Its interval is Student's t for as many rounds, with the standard error
/// √(s²/n + [#SHARED]²): s is the standard deviation of d over the n rounds. The looks of the
/// stopping rule are taken one after another. The first that decides is the result, and later
/// rounds change nothing.
public final class Comparison {
  /// Ratios within this factor of 1, up or down, are level.
  public static final double LEVEL = 1.05;

  /// Standard deviation of what all rounds of a run have in common and another run has not, such as
  /// the state of physical memory. No number of rounds averages it out.
  static final double SHARED = 0.01;

  private final int rounds;
  private final double ratio;
  private final Interval interval;
  private final Verdict verdict;
  private final boolean open;

  private Comparison(int rounds, double ratio, Interval interval, Verdict verdict, boolean open) {
    this.rounds = rounds;
    this.ratio = ratio;
    this.interval = interval;
    this.verdict = verdict;
    this.open = open;
  }

  /// Compares what was measured so far.
  ///
  /// @param subject score of each round; NaN leaves the round out
  /// @param rival likewise, and as many
  /// @throws IllegalArgumentException if the numbers of rounds differ
  public static Comparison of(double[] subject, double[] rival, StoppingRule rule) {
    if (subject.length != rival.length) {
      throw new IllegalArgumentException(
          "%d rounds of the subject, %d of the rival".formatted(subject.length, rival.length));
    }
    double[] logs =
        IntStream.range(0, subject.length)
            .mapToDouble(r -> Math.log(rival[r]) - Math.log(subject[r]))
            .toArray();
    for (int rounds = 1; rounds < logs.length; rounds++) {
      if (rule.isLook(rounds)) {
        Comparison look = look(logs, rounds, rule);
        if (look.verdict != Verdict.TOO_NOISY) {
          return look;
        }
      }
    }
    return look(logs, logs.length, rule);
  }

  private static Comparison look(double[] logs, int rounds, StoppingRule rule) {
    double[] known = Arrays.stream(logs).limit(rounds).filter(d -> !Double.isNaN(d)).toArray();
    Interval.Spread spread = Interval.Spread.of(known);
    Interval interval =
        isAlwaysInfinite(known)
            ? new Interval(spread.mean(), spread.mean(), LabRun.CONFIDENCE).exp()
            : Interval.around(
                    spread.mean(),
                    Math.hypot(spread.standardError(), SHARED),
                    known.length - 1.0,
                    rule.confidencePerLook())
                .exp();
    Verdict verdict = verdict(interval);
    return new Comparison(
        known.length,
        Math.exp(spread.mean()),
        new Interval(interval.low(), interval.high(), LabRun.CONFIDENCE),
        verdict,
        verdict == Verdict.TOO_NOISY && rounds < rule.maximum());
  }

  /// True if one of the contenders scored zero in each round, and the other never: a count, such as
  /// that of pauses.
  private static boolean isAlwaysInfinite(double[] logs) {
    return logs.length > 1
        && Double.isInfinite(logs[0])
        && Arrays.stream(logs).allMatch(d -> d == logs[0]);
  }

  /// {@return what the interval of a ratio says, the rival's score over the subject's}
  static Verdict verdict(Interval interval) {
    if (!interval.isKnown()) {
      return Verdict.TOO_NOISY;
    }
    if (interval.low() >= 1 / LEVEL && interval.high() <= LEVEL) {
      return Verdict.LEVEL;
    }
    return interval.contains(1)
        ? Verdict.TOO_NOISY
        : interval.low() > 1 ? Verdict.FASTER : Verdict.SLOWER;
  }

  /// {@return above 1 if the subject is faster; NaN without any round}
  public double ratio() {
    return ratio;
  }

  /// {@return of the ratio, with 95 % over all looks together; unknown with fewer than two rounds}
  public Interval interval() {
    return interval;
  }

  public Verdict verdict() {
    return verdict;
  }

  /// {@return the rounds that the interval is made of}
  public int rounds() {
    return rounds;
  }

  /// {@return whether further rounds may decide it}
  public boolean isOpen() {
    return open;
  }

  /// The comparison as results have it.
  public LabRun.Comparison of(String caseName, String contender, String rival) {
    return new LabRun.Comparison(
        caseName,
        contender,
        rival,
        ratio,
        interval.low(),
        interval.high(),
        interval.confidence(),
        rounds,
        verdict);
  }
}
