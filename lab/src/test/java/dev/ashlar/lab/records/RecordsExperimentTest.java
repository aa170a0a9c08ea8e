// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.lab.ExperimentContract;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.Observation.Observed;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import dev.ashlar.testing.CommaLocale;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RecordsExperimentTest extends ExperimentContract {
  /// More than two blocks, and none of them full.
  private static final int ROWS = 10_007;

  private static final String TABLES =
      "ashlar-rows-heap ashlar-rows-native ashlar-columns-heap ashlar-columns-native ashlar-mapped";
  private static final String EVERYONE =
      TABLES + " pojo pojo-shuffled long-array unsafe bytebuffer sbe arrow c-rows c-columns";

  private final RecordsExperiment records = small();

  @Override
  protected RecordsExperiment experiment() {
    return records;
  }

  private static RecordsExperiment small() {
    return new RecordsExperiment(ROWS, Duration.ofMillis(20), Long.MAX_VALUE);
  }

  static Stream<Arguments> pairs() {
    return pairsOf(small());
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void provesItsResult(String theCase, String contender) {
    Workload workload = workload(theCase(theCase), contender(contender));
    workload.prepare();
    assertThatCode(workload::verify).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void tellsWhatItSaw(String name, String contender) {
    Case theCase = theCase(name);
    if (records.isObserved(theCase)) {
      Workload workload = workload(theCase, contender(contender));
      workload.prepare();
      workload.verify();
      var _ = workload.run();
      Observed observed = ((Observation) workload).observed();
      assertThat(observed.score()).isGreaterThanOrEqualTo(0);
      if (name.equals("passes")) {
        assertThat(observed.series()).hasSize(2).allMatch(one -> one.values().size() == 13 * 7);
        List<Double> scans = observed.series().getFirst().values();
        List<Double> all = observed.series().getLast().values();
        for (int pass = 0; pass < scans.size(); pass++) {
          assertThat(all.get(pass)).isGreaterThanOrEqualTo(scans.get(pass));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ashlar-rows-native, 42, 42.1",
    "ashlar-columns-native, 42, 42.1",
    "ashlar-columns-heap, 42, 42.2",
    "ashlar-rows-heap, 48, 48.1",
    "pojo, 56, 76",
    "pojo-shuffled, 56, 76"
  })
  void saysHowManyBytesARowTakes(String contender, double least, double most) {
    RecordsExperiment many = new RecordsExperiment(100_000, Duration.ZERO, Long.MAX_VALUE);
    Workload workload = many.workload(theCase("bytes-per-row"), contender(contender));
    workload.prepare();
    workload.verify();
    var _ = workload.run();
    assertThat(((Observation) workload).observed().score()).isBetween(least, most);
  }

  @Test
  void readsPausesOutOfTheCollectorsLog() {
    assertThat(
            GcLog.pauses(
                List.of(
                    "[1.234s] Using G1",
                    "[2.345s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 23M->4M(256M) 3.456ms",
                    "[2.345s] GC(1) Concurrent Mark Cycle 12.345ms",
                    "[2.345s] GC(1) Pause Remark 8M->8M(256M) 0.789ms")))
        .containsExactly(3.456, 0.789);
  }

  @Test
  void readsPausesWithADecimalComma() {
    String line = "[0,345s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 23M->4M(256M) 3,456ms";
    assertThat(GcLog.pauses(List.of(line))).containsExactly(3.456);
    assertThatThrownBy(() -> GcLog.pauses(List.of(line.replace("3,456ms", "3;456ms"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a pause without its time: [0,345s] GC(0)");
  }

  @Test
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void readsPausesOfAJvmInSuchALocale(@TempDir Path folder) throws Exception {
    Optional<Map<String, String>> locale = CommaLocale.environment(folder);
    assumeTrue(locale.isPresent(), "no localedef, or no source of the locale");
    Path file = folder.resolve("gc.log");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-Xlog:gc=info:file=" + file + ":uptime",
                "-cp",
                System.getProperty("java.class.path"),
                Garbage.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(locale.get());
    assertThat(builder.start().waitFor()).isZero();
    assertThat(Files.readString(file)).containsPattern(" \\d+,\\d+ms");
    assertThat(GcLog.pauses(Files.readAllLines(file))).isNotEmpty().allMatch(pause -> pause > 0);
  }

  /// Makes the collector run.
  static final class Garbage {
    static volatile byte[] last = {};

    public static void main(String[] args) {
      for (int i = 0; i < 300; i++) {
        last = new byte[1 << 20];
      }
    }
  }

  /// What is returned depends on every row, and is the same for everybody.
  @ParameterizedTest
  @CsvSource({"scan", "scan-one-field", "random", "fill-and-scan"})
  void allComeToTheSame(String name) {
    Case theCase = theCase(name);
    long[] results =
        records.contenders().stream()
            .filter(contender -> records.applies(theCase, contender))
            .filter(contender -> !contender.name().startsWith("c-"))
            .mapToLong(contender -> {
              Workload workload = records.workload(theCase, contender);
              workload.prepare();
              workload.verify();
              return workload.run();
            })
            .distinct()
            .toArray();
    assertThat(results).hasSize(1).doesNotContain(0);
  }

  @Test
  void hasTheContendersOfTheArgument() {
    assertThat(records.contenders().stream().map(Contender::name))
        .containsExactly((EVERYONE + " harness").split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "empty, harness",
    "scan, " + EVERYONE,
    "scan-polluted, " + TABLES,
    "scan-get, ashlar-rows-native ashlar-columns-native",
    "scan-one-field, ashlar-columns-native pojo",
    "random, ashlar-rows-native unsafe",
    "update, ashlar-rows-native unsafe",
    "passes, ashlar-columns-native pojo",
    "gc-pause, ashlar-columns-native pojo",
    "bytes-per-row, ashlar-rows-native ashlar-columns-native pojo"
  })
  void quickTimesThePromisedPairs(String name, String contenders) {
    assertThat(quickContenders(name)).contains(contenders.split(" "));
  }

  @Test
  void fullModeHasMoreRows() {
    assertThat(new RecordsExperiment(Mode.DEFAULT).operations(theCase("scan")))
        .isEqualTo(2_000_000);
    assertThat(new RecordsExperiment(Mode.QUICK).operations(theCase("scan"))).isEqualTo(20_000_000);
    assertThat(new RecordsExperiment(Mode.FULL).operations(theCase("scan"))).isEqualTo(100_000_000);
  }

  @ParameterizedTest
  @CsvSource({"scan, 1", "fill, 2", "fill-and-scan, 2"})
  void theHeapHasRoomForTheObjects(String theCase, int stores) {
    for (Mode mode : Mode.values()) {
      RecordsExperiment experiment = new RecordsExperiment(mode);
      long rows = experiment.operations(theCase("scan"));
      String heap =
          experiment.flags(theCase(theCase), contender("pojo")).stream()
              .filter(flag -> flag.startsWith("-Xmx"))
              .findFirst()
              .orElseThrow();
      long mebibytes = Long.parseLong(heap.replaceAll("\\D", ""));
      // 16 bytes at most for the header, 42 for the fields, 6 to fill up; 4 or 8 for the reference.
      assertThat(mebibytes << 20).isGreaterThan(stores * rows * (64 + 4));
    }
  }

  @Test
  void saysWhichStoresAMachineIsTooSmallFor() {
    RecordsExperiment many = new RecordsExperiment(100_000_000, Duration.ZERO, 6000);
    assertThat(many.unavailable(theCase("scan"), contender("pojo")))
        .hasValueSatisfying(why -> assertThat(why).contains("100,000,000 rows", "6,000"));
    assertThat(many.unavailable(theCase("scan"), contender("unsafe"))).isEmpty();
    assertThat(many.unavailable(theCase("fill-and-scan"), contender("unsafe"))).isPresent();
    assertThat(many.unavailable(theCase("gc-pause"), contender("unsafe"))).isPresent();
    assertThat(many.unavailable(theCase("empty"), contender("harness"))).isEmpty();
  }

  @Test
  void tablesOnTheHeapNeedNoNativeAccess() {
    for (String name : List.of("ashlar-rows-heap", "ashlar-columns-heap")) {
      assertThat(records.flags(theCase("scan"), contender(name)))
          .noneMatch(flag -> flag.contains("native-access"));
      assertThat(records.flags(theCase("scan-polluted"), contender(name)))
          .contains("--enable-native-access=ALL-UNNAMED");
    }
  }
}
