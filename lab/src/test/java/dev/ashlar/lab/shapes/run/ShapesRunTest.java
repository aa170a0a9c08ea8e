// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.shapes.Shape;
import dev.ashlar.lab.shapes.ShapeKind;
import dev.ashlar.lab.shapes.Side;
import dev.ashlar.lab.shapes.run.ShapeForks.Timed;
import dev.ashlar.results.LabRun;
import dev.ashlar.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShapesRunTest {
  private static final String RUN = "long run() {";

  /// One that sleeps, one whose result is wrong, and in the profile `slow` one as it was drawn.
  @Test
  void aCliffIsFoundAndAWrongResultIsNoFigure() {
    List<Shape> shapes = loopsOverBytes(3);
    Shape slow =
        changed(shapes.get(0), "java.util.concurrent.locks.LockSupport.parkNanos(200_000);");
    Shape wrong = changed(shapes.get(1), "if (size > 0) return 1;");
    List<Shape> others = shapes.subList(2, Slow.times(2, 3));
    List<Shape> measuredShapes =
        Stream.of(List.of(slow, wrong), others).flatMap(List::stream).toList();
    Listener heard = new Listener();
    ShapesRun run = new ShapesRun(options(Optional.empty()), measuredShapes, heard);

    LabRun results = run.run();

    List<ShapeResult> ranked = ShapeRanking.of(run.results(), ShapeKind.LOOPS);
    assertThat(ranked)
        .extracting(ShapeResult::shape)
        .containsExactlyElementsOf(Stream.of(List.of(slow), others).flatMap(List::stream).toList());
    assertThat(ranked.getFirst().isConfirmed()).isTrue();
    assertThat(ranked.getFirst().slowdown(Side.UNSAFE).orElseThrow()).isGreaterThan(3);
    assertThat(ranked.getFirst().row(Side.ASHLAR).orElseThrow().forks()).isEqualTo(1);
    assertThat(ShapeRanking.percentile(ranked, 1))
        .isEqualTo(ranked.getFirst().slowdown(Side.UNSAFE).orElseThrow());
    assertThat(heard.said).startsWith("started").contains("confirming").hasSize(5 + others.size());
    LabRun.Experiment measured = results.experiments().getFirst();
    assertThat(measured.failed())
        .singleElement()
        .satisfies(failed -> {
          assertThat(failed.contender()).isEqualTo("ashlar");
          assertThat(failed.why()).contains("wrong result: ", " as over arrays");
        });
    int sides = run.results().stream().mapToInt(result -> result.shape().sides().size()).sum();
    assertThat(measured.rows()).hasSize(sides - 1);
    assertThat(measured.series())
        .extracting(LabRun.Series::caseName)
        .containsExactly("loops", "calls");
    assertThat(results.conditions().seed()).isEqualTo(7);
  }

  @Test
  void withoutAResultOverArraysNothingIsProved() {
    Outcome measured = new Outcome.Measured(List.of(1.0), 0, false);
    Timed timed = new Timed(measured, Optional.of(3L));
    assertThat(ShapesRun.proved(timed, Optional.of(3L))).isEqualTo(measured);
    assertThat(ShapesRun.proved(timed, Optional.of(4L)))
        .isEqualTo(new Outcome.Failed("wrong result: 3, not 4 as over arrays"));
    assertThat(ShapesRun.proved(timed, Optional.empty())).isInstanceOf(Outcome.Failed.class);
    Timed failed = new Timed(new Outcome.Failed("no memory"), Optional.empty());
    assertThat(ShapesRun.proved(failed, Optional.empty())).isEqualTo(failed.outcome());
  }

  @Test
  void whatAJvmPrints() {
    assertThat(ShapeForks.parse("Picked up JAVA_TOOL_OPTIONS: -Xint\n-5 0.25 true 1.5 2.5"))
        .isEqualTo(
            new Timed(new Outcome.Measured(List.of(1.5, 2.5), 0.25, true), Optional.of(-5L)));
    for (String printed : List.of("", "5", "5 0.25", "no 0 false 1", "5 0 false 1,5")) {
      assertThat(ShapeForks.parse(printed).outcome())
          .as(printed)
          .isInstanceOf(Outcome.Failed.class);
    }
  }

  @Test
  void onlyShapesOfAKindAreDrawn() {
    List<Shape> all = ShapesRun.draw(options(Optional.empty())).toList();
    List<Shape> calls = ShapesRun.draw(options(Optional.of(ShapeKind.CALLS))).toList();
    assertThat(all).hasSize(20).anyMatch(shape -> shape.kind() == ShapeKind.LOOPS);
    assertThat(calls).hasSize(20).allMatch(shape -> shape.kind() == ShapeKind.CALLS);
    assertThat(calls)
        .containsAll(all.stream().filter(shape -> shape.kind() == ShapeKind.CALLS).toList());
    assertThat(
            ShapesRun.draw(
                new ShapesOptions(
                    7, 1, OptionalInt.of(5), Optional.empty(), 1, 1, Optional.empty())))
        .containsExactly(Shape.draw(7, 5));
  }

  private static ShapesOptions options(Optional<ShapeKind> kind) {
    return new ShapesOptions(7, 20, OptionalInt.empty(), kind, 1, 1, Optional.empty());
  }

  private static List<Shape> loopsOverBytes(int count) {
    return IntStream.iterate(0, number -> number + 1)
        .mapToObj(number -> Shape.draw(7, number))
        .filter(shape -> shape.kind() == ShapeKind.LOOPS)
        .filter(shape -> shape.description().startsWith("Bytes, heap,"))
        .filter(shape -> shape.description().endsWith("one loop, int counter"))
        .limit(count)
        .toList();
  }

  /// {@return the shape with a statement in front of what Ashlar does}
  private static Shape changed(Shape shape, String statement) {
    return new Shape(
        shape.seed(),
        shape.number(),
        shape.kind(),
        shape.count(),
        shape.description(),
        shape.source().replaceFirst(Pattern.quote(RUN), RUN + "\n" + statement));
  }

  private static final class Listener implements ShapesListener {
    private final List<String> said = new ArrayList<>();

    @Override
    public void started(String jdk, List<String> warnings) {
      said.add("started");
    }

    @Override
    public void measured(ShapeResult result) {
      said.add("measured " + result.shape().number());
    }

    @Override
    public void confirming() {
      said.add("confirming");
    }
  }
}
