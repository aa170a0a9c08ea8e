// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.results.LabRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Runs of the lab with real JVMs.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LabTest {
  private static final long SEED = 20_26;

  private final Path lines;

  LabTest(@TempDir Path folder) throws IOException {
    lines = Files.writeString(folder.resolve("lines.txt"), "one\ntwo\n");
  }

  @Test
  void measuresAPair() {
    Heard heard = new Heard();
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    Lab lab = new Lab(options("strings", "ascii-512", "ashlar", 2), SEED, heard);
    LabRun run = lab.run(new PrintStream(log, true, UTF_8), Optional.empty());

    assertThat(run.complete()).isTrue();
    assertThat(run.mode()).isEqualTo("quick");
    assertThat(run.jdk()).isEqualTo(Runtime.version().toString());
    assertThat(run.conditions().seed()).isEqualTo(SEED);
    assertThat(run.conditions().compileCommands())
        .contains("dontinline,dev/ashlar/lab/LabBenchmark.run");
    assertThat(run.experiments()).hasSize(1);
    LabRun.Experiment experiment = run.experiments().getFirst();
    assertThat(experiment.failed()).as(log.toString(UTF_8)).isEmpty();
    assertThat(experiment.rows())
        .singleElement()
        .satisfies(row -> {
          assertThat(row.caseName()).isEqualTo("ascii-512");
          assertThat(row.contender()).isEqualTo("ashlar");
          assertThat(row.unit()).isEqualTo("ns/op");
          assertThat(row.score()).isPositive();
          assertThat(row.error()).isPositive();
          assertThat(row.bytesPerOp()).isBetween(0.0, 0.5);
          assertThat(row.forks()).isEqualTo(2);
          assertThat(row.iterations()).isEqualTo(Mode.QUICK.iterations());
          assertThat(row.flags()).isEmpty();
        });
    // The last shows what the compiler made of it.
    assertThat(experiment.evidence()).hasSize(1);
    assertThat(heard.calls)
        .containsExactly(
            "started 1",
            "experiment strings",
            "case strings ascii-512",
            "fork strings ascii-512 ashlar 1",
            "fork strings ascii-512 ashlar 2",
            "case done strings ascii-512",
            "fork strings ascii-512 ashlar 0",
            "experiment done strings");
    JsonNode jmh = new ObjectMapper().readTree(lab.jmhJson());
    assertThat(jmh).hasSize(1);
    assertThat(jmh.get(0).path("params").path("contender").stringValue()).isEqualTo("ashlar");
    assertThat(jmh.get(0).path("primaryMetric").path("rawData")).hasSize(2);
  }

  /// Each has all of its slices, no other round's, and the bytes that it allocates.
  @Test
  void contendersTakeTurns() {
    LabRun run = run(options("strings", "ascii-512", "{ashlar,jdk-getbytes}", 2), new Heard());

    LabRun.Experiment experiment = run.experiments().getFirst();
    assertThat(experiment.failed()).isEmpty();
    assertThat(experiment.rows()).hasSize(2);
    for (LabRun.Row row : experiment.rows()) {
      assertThat(row.rounds()).hasSize(2);
      for (LabRun.Round round : row.rounds()) {
        assertThat(round.iterations()).hasSize(Mode.QUICK.iterations());
        assertThat(round.score())
            .isBetween(
                Collections.min(round.iterations()), 2 * Collections.max(round.iterations()));
        assertThat(round.disturbed()).allMatch(slice -> slice < Mode.QUICK.iterations());
      }
    }
    assertThat(experiment.comparisons()).hasSize(1);
    // By the harness's own count, which knows nothing of other threads: 512 bytes and a header.
    assertThat(experiment.rows())
        .filteredOn(row -> row.contender().equals("jdk-getbytes"))
        .singleElement()
        .satisfies(row -> assertThat(row.bytesPerOp()).isBetween(527.0, 530.0));
  }

  /// A callback that lets the contender go on is in a virtual thread's carrier.
  @Test
  void countsWhatOtherThreadsAllocate() {
    LabRun run = run(options("calls", "virtual-1000", "jdk-confined", 1), new Heard());
    assertThat(run.experiments().getFirst().rows().getFirst().bytesPerOp()).isGreaterThan(10);
  }

  @Test
  void passesTheFlagsOfAContenderToItsJvmAndStopsWhenTold() {
    List<Lab> lab = new ArrayList<>();
    Heard heard =
        new Heard() {
          @Override
          public void forkStarted(String experiment, String theCase, String contender, int round) {
            super.forkStarted(experiment, theCase, contender, round);
            if (round == 2) {
              lab.forEach(Lab::stop);
            }
          }
        };
    lab.add(new Lab(options("strings", "latin1-8", "otel-varhandle", 3), SEED, heard));
    LabRun run = lab.getFirst().run(nowhere(), Optional.empty());

    assertThat(run.complete()).isFalse();
    assertThat(run.experiments()).hasSize(1);
    assertThat(run.experiments().getFirst().rows())
        .singleElement()
        .satisfies(row -> {
          assertThat(row.forks()).isEqualTo(1);
          assertThat(row.flags()).containsExactly("--add-opens=java.base/java.lang=ALL-UNNAMED");
        });
    assertThat(heard.calls)
        .containsExactly(
            "started 1",
            "experiment strings",
            "case strings latin1-8",
            "fork strings latin1-8 otel-varhandle 1",
            "fork strings latin1-8 otel-varhandle 2");
  }

  @Test
  void goesOnWhereItWasStopped(@TempDir Path folder) {
    LabOptions options = options("strings", "{ascii,cjk}-8", "{ashlar,jdk-getbytes}", 1);
    Lab whole = new Lab(options, SEED, new Heard());
    Pieces pieces = Pieces.begin(folder, whole.identity());
    List<Lab> lab = new ArrayList<>();
    Heard stopping =
        new Heard() {
          @Override
          public void caseStarted(String experiment, String theCase) {
            super.caseStarted(experiment, theCase);
            if (theCase.equals("cjk-8")) {
              lab.forEach(Lab::stop);
            }
          }
        };
    lab.add(new Lab(options, SEED, stopping));
    LabRun stopped = lab.getFirst().run(nowhere(), Optional.of(pieces));
    assertThat(stopped.complete()).isFalse();
    assertThat(pieces.count()).isEqualTo(1);
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> Pieces.begin(folder, whole.identity()))
        .withMessageContaining("1 finished cases")
        .withMessageContaining("--resume");

    Heard heard = new Heard();
    Lab second = new Lab(options, SEED, heard);
    Pieces resumed = Pieces.resume(folder, second.identity());
    LabRun run = second.run(nowhere(), Optional.of(resumed));
    assertThat(run.complete()).isTrue();
    assertThat(heard.calls)
        .startsWith("started 2 beside 1", "experiment strings", "taken over ascii-8")
        .contains("case strings cjk-8")
        .doesNotContain("case strings ascii-8");
    assertThat(heard.estimates.getFirst()).isLessThan(stopping.estimates.getFirst());
    LabRun.Experiment experiment = run.experiments().getFirst();
    assertThat(experiment.rows()).hasSize(4);
    assertThat(experiment.comparisons()).hasSize(2);
    assertThat(experiment.skipped()).isEmpty();
    assertThat(experiment.rows().subList(0, 2)).isEqualTo(stopped.experiments().getFirst().rows());
    assertThat(new ObjectMapper().readTree(second.jmhJson())).hasSize(4);
    resumed.delete();
    assertThat(folder).isEmptyDirectory();
  }

  /// A run that is narrower would delete the cases of the stopped one that it does not have.
  @Test
  void goesOnOnlyWithTheSameCasesProfilersAndText(@TempDir Path folder) throws IOException {
    LabOptions whole = of(List.of("calls", "strings"), "*", Optional.of(lines), List.of());
    var _ = Pieces.begin(folder, identity(whole));
    assertThat(
            Pieces.resume(
                    folder,
                    identity(of(List.of("strings", "calls"), "*", Optional.of(lines), List.of())))
                .count())
        .isZero();
    refuses(folder, of(List.of("strings"), "*", Optional.of(lines), List.of()), "experiments was");
    refuses(
        folder,
        of(List.of("strings", "calls"), "*-8", Optional.of(lines), List.of()),
        "--case was '*' and is '*-8'");
    refuses(
        folder,
        of(List.of("strings", "calls"), "*", Optional.of(lines), List.of("gc")),
        "--prof was '' and is 'gc'");
    Files.writeString(lines, "three\n");
    refuses(folder, whole, "content of --text was");
  }

  private static void refuses(Path folder, LabOptions options, String why) {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> Pieces.resume(folder, identity(options)))
        .withMessageContaining(why);
  }

  private static Map<String, String> identity(LabOptions options) {
    return new Lab(options, SEED, new Heard()).identity();
  }

  private static LabOptions of(
      List<String> experiments, String cases, Optional<Path> text, List<String> profilers) {
    return new LabOptions(
        experiments,
        Mode.FULL,
        Optional.of(cases),
        Optional.empty(),
        text,
        OptionalInt.empty(),
        Optional.empty(),
        profilers,
        0);
  }

  /// Nothing that is wrong is timed: it is refuted in another JVM before.
  @Test
  void whatCannotBeProvedIsNotTimed() {
    Heard heard = new Heard();
    LabOptions missing =
        new LabOptions(
            List.of("strings"),
            Mode.QUICK,
            Optional.of("text"),
            Optional.of("ashlar"),
            Optional.of(lines),
            OptionalInt.of(1),
            Optional.empty(),
            List.of(),
            0);
    Lab lab = new Lab(missing, SEED, heard);
    assertThat(lines.toFile().delete()).isTrue();
    LabRun run = lab.run(nowhere(), Optional.empty());
    assertThat(heard.calls).noneMatch(call -> call.startsWith("fork "));
    assertThat(run.experiments().getFirst().failed())
        .singleElement()
        .satisfies(one -> assertThat(one.why()).contains("there is no such file"));
  }

  @Test
  void stoppedBeforeItBeginsItMeasuresNothing() {
    Lab lab = new Lab(options("strings", "ascii-8", "ashlar", 1), SEED, new Heard());
    lab.stop();
    LabRun run = lab.run(nowhere(), Optional.empty());
    assertThat(run.complete()).isFalse();
    assertThat(run.experiments()).isEmpty();
  }

  @Test
  void namesTheExperimentsWhenOneIsUnknown() {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> new Lab(options("stings", "*", "*", 1), SEED, new Heard()))
        .withMessage(
            "no experiment is named 'stings'; there are: strings, zeroing, records, calls, decode,"
                + " first-use, files, access, structures, codecs, widths, engines, lookup,"
                + " send, blobs, protobuf, export, replace, stores")
        .matches(LabException::isWrongUsage);
  }

  @Test
  void saysSoWhenNothingMatches() {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> new Lab(options("strings", "nothing", "*", 1), SEED, new Heard()))
        .withMessageContaining("no case and contender match")
        .matches(LabException::isWrongUsage);
  }

  private static LabOptions options(
      String experiment, String cases, String contenders, int rounds) {
    return new LabOptions(
        List.of(experiment),
        Mode.QUICK,
        Optional.of(cases),
        Optional.of(contenders),
        Optional.empty(),
        OptionalInt.of(rounds),
        Optional.empty(),
        List.of(),
        0);
  }

  private static LabRun run(LabOptions options, Heard heard) {
    return new Lab(options, SEED, heard).run(nowhere(), Optional.empty());
  }

  private static PrintStream nowhere() {
    return new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
  }

  private static class Heard implements LabListener {
    final List<String> calls = new ArrayList<>();
    final List<Duration> estimates = new ArrayList<>();

    @Override
    public void started(
        int cases, int takenOver, Duration estimate, long seed, List<String> warnings) {
      assertThat(estimate).isPositive();
      calls.add("started " + cases + (takenOver == 0 ? "" : " beside " + takenOver));
      estimates.add(estimate);
    }

    @Override
    public void experimentStarted(String name, String title, String question) {
      calls.add("experiment " + name);
    }

    @Override
    public void caseTakenOver(LabRun.Experiment ofOneCase) {
      calls.add("taken over " + ofOneCase.cases().getFirst().name());
    }

    @Override
    public void caseStarted(String experiment, String theCase) {
      calls.add("case %s %s".formatted(experiment, theCase));
    }

    @Override
    public void forkStarted(String experiment, String theCase, String contender, int round) {
      calls.add("fork %s %s %s %d".formatted(experiment, theCase, contender, round));
    }

    @Override
    public void caseFinished(LabRun.Experiment ofOneCase, Duration left) {
      String cases =
          ofOneCase.cases().stream().map(LabRun.Case::name).collect(Collectors.joining());
      calls.add("case done %s %s".formatted(ofOneCase.name(), cases));
    }

    @Override
    public void experimentFinished(LabRun.Experiment experiment) {
      calls.add("experiment done " + experiment.name());
    }
  }
}
