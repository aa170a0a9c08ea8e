// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Verdict;
import java.util.Arrays;
import java.util.stream.IntStream;

/// The comparison of two contenders of a case, round by round.
///
/// In each round, let q be the rival's score divided by the subject's score, and d the logarithm of
/// q, or 0 if both scored zero. The ratio is e to the power of the mean of d. Its interval uses
/// Student's t for n rounds, with the standard error √(s²/n + [#SHARED]²), where s is the standard
/// deviation of d.
///
/// The interim analyses of the stopping rule are made one after another. The first analysis that
/// decides is the result, and later rounds do not change it.
///
/// [Verdict#of] decides, and defines the bounds of *level* and *about level*.
///
/// @param rounds the number of rounds from which the interval is computed
/// @param ratio the ratio, above 1 if the subject is faster; NaN without any round
/// @param interval the interval of the ratio, with 95 % confidence over all interim analyses
///   together; unknown with fewer than two rounds
/// @param isOpen whether further rounds may decide the comparison
public record Comparison(
    int rounds, double ratio, Interval interval, Verdict verdict, boolean isOpen) {
  /// The standard deviation, between runs, of the error that all rounds of a run share. Such an
  /// error comes from the state of physical memory, for example. Further rounds do not reduce it.
  static final double SHARED = 0.01;

  /// Compares the measurements so far.
  ///
  /// @param subject the scores of all rounds; NaN skips a round
  /// @param rival the rival's scores of the same rounds
  /// @throws IllegalArgumentException if the numbers of rounds differ
  public static Comparison of(double[] subject, double[] rival, StoppingRule rule) {
    if (subject.length != rival.length) {
      throw new IllegalArgumentException(
          "%d rounds of the subject, %d of the rival".formatted(subject.length, rival.length));
    }
    double[] logs =
        IntStream.range(0, subject.length)
            .mapToDouble(r ->
                subject[r] == 0 && rival[r] == 0 ? 0 : Math.log(rival[r]) - Math.log(subject[r]))
            .toArray();
    for (int rounds = 1; rounds < logs.length; rounds++) {
      if (rule.isLook(rounds)) {
        Comparison look = look(logs, rounds, rule);
        if (look.verdict.isDecided()) {
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
    Verdict verdict = Verdict.of(interval.low(), interval.high());
    return new Comparison(
        known.length,
        Math.exp(spread.mean()),
        new Interval(interval.low(), interval.high(), LabRun.CONFIDENCE),
        verdict,
        !verdict.isDecided() && rounds < rule.maximum());
  }

  /// True if one of the contenders scored zero in each round, and the other never: a count, such as
  /// that of pauses.
  private static boolean isAlwaysInfinite(double[] logs) {
    return logs.length > 1
        && Double.isInfinite(logs[0])
        && Arrays.stream(logs).allMatch(d -> d == logs[0]);
  }

  /// Returns the comparison in the form of the results.
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
