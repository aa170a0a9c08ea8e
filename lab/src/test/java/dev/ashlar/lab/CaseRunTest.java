// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation.Figures;
import dev.ashlar.lab.experiment.Observation.Observed;
import dev.ashlar.lab.statistics.StoppingRule;
import dev.ashlar.lab.strings.StringsExperiment;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Omission;
import dev.ashlar.results.LabRun.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class CaseRunTest {
  private static final long SEED = 20_26;

  private final Plan plan =
      Plan.of(
          new StringsExperiment(Optional.empty()),
          new LabOptions(
              List.of(),
              Mode.QUICK,
              Optional.of("ascii-8"),
              Optional.of("{ashlar,protobuf,netty}"),
              Optional.empty(),
              OptionalInt.empty(),
              Optional.empty(),
              List.of(),
              0));

  @Test
  void aRowHasTheMeanOfItsForksAndTheirInterval() {
    CaseRun run = run(SEED, 2);
    run.add(pair("ashlar"), 1, measured(3, 1.0, 2.0));
    run.endRound();
    run.add(pair("ashlar"), 0, measured(5, 3.0, 6.0));
    run.endRound();
    LabRun.Experiment experiment = run.toExperiment();
    assertThat(experiment.rows())
        .singleElement()
        .satisfies(row -> {
          // The forks' means are 1.5 and 4.5; Student's t for one degree of freedom is 12.706.
          assertThat(row.score()).isCloseTo(3, within(1e-9));
          assertThat(row.error()).isCloseTo(12.706 * 1.5, within(0.01));
          assertThat(row.bytesPerOp()).isEqualTo(4);
          assertThat(row.forks()).isEqualTo(2);
          assertThat(row.iterations()).isEqualTo(2);
          assertThat(row.rounds())
              .containsExactly(
                  new LabRun.Round(0, 1, List.of(1.0, 2.0), 3, false),
                  new LabRun.Round(1, 0, List.of(3.0, 6.0), 5, false));
        });
    assertThat(experiment.cases()).extracting(LabRun.Case::name).containsExactly("ascii-8");
    assertThat(experiment.contenders())
        .extracting(LabRun.Contender::name)
        .containsExactly("ashlar");
  }

  @Test
  void keepsWhatAnObservationTold() {
    CaseRun run = run(SEED, 1);
    run.add(
        pair("netty"),
        0,
        new Outcome.Watched(
            new Observed(7, "ms", List.of(new Figures("pauses", "ms", List.of(7.0, 3.0))))));
    LabRun.Experiment experiment = run.toExperiment();
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
    CaseRun run = run(SEED, 3);
    run.add(pair("ashlar"), 0, measured(0, 1.0));
    run.add(pair("protobuf"), 1, new Outcome.Unavailable("not here"));
    run.add(pair("netty"), 2, new Outcome.Failed("wrong result"));
    run.endRound();
    LabRun.Experiment experiment = run.toExperiment();
    assertThat(experiment.skipped())
        .containsExactly(new Omission("ascii-8", "protobuf", "not here"));
    assertThat(experiment.failed())
        .containsExactly(new Omission("ascii-8", "netty", "wrong result"));
    assertThat(run.draw()).containsExactly(pair("ashlar"));
  }

  /// An interrupted run must not pass over in silence what it did not come to.
  @Test
  void listsWhatWasNotReached() {
    CaseRun run = run(SEED, 3);
    run.add(pair("ashlar"), 0, measured(0, 1.0));
    run.add(pair("netty"), 1, new Outcome.Failed("wrong result"));
    Omission notReached =
        new Omission("ascii-8", "protobuf", "the run was interrupted before its turn");
    assertThat(run.toExperiment().skipped()).containsExactly(notReached);
    assertThat(new Progress(plan).toExperiment().skipped()).hasSize(3).contains(notReached);
  }

  @Test
  void aDecidedRivalIsSparedAndAnOpenOneGoesOn() {
    List<List<Pair>> orders = new ArrayList<>();
    CaseRun run = new CaseRun(plan.experiment(), plan.cases().getFirst(), rule(3, 5, 8), SEED);
    double[] noise = {1, 3, 1, 3, 1, 3, 1, 3};
    LabRun.Experiment result =
        run(
            run,
            orders,
            pair ->
                switch (pair.contender().name()) {
                  case "ashlar" -> 10;
                  case "protobuf" -> 20;
                  default -> 7 * noise[run.round()];
                });
    assertThat(orders).hasSize(8);
    assertThat(orders.subList(0, 3)).allMatch(order -> order.size() == 3);
    assertThat(orders.subList(3, 8))
        .allMatch(order -> order.size() == 2 && !order.contains(pair("protobuf")));
    assertThat(result.comparisons())
        .extracting(LabRun.Comparison::rival, LabRun.Comparison::rounds, LabRun.Comparison::verdict)
        .containsExactlyInAnyOrder(
            tuple("protobuf", 3, Verdict.FASTER), tuple("netty", 8, Verdict.UNDECIDED));
  }

  @Test
  void oneRoundGivesNoVerdict() {
    LabRun.Experiment result =
        run(
            new CaseRun(plan.experiment(), plan.cases().getFirst(), rule(1), SEED),
            new ArrayList<>(),
            pair -> pair.contender().name().equals("ashlar") ? 1 : 100);
    assertThat(result.comparisons())
        .hasSize(2)
        .allMatch(one -> one.verdict() == Verdict.UNDECIDED && one.rounds() == 1);
  }

  /// The seed in the results gives the order again, and another seed another one.
  @Test
  void theOrderIsDrawnAnewInEachRound() {
    List<List<Pair>> first = orders(SEED);
    assertThat(first).hasSize(12).isEqualTo(orders(SEED)).isNotEqualTo(orders(SEED + 1));
    assertThat(first.stream().distinct().count()).isGreaterThan(2);
    for (Pair pair : plan.pairs()) {
      assertThat(first.stream().map(List::getFirst)).contains(pair);
    }
  }

  private List<List<Pair>> orders(long seed) {
    List<List<Pair>> orders = new ArrayList<>();
    CaseRun run = new CaseRun(plan.experiment(), plan.cases().getFirst(), rule(12), seed);
    var _ = run(run, orders, _ -> 1);
    return orders;
  }

  private static LabRun.Experiment run(
      CaseRun run, List<List<Pair>> orders, ToDoubleFunction<Pair> score) {
    for (List<Pair> order = run.draw(); !order.isEmpty(); order = run.draw()) {
      orders.add(order);
      for (int position = 0; position < order.size(); position++) {
        Pair pair = order.get(position);
        run.add(pair, position, measured(0, score.applyAsDouble(pair)));
      }
      run.endRound();
    }
    return run.toExperiment();
  }

  private static Outcome.Measured measured(double bytes, Double... scores) {
    List<Double> all = List.of(scores);
    double mean = all.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    return new Outcome.Measured(mean, all, List.of(), bytes, false);
  }

  private CaseRun run(long seed, int rounds) {
    return new CaseRun(plan.experiment(), plan.cases().getFirst(), rule(rounds), seed);
  }

  private static StoppingRule rule(int... looks) {
    return new StoppingRule(looks);
  }

  private Pair pair(String contender) {
    return plan.pairs().stream()
        .filter(pair -> pair.contender().name().equals(contender))
        .findFirst()
        .orElseThrow();
  }
}
