// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.Plan.CasePlan;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.statistics.StoppingRule;
import java.time.Duration;

/// Estimates how long a case will take.
final class Estimate {
  /// From the start of a measured JVM to its end, without what the mode has it time.
  private static final Duration JVM = Duration.ofMillis(900);

  /// Rounds between the first look and the last that comparisons need on average.
  private static final double FURTHER_ROUNDS = 0.25;

  private Estimate() {}

  static Duration of(Experiment experiment, CasePlan plan, LabOptions options) {
    boolean observed = experiment.isObserved(plan.theCase());
    StoppingRule rule = options.rule(observed);
    double rounds = rule.minimum() + FURTHER_ROUNDS * (rule.maximum() - rule.minimum());
    Duration fork = JVM.plus(experiment.extraTime(plan.theCase()));
    if (!observed) {
      fork = fork.plus(options.mode().timePerFork());
    }
    double forks = plan.pairs().size() * rounds;
    Duration proofs = observed ? Duration.ZERO : JVM.multipliedBy(2);
    Duration explained =
        JVM.plus(options.mode().timePerFork())
            .plus(experiment.extraTime(plan.theCase()))
            .multipliedBy(plan.explained().size());
    return Duration.ofMillis((long) (fork.toMillis() * forks)).plus(proofs).plus(explained);
  }
}
