package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for each [PairedExperiment]: every pair runs, and proves its result before and after.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PairedExperimentContract extends ExperimentContract {
  private final PairedExperiment experiment;

  protected PairedExperimentContract(PairedExperiment experiment) {
    this.experiment = experiment;
  }

  @Override
  protected final PairedExperiment experiment() {
    return experiment;
  }

  Stream<Arguments> pairs() {
    return pairsOf(experiment);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void provesItsResult(String theCase, String contender) {
    Workload workload = workload(theCase(theCase), contender(contender));
    workload.verify();
    workload.run();
    assertThatCode(workload::verify).doesNotThrowAnyException();
  }

  @Test
  void quickTimesPairsThatThereAre() {
    for (Map.Entry<String, Set<String>> headline : experiment.headlines().entrySet()) {
      assertThat(quickContenders(headline.getKey()))
          .as(headline.getKey())
          .isNotEmpty()
          .containsAll(headline.getValue());
    }
  }

  /// Each case but the empty one has a rival that needs nothing but the JDK, and Ashlar.
  @Test
  void everyCaseHasARivalAndAshlar() {
    for (Experiment.Case theCase : experiment.cases()) {
      if (!theCase.name().equals("empty")) {
        var names =
            experiment.contenders().stream()
                .filter(c -> experiment.applies(theCase, c))
                .map(Experiment.Contender::name)
                .toList();
        assertThat(names).as(theCase.name()).anyMatch(name -> name.startsWith("ashlar"));
        assertThat(names)
            .as(theCase.name())
            .anyMatch(name -> name.matches("segment|jdk-.*|bytebuffer"));
      }
    }
  }
}
