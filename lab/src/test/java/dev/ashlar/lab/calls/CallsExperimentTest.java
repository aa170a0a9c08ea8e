// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.ashlar.lab.ExperimentContract;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CallsExperimentTest extends ExperimentContract {
  private static final String EVERYONE =
      "ashlar ashlar-pool jdk-confined jdk-shared jdk-auto jdk-slicing jdk-bufferstack lwjgl malloc"
          + " critical-heap reused";
  private static final List<String> CONTENDERS = List.of(EVERYONE.split(" "));

  private final CallsExperiment calls = new CallsExperiment();

  @Override
  protected CallsExperiment experiment() {
    return calls;
  }

  /// Where there is no C compiler, nobody has the one case that needs it.
  @Override
  protected boolean mayBeMissing(Case theCase, Contender contender) {
    return super.mayBeMissing(theCase, contender) || theCase.name().equals("upcall-struct");
  }

  static Stream<Arguments> pairs() {
    return pairsOf(new CallsExperiment());
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void provesItsResult(String theCase, String contender) {
    Workload workload = workload(theCase(theCase), contender(contender));
    assertThatCode(workload::verify).doesNotThrowAnyException();
  }

  @Test
  void hasTheCasesAndContendersOfTheArgument() {
    assertThat(calls.cases().stream().map(Case::name))
        .containsExactly(
            "empty",
            "strlen-20",
            "strlen-100",
            "strlen-451",
            "struct-ldiv",
            "struct-div",
            "five-structs",
            "errno",
            "nested",
            "upcall-struct",
            "threads-1",
            "threads-2",
            "threads-4",
            "virtual-1000",
            "io-64k");
    assertThat(calls.contenders().stream().map(Contender::name))
        .containsExactlyElementsOf(
            Stream.concat(CONTENDERS.stream(), Stream.of("harness")).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "empty, harness",
    "strlen-100, " + EVERYONE,
    "strlen-20, ashlar jdk-bufferstack",
    "strlen-451, ashlar jdk-bufferstack",
    "struct-ldiv, ashlar jdk-confined",
    "five-structs, ashlar jdk-confined",
    "errno, ashlar jdk-confined",
    "upcall-struct, ashlar jdk-confined",
    "threads-1, ashlar",
    "threads-2, ashlar",
    "io-64k, ashlar-pool jdk-shared"
  })
  void quickTimesThePromisedPairs(String name, String contenders) {
    assertThat(quickContenders(name)).contains(contenders.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "strlen-100, ''",
    "five-structs, ''",
    "threads-4, ''",
    "struct-ldiv, critical-heap",
    "struct-div, critical-heap",
    "errno, critical-heap",
    "nested, critical-heap jdk-slicing reused",
    "virtual-1000, jdk-slicing reused",
    "io-64k, ashlar jdk-confined jdk-slicing jdk-bufferstack lwjgl critical-heap"
  })
  void leavesOutWhatCannotBe(String name, String leftOut) {
    Case theCase = theCase(name);
    assertThat(CONTENDERS.stream().filter(by -> !calls.applies(theCase, contender(by))))
        .containsExactlyInAnyOrder(
            Stream.of(leftOut.split(" ")).filter(one -> !one.isEmpty()).toArray(String[]::new));
    assertThat(calls.applies(theCase, contender("harness"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "strlen-100, 1, 256",
    "threads-1, 1, 256",
    "threads-2, 2, 256",
    "threads-4, 4, 256",
    "virtual-1000, 1, 100000",
    "io-64k, 2, 256"
  })
  void saysHowManyThreadsAndOperations(String name, int threads, int operations) {
    assertThat(calls.threads(theCase(name))).isEqualTo(threads);
    assertThat(calls.operations(theCase(name))).isEqualTo(operations);
  }

  @Test
  void showsTheFlagsOfEachContender() {
    for (String name : CONTENDERS) {
      assertThat(calls.flags(theCase("strlen-100"), contender(name)))
          .as(name)
          .contains("--enable-native-access=ALL-UNNAMED")
          .hasSize(name.equals("jdk-bufferstack") ? 2 : 1);
    }
    assertThat(calls.flags(theCase("strlen-100"), contender("jdk-bufferstack")))
        .contains("--add-exports=java.base/jdk.internal.foreign=ALL-UNNAMED");
    assertThat(calls.flags(theCase("empty"), contender("harness"))).isEmpty();
  }
}
