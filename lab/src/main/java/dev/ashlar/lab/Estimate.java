// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.Plan.CasePlan;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.statistics.StoppingRule;
import java.time.Duration;

/// Estimates how long a case will take.
final class Estimate {
  /// The time from the start of a measured JVM to its end, without the iterations of the mode.
  private static final Duration JVM = Duration.ofMillis(1_300);

  /// The untimed part of a slice: the set-up of an iteration by JMH and by [LabBenchmark.Meter].
  private static final Duration TURN = Duration.ofMillis(14);

  /// The share of the rounds between the first look and the last that comparisons need on average.
  private static final double FURTHER_ROUNDS = 0.6;

  private Estimate() {}

  static Duration of(Experiment experiment, CasePlan plan, LabOptions options) {
    boolean observed = experiment.isObserved(plan.theCase());
    StoppingRule rule = options.rule(observed);
    double rounds = rule.minimum() + FURTHER_ROUNDS * (rule.maximum() - rule.minimum());
    Duration start = JVM.plus(experiment.extraTime(plan.theCase()));
    Duration measured = Duration.ZERO;
    if (!observed) {
      start = start.plus(options.mode().warmUp());
      measured =
          options.mode().iterationTime().plus(TURN).multipliedBy(options.mode().iterations());
    }
    int pairs = plan.pairs().size();
    int atOnce =
        options.profilers().isEmpty() && !experiment.isAlone(plan.theCase())
            ? Math.min(pairs, Runtime.getRuntime().availableProcessors())
            : 1;
    double round = pairs * (start.toMillis() / (double) atOnce + measured.toMillis());
    Duration proofs = observed ? Duration.ZERO : JVM.multipliedBy(2);
    Duration explained = start.plus(measured).multipliedBy(plan.explained().size());
    return Duration.ofMillis((long) (round * rounds)).plus(proofs).plus(explained);
  }
}
