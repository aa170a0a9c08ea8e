package dev.ashlar.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.report.LabRun;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs of the lab with real JVMs.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LabTest {
  @Test
  void measuresAPair() {
    Heard heard = new Heard();
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    LabRun run =
        new Lab(options("strings", "ascii-512", "ashlar"), heard)
            .run(new PrintStream(log, true, UTF_8));

    assertThat(run.complete()).isTrue();
    assertThat(run.mode()).isEqualTo("quick");
    assertThat(run.jdk()).isEqualTo(Runtime.version().toString());
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
          assertThat(row.bytesPerOp()).isNotNegative();
          assertThat(row.forks()).isEqualTo(Mode.QUICK.forks());
          assertThat(row.iterations()).isEqualTo(Mode.QUICK.iterations());
          assertThat(row.flags()).isEmpty();
        });
    // The last shows what the compiler made of it.
    assertThat(heard.calls)
        .containsExactly(
            "started 4",
            "fork strings ascii-512 ashlar",
            "finished",
            "fork strings ascii-512 ashlar",
            "finished",
            "fork strings ascii-512 ashlar",
            "finished",
            "fork strings ascii-512 ashlar",
            "finished",
            "experiment strings");
  }

  @Test
  void passesTheFlagsOfAContenderToItsJvmAndStopsWhenTold() {
    List<Lab> lab = new ArrayList<>();
    Heard heard =
        new Heard() {
          @Override
          public void forkFinished() {
            super.forkFinished();
            lab.forEach(Lab::stop);
          }
        };
    lab.add(new Lab(options("strings", "latin1-8", "otel-varhandle"), heard));
    LabRun run = lab.getFirst().run(new PrintStream(OutputStream.nullOutputStream(), true, UTF_8));

    assertThat(run.complete()).isFalse();
    assertThat(run.experiments()).hasSize(1);
    assertThat(run.experiments().getFirst().rows())
        .singleElement()
        .satisfies(row -> {
          assertThat(row.forks()).isEqualTo(1);
          assertThat(row.flags()).containsExactly("--add-opens=java.base/java.lang=ALL-UNNAMED");
        });
    assertThat(heard.calls)
        .containsExactly("started 3", "fork strings latin1-8 otel-varhandle", "finished");
  }

  @Test
  void stoppedBeforeItBeginsItMeasuresNothing() {
    Lab lab = new Lab(options("strings", "ascii-8", "ashlar"), new Heard());
    lab.stop();
    LabRun run = lab.run(new PrintStream(OutputStream.nullOutputStream(), true, UTF_8));
    assertThat(run.complete()).isFalse();
    assertThat(run.experiments()).isEmpty();
  }

  @Test
  void namesTheExperimentsWhenOneIsUnknown() {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> new Lab(options("stings", "*", "*"), new Heard()))
        .withMessage(
            "no experiment is named 'stings'; there are: strings, zeroing, records, calls, decode,"
                + " first-use, files, access, structures, widths, send, blobs")
        .matches(LabException::isWrongUsage);
  }

  @Test
  void saysSoWhenNothingMatches() {
    assertThatExceptionOfType(LabException.class)
        .isThrownBy(() -> new Lab(options("strings", "nothing", "*"), new Heard()))
        .withMessageContaining("no case and contender match")
        .matches(LabException::isWrongUsage);
  }

  private static LabOptions options(String experiment, String cases, String contenders) {
    return new LabOptions(
        List.of(experiment),
        Mode.QUICK,
        Optional.of(cases),
        Optional.of(contenders),
        Optional.empty());
  }

  private static class Heard implements LabListener {
    final List<String> calls = new ArrayList<>();

    @Override
    public void started(int forks) {
      calls.add("started " + forks);
    }

    @Override
    public void forkStarted(String experiment, String theCase, String contender) {
      calls.add("fork %s %s %s".formatted(experiment, theCase, contender));
    }

    @Override
    public void forkFinished() {
      calls.add("finished");
    }

    @Override
    public void experimentFinished(LabRun.Experiment experiment) {
      calls.add("experiment " + experiment.name());
    }
  }
}
