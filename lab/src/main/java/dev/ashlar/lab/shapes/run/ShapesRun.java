// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import dev.ashlar.lab.CaseRun;
import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.MeasuredFlags;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.machine.BusyMachine;
import dev.ashlar.lab.machine.Machine;
import dev.ashlar.lab.machine.MeasuredJdk;
import dev.ashlar.lab.shapes.Shape;
import dev.ashlar.lab.shapes.ShapeKind;
import dev.ashlar.lab.shapes.Side;
import dev.ashlar.lab.shapes.run.ShapeForks.Timed;
import dev.ashlar.lab.statistics.StoppingRule;
import dev.ashlar.results.LabRun;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Generates shapes and measures them.
///
/// First, each shape has one round, with one JVM for each side. Then a confirmation measures the
/// slowest shapes again, with more rounds. These rounds replace the first one, because noise alone
/// can make a shape one of the slowest. Confirmations continue until the reported shapes, and all
/// shapes from the 95th percentile on, are confirmed.
public final class ShapesRun {
  private final ShapesOptions options;
  private final List<Shape> shapes;
  private final ShapesListener listener;
  private final MeasuredJdk jdk;
  private final Map<Integer, ShapeResult> results = new LinkedHashMap<>();

  /// Generates the shapes.
  ///
  /// @throws LabException if the options name something that does not exist
  public ShapesRun(ShapesOptions options, ShapesListener listener) {
    this(options, draw(options).toList(), listener);
  }

  ShapesRun(ShapesOptions options, List<Shape> shapes, ShapesListener listener) {
    this.options = options;
    this.shapes = List.copyOf(shapes);
    this.listener = listener;
    this.jdk = MeasuredJdk.of(options.jdk());
  }

  /// {@return the shapes that the options select}
  public static Stream<Shape> draw(ShapesOptions options) {
    if (options.only().isPresent()) {
      return Stream.of(Shape.draw(options.seed(), options.only().getAsInt()));
    }
    return Stream.iterate(0, number -> number + 1)
        .map(number -> Shape.draw(options.seed(), number))
        .filter(shape -> options.kind().isEmpty() || options.kind().get() == shape.kind())
        .limit(options.count());
  }

  /// Measures all shapes.
  ///
  /// @return the results, with each shape as a case
  public LabRun run() {
    String started =
        OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS).toString();
    double load = Machine.load();
    List<String> warnings = BusyMachine.warnings();
    listener.started(jdk.version(), warnings);
    long start = System.nanoTime();
    try (ShapeForks forks = new ShapeForks(jdk)) {
      for (Shape shape : shapes) {
        forks.compile(shape);
        measure(shape, forks, options.only().isPresent());
      }
      if (options.only().isEmpty()) {
        listener.confirming();
        for (Optional<ShapeResult> next = unconfirmed(); next.isPresent(); next = unconfirmed()) {
          measure(next.get().shape(), forks, true);
        }
      }
    }
    return Machine.describe(
        Mode.DEFAULT,
        jdk,
        Stream.concat(
                MeasuredFlags.COMMON.stream(), JvmFlags.ofEnvironment(System.getenv()).stream())
            .toList(),
        started,
        true,
        new LabRun.Conditions(
            Machine.governor(),
            Machine.turbo(),
            load,
            Machine.load(),
            Double.NaN,
            List.of(),
            options.seed(),
            warnings),
        List.of(experiment((System.nanoTime() - start) / 1e9)));
  }

  /// {@return the measurements, in the order of the shapes}
  public List<ShapeResult> results() {
    return List.copyOf(results.values());
  }

  private Optional<ShapeResult> unconfirmed() {
    return ShapeRanking.unconfirmed(results.values(), options.worst());
  }

  private void measure(Shape shape, ShapeForks forks, boolean isConfirmation) {
    CaseRun run =
        new CaseRun(
            new ShapesExperiment(List.of(shape)),
            ShapesExperiment.plan(shape),
            new StoppingRule(isConfirmation ? options.rounds() : 1),
            options.seed());
    for (List<Pair> order = run.draw(); !order.isEmpty(); order = run.draw()) {
      List<Timed> round =
          order.stream().map(pair -> forks.measure(shape, pair.contender().name())).toList();
      int judge = order.indexOf(ShapesExperiment.pair(shape, Side.ARRAYS));
      Optional<Long> expected = judge < 0 ? Optional.empty() : round.get(judge).sum();
      for (int position = 0; position < order.size(); position++) {
        run.add(order.get(position), position, proved(round.get(position), expected));
      }
      run.endRound();
    }
    ShapeResult result = new ShapeResult(shape, run.toExperiment(), isConfirmation);
    results.put(shape.number(), result);
    listener.measured(result);
  }

  /// Compares the sum of a side with the sum over arrays. A side with another sum has failed.
  ///
  /// @param expected the sum over arrays; empty if the arrays failed
  static Outcome proved(Timed timed, Optional<Long> expected) {
    if (timed.sum().isEmpty() || timed.sum().equals(expected)) {
      return timed.outcome();
    }
    return new Outcome.Failed(
        expected
            .map(sum -> "wrong result: %d, not %d as over arrays".formatted(timed.sum().get(), sum))
            .orElse("over arrays there is no result that this one could be proved by"));
  }

  private LabRun.Experiment experiment(double seconds) {
    ShapesExperiment all = new ShapesExperiment(shapes);
    List<LabRun.Experiment> ofOne = results.values().stream().map(ShapeResult::measured).toList();
    return new LabRun.Experiment(
        all.name(),
        all.title(),
        all.question(),
        seconds,
        ofOne.stream().flatMap(one -> one.cases().stream()).toList(),
        Arrays.stream(Side.values()).map(ShapesExperiment::contender).toList(),
        ofOne.stream().flatMap(one -> one.rows().stream()).toList(),
        ofOne.stream().flatMap(one -> one.comparisons().stream()).toList(),
        ofOne.stream().flatMap(one -> one.skipped().stream()).toList(),
        ofOne.stream().flatMap(one -> one.failed().stream()).toList(),
        Arrays.stream(ShapeKind.values()).map(this::percentiles).toList(),
        List.of());
  }

  /// {@return the median, the 95th percentile and the maximum of the slowdowns}
  private LabRun.Series percentiles(ShapeKind kind) {
    List<ShapeResult> ranked = ShapeRanking.of(results.values(), kind);
    List<Double> values = new ArrayList<>();
    for (double part : new double[] {0.5, ShapeRanking.HIGH, 1}) {
      values.add(ShapeRanking.percentile(ranked, part));
    }
    return new LabRun.Series(
        kind.toString(),
        Side.ASHLAR.toString(),
        "ashlar / unsafe: 50th and 95th percentile, worst",
        "ratio",
        values);
  }
}
