// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.ExperimentContract;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import dev.ashlar.testing.Slow;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DecodeExperimentTest extends ExperimentContract {
  private final DecodeExperiment decode = new DecodeExperiment();

  @Override
  protected DecodeExperiment experiment() {
    return decode;
  }

  static Stream<String> contenders() {
    return Slow.some(2, new DecodeExperiment().contenders()).stream().map(Contender::name);
  }

  @ParameterizedTest
  @MethodSource("contenders")
  void provesItsResultInEveryCase(String name) {
    Contender contender = contender(name);
    List<Case> cases = decode.cases().stream().filter(c -> decode.applies(c, contender)).toList();
    assertThat(cases).isNotEmpty();
    for (Case theCase : cases) {
      Workload workload = workload(theCase, contender);
      workload.prepare();
      workload.verify();
      assertThat(workload.run()).as(theCase.name()).isGreaterThanOrEqualTo(TaggedStream.END);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "heap-clean, unsafe c",
    "native-clean, unsafe c",
    "heap-polluted, unsafe c segment bytebuffer",
    "native-polluted, unsafe c segment bytebuffer agrona netty",
    "heap-clean-predictable, unsafe c",
    "heap-polluted-predictable, unsafe c",
    "native-clean-predictable, unsafe c",
    "native-polluted-predictable, unsafe c"
  })
  void quickTimesThePromisedPairs(String name, String rivals) {
    assertThat(quickContenders(name)).contains("ashlar").contains(rivals.split(" "));
  }

  @Test
  void hasEveryKindOfMemoryCleanAndPolluted() {
    assertThat(decode.cases().stream().map(Case::name))
        .doesNotHaveDuplicates()
        .contains("empty")
        .contains(
            Stream.of("heap", "native", "mapped")
                .flatMap(memory -> Stream.of(memory + "-clean", memory + "-polluted"))
                .flatMap(name -> Stream.of(name, name + "-predictable"))
                .toArray(String[]::new));
  }

  @Test
  void segmentsOfAKnownClassHavePartInEveryCase() {
    for (String name : List.of("segment", "segment-known", "segment-specialized")) {
      assertThat(decode.cases().stream().filter(c -> decode.applies(c, contender(name))))
          .as(name)
          .hasSize(decode.cases().size() - 1)
          .map(Case::name)
          .contains("mixed", "heap-sliced", "native-sliced")
          .contains("heap-polluted-elsewhere", "native-polluted-elsewhere");
    }
  }

  @Test
  void ashlarNeedsNoFlag() {
    Contender ashlar = contender("ashlar");
    for (String name : List.of("heap-clean", "heap-polluted", "native-clean", "mixed")) {
      assertThat(decode.flags(theCase(name), ashlar)).isEmpty();
    }
  }
}
