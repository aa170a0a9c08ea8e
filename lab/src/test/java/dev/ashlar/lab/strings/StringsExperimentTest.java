// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.ExperimentContract;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StringsExperimentTest extends ExperimentContract {
  private final StringsExperiment strings = new StringsExperiment(Optional.empty());

  @Override
  protected StringsExperiment experiment() {
    return strings;
  }

  static Stream<String> contenders() {
    return new StringsExperiment(Optional.empty()).contenders().stream().map(Contender::name);
  }

  @ParameterizedTest
  @MethodSource("contenders")
  void provesItsResultInEveryCase(String name) {
    Contender contender = contender(name);
    List<Case> cases =
        strings.cases().stream()
            .filter(c -> strings.applies(c, contender) && !c.name().endsWith("-4096"))
            .toList();
    assertThat(cases).isNotEmpty();
    for (Case theCase : cases) {
      Workload workload = workload(theCase, contender);
      workload.prepare();
      workload.verify();
      assertThat(workload.run()).as(theCase.name()).isPositive();
    }
  }

  /// Without the flags that the test JVM has, these two may be missing, and no other.
  @Override
  protected boolean mayBeMissing(Case theCase, Contender contender) {
    return !strings.flags(theCase, contender).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "caf\u00E9\n\n\uD83D\uDE00 and more\r\nthe end"})
  void writesTheLinesOfTheUser(String more, @TempDir Path folder) throws Exception {
    Path file = folder.resolve("my lines.txt");
    Files.writeString(file, "one line\n" + more, StandardCharsets.UTF_8);
    StringsExperiment withText = new StringsExperiment(Optional.of(file));
    Case text = withText.cases().getLast();
    assertThat(text.name()).isEqualTo("text");
    assertThat(text.description()).endsWith("lines of my lines.txt");
    assertThat(withText.contenders())
        .filteredOn(one -> withText.isTimed(Mode.DEFAULT, text, one))
        .extracting(Contender::name)
        .containsExactlyInAnyOrder("ashlar", "jdk-getbytes", "otel-default");
    for (Contender contender : withText.contenders()) {
      if (withText.applies(text, contender)) {
        withText.workload(text, contender).verify();
        assertThat(withText.isTimed(Mode.QUICK, text, contender)).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ascii-512, otel-default otel-unsafe",
    "ascii-16, otel-default",
    "ascii-64, bytewise swar vector jdk-getbytes",
    "latin1-512, otel-unsafe",
    "latin1-mixed-512, otel-unsafe jdk-getbytes",
    "cjk-512, otel-unsafe protobuf",
    "mixed-512, otel-unsafe",
    "late-512, otel-unsafe",
    "ascii-512-after-mixed, otel-unsafe"
  })
  void quickTimesThePromisedPairs(String name, String rivals) {
    assertThat(quickContenders(name)).contains("ashlar").contains(rivals.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"world", "telemetry"})
  void quickTimesEveryContenderOnRealText(String name) {
    Set<String> everyone =
        contenders()
            .filter(c -> !c.equals("harness") && !c.equals("ashlar-constant"))
            .collect(toSet());
    assertThat(quickContenders(name)).containsExactlyInAnyOrderElementsOf(everyone);
  }

  @Test
  void everyContenderHasEveryTextUnlessItHasToBeKnownBeforehand() {
    for (Case theCase : strings.cases().subList(1, strings.cases().size())) {
      assertThat(strings.contenders().stream().filter(c -> strings.applies(theCase, c)))
          .as(theCase.name())
          .hasSize(strings.contenders().size() - (theCase.name().equals("keys") ? 1 : 2));
    }
  }

  @Test
  void hasEveryKindInEveryLength() {
    List<String> names = strings.cases().stream().map(Case::name).toList();
    for (String kind : List.of("ascii", "latin1", "latin1-mixed", "late", "cjk", "mixed")) {
      assertThat(names)
          .contains(
              Stream.of(8, 16, 64, 512, 4096).map(n -> kind + "-" + n).toArray(String[]::new));
    }
  }

  @Test
  void operationsAreTheTexts() {
    assertThat(strings.operations(theCase("ascii-16"))).isEqualTo(Texts.COUNT);
    assertThat(strings.operations(theCase("ascii-16-batch"))).isEqualTo(Texts.COUNT);
    assertThat(strings.operations(theCase("world")))
        .isEqualTo((int) Arrays.stream(Corpora.world()).distinct().count());
  }
}
