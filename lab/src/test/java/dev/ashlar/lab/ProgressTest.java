package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.Observation.Figures;
import dev.ashlar.lab.Observation.Observed;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.strings.StringsExperiment;
import dev.ashlar.report.LabRun;
import dev.ashlar.report.LabRun.Omission;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final Plan plan =
      Plan.of(
          new StringsExperiment(Optional.empty()),
          new LabOptions(
              List.of(),
              Mode.QUICK,
              Optional.of("ascii-8"),
              Optional.of("{ashlar,protobuf,netty}"),
              Optional.empty()));
  private final Progress progress = new Progress(plan);

  @Test
  void gathersWhatTheJvmsOfAPairMeasured() {
    progress.add(pair("ashlar"), new Outcome.Measured(List.of(1.0, 2.0), 3));
    progress.add(pair("ashlar"), new Outcome.Measured(List.of(3.0, 6.0), 5));
    LabRun.Experiment experiment = progress.toExperiment();
    assertThat(experiment.rows())
        .singleElement()
        .satisfies(row -> {
          assertThat(row.score()).isCloseTo(3, within(1e-9));
          // Forks are 1.5 and 4.5: Student's t for two samples at 95 %, times the standard error.
          assertThat(row.error()).isCloseTo(12.706 * 1.5, within(0.01));
          assertThat(row.rounds())
              .extracting(LabRun.Round::iterations)
              .containsExactly(List.of(1.0, 2.0), List.of(3.0, 6.0));
          assertThat(row.bytesPerOp()).isEqualTo(4);
          assertThat(row.forks()).isEqualTo(2);
          assertThat(row.iterations()).isEqualTo(2);
        });
    assertThat(experiment.cases()).extracting(LabRun.Case::name).containsExactly("ascii-8");
    assertThat(experiment.contenders())
        .extracting(LabRun.Contender::name)
        .containsExactly("ashlar");
  }

  @Test
  void comparesWithinRounds() {
    for (double machine : new double[] {1, 5, 2}) {
      progress.add(pair("ashlar"), new Outcome.Measured(List.of(machine), 0));
      progress.add(pair("netty"), new Outcome.Measured(List.of(2 * machine), 0));
    }

    assertThat(progress.toExperiment().comparisons())
        .singleElement()
        .satisfies(comparison -> {
          assertThat(comparison.contender()).isEqualTo("ashlar");
          assertThat(comparison.rival()).isEqualTo("netty");
          assertThat(comparison.ratio()).isCloseTo(2, within(1e-9));
          assertThat(comparison.rounds()).isEqualTo(3);
          assertThat(comparison.verdict()).isEqualTo(LabRun.Verdict.FASTER);
        });
  }

  @Test
  void keepsWhatAnObservationTold() {
    progress.add(
        pair("netty"),
        new Outcome.Watched(
            new Observed(7, "ms", List.of(new Figures("pauses", "ms", List.of(7.0, 3.0))))));
    LabRun.Experiment experiment = progress.toExperiment();
    assertThat(experiment.rows())
        .singleElement()
        .satisfies(row -> {
          assertThat(row.score()).isEqualTo(7);
          assertThat(row.unit()).isEqualTo("ms");
          assertThat(row.forks()).isEqualTo(1);
        });
    assertThat(experiment.series())
        .containsExactly(new LabRun.Series("ascii-8", "netty", "pauses", "ms", List.of(7.0, 3.0)));
  }

  @Test
  void tellsWhatCouldNotRunFromWhatWentWrong() {
    progress.add(pair("ashlar"), new Outcome.Measured(List.of(1.0), 0));
    progress.add(pair("protobuf"), new Outcome.Unavailable("not here"));
    progress.add(pair("netty"), new Outcome.Failed("wrong result"));
    LabRun.Experiment experiment = progress.toExperiment();
    assertThat(experiment.skipped())
        .containsExactly(new Omission("ascii-8", "protobuf", "not here"));
    assertThat(experiment.failed())
        .containsExactly(new Omission("ascii-8", "netty", "wrong result"));
    assertThat(progress.isOut(pair("ashlar"))).isFalse();
    assertThat(progress.isOut(pair("protobuf"))).isTrue();
    assertThat(progress.isOut(pair("netty"))).isTrue();
  }

  /// An interrupted run must not pass over in silence what it did not come to.
  @Test
  void listsWhatWasNotReached() {
    progress.add(pair("ashlar"), new Outcome.Measured(List.of(1.0), 0));
    progress.add(pair("netty"), new Outcome.Failed("wrong result"));
    assertThat(progress.toExperiment().skipped())
        .containsExactly(
            new Omission("ascii-8", "protobuf", "the run was interrupted before its turn"));
  }

  private Pair pair(String contender) {
    return plan.pairs().stream()
        .filter(pair -> pair.contender().name().equals(contender))
        .findFirst()
        .orElseThrow();
  }
}
