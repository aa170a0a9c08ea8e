// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.lab.ExperimentContract;
import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.zeroing.ArrayMaker.AshlarArrays;
import dev.ashlar.lab.zeroing.ArrayMaker.InternalArrays;
import dev.ashlar.lab.zeroing.TextMaker.AshlarTexts;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ZeroingExperimentTest extends ExperimentContract {
  private final ZeroingExperiment zeroing = new ZeroingExperiment();

  @Override
  protected ZeroingExperiment experiment() {
    return zeroing;
  }

  static Stream<String> contenders() {
    return new ZeroingExperiment().contenders().stream().map(Contender::name);
  }

  @ParameterizedTest
  @MethodSource("contenders")
  void provesItsResultInEveryCase(String name) {
    Contender contender = contender(name);
    List<Case> cases = zeroing.cases().stream().filter(c -> zeroing.applies(c, contender)).toList();
    assertThat(cases).isNotEmpty();
    for (Case theCase : cases) {
      Workload workload = zeroing.workload(theCase, contender);
      workload.prepare();
      workload.verify();
      long result = workload.run();
      assertThat(result == 0).as(theCase.name()).isEqualTo(isArrayOfNothing(theCase));
    }
  }

  private static boolean isArrayOfNothing(Case theCase) {
    return theCase.name().startsWith("bytes-0-");
  }

  @Test
  void hasEveryCase() {
    List<String> names = new ArrayList<>(List.of("empty"));
    for (String kind : List.of("bytes", "native")) {
      for (String end : List.of("written", "unwritten")) {
        for (int size : new int[] {0, 10, 100, 1000, 10_000, 100_000}) {
          names.add(kind + "-" + size + "-" + end);
        }
      }
    }
    for (String operation :
        List.of(
            "codepoints",
            "repeat1",
            "repeat2",
            "replace1",
            "replace2",
            "builder",
            "builder-from")) {
      for (int length : new int[] {8, 64, 128, 1024}) {
        names.add(operation + "-" + length);
      }
    }
    assertThat(zeroing.cases().stream().map(Case::name)).containsExactlyElementsOf(names);
  }

  @ParameterizedTest
  @CsvSource({
    "bytes-100-written, ashlar ashlar-exported jdk jdk-internal arrays-copyof",
    "bytes-100-unwritten, ashlar ashlar-exported jdk jdk-internal",
    "native-100-written, ashlar arena malloc",
    "native-100-unwritten, ashlar arena malloc",
    "repeat1-128, ashlar ashlar-exported jdk",
    "empty, harness"
  })
  void whoTakesPart(String name, String expected) {
    Case theCase = theCase(name);
    assertThat(zeroing.contenders().stream().filter(c -> zeroing.applies(theCase, c)))
        .extracting(Contender::name)
        .containsExactly(expected.split(" "));
    for (Contender contender : zeroing.contenders()) {
      if (!zeroing.applies(theCase, contender)) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> zeroing.workload(theCase, contender))
            .withMessage(contender.name() + " has no part in " + name);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "empty, harness",
    "bytes-10000-written, ashlar ashlar-exported jdk jdk-internal arrays-copyof",
    "native-100000-written, ashlar arena",
    "repeat2-1024, ashlar jdk",
    "replace1-1024, ashlar jdk"
  })
  void quickTimesThePromisedPairs(String name, String expected) {
    assertThat(quickContenders(name)).containsExactly(expected.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "bytes-10-written, ashlar, ''",
    "bytes-10-written, jdk, ''",
    "bytes-10-written, arrays-copyof, ''",
    "bytes-10-written, jdk-internal, --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
    "bytes-10-written, ashlar-exported, --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
    "native-10-written, ashlar, --enable-native-access=ALL-UNNAMED",
    "native-10-written, malloc, --enable-native-access=ALL-UNNAMED",
    "native-10-written, arena, ''",
    "builder-8, ashlar, ''",
    "builder-8, ashlar-exported, --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"
  })
  void flagsAreThoseOfThePair(String theCase, String contender, String expected) {
    assertThat(zeroing.flags(theCase(theCase), contender(contender)))
        .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
  }

  /// In a JVM without the flag that all others here have.
  @Test
  void saysWhatIsMissingWithoutTheExport() throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutExport.class.getName())
            .redirectErrorStream(true)
            .start();
    String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(printed).isZero();
    assertThat(printed.lines())
        .hasSize(3)
        .allMatch(line -> line.contains("JDK " + Runtime.version()));
  }

  /// Asks for each contender that needs the export.
  static final class WithoutExport {
    private WithoutExport() {}

    public static void main(String[] arguments) {
      for (Supplier<?> contender :
          List.<Supplier<?>>of(
              InternalArrays::new,
              ZeroingExperiment.exported(AshlarArrays::new),
              ZeroingExperiment.exported(AshlarTexts::new))) {
        assertThatExceptionOfType(UnavailableException.class)
            .isThrownBy(() -> System.out.println(contender.get()))
            .satisfies(e -> System.out.println(e.getMessage()));
      }
      new ZeroingExperimentTest().provesItsResultInEveryCase("jdk");
    }
  }

  @Test
  void operationsAreTheInputs() {
    assertThat(zeroing.cases()).allMatch(c -> zeroing.operations(c) == 256);
  }
}
