// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.FreshJvms;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun;
import dev.ashlar.testing.Slow;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for each [Experiment]: a pair runs, and proves its result.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PairedExperimentContract extends ExperimentContract {
  private static final int PAIRS = 12;

  private final Experiment experiment;

  protected PairedExperimentContract(Experiment experiment) {
    this.experiment = experiment;
  }

  @Override
  protected final Experiment experiment() {
    return experiment;
  }

  /// All of them in the slow profile, others in each run without.
  Stream<Arguments> pairs() {
    return Slow.some(PAIRS, pairsOf(experiment).toList()).stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void provesItsResult(String theCase, String contender) {
    Workload workload = workload(theCase(theCase), contender(contender));
    workload.prepare();
    if (workload instanceof FreshJvms jvms) {
      jvms.runOne();
    } else {
      workload.run();
    }
    assertThatCode(workload::verify).doesNotThrowAnyException();
  }

  /// Each case but the empty one has a rival that needs nothing but the JDK, and Ashlar.
  @Test
  void everyCaseHasARivalAndAshlar() {
    for (LabRun.Case theCase : experiment.cases()) {
      if (!theCase.name().equals("empty")) {
        var names =
            experiment.contenders().stream()
                .filter(c -> experiment.applies(theCase, c))
                .map(LabRun.Contender::name)
                .toList();
        assertThat(names).as(theCase.name()).anyMatch(name -> name.startsWith("ashlar"));
        assertThat(names)
            .as(theCase.name())
            .anyMatch(name -> name.matches("segment|jdk-.*|bytebuffer"));
      }
    }
  }
}
