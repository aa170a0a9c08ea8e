// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.lab.shapes.Shape;
import dev.ashlar.lab.shapes.ShapeKind;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShapeRankingTest {
  private static final Shape SHAPE = new Shape(1, 0, ShapeKind.LOOPS, 1, "", "");

  @Test
  void theSlowestAreFirstAndThoseWithoutARatioAreLeftOut() {
    List<ShapeResult> results =
        List.of(result(0, 1.1, false), result(1, 3, false), result(2, Double.NaN, false));
    assertThat(numbers(ShapeRanking.of(results, ShapeKind.LOOPS))).containsExactly(1, 0);
    assertThat(ShapeRanking.of(results, ShapeKind.CALLS)).isEmpty();
  }

  /// Nearest rank, by hand: of 1 to 20 the 50th percentile is 10, the 95th is 19.
  @Test
  void percentiles() {
    List<ShapeResult> ranked =
        ShapeRanking.of(
            IntStream.rangeClosed(1, 20).mapToObj(n -> result(n, n, true)).toList(),
            ShapeKind.LOOPS);
    assertThat(ShapeRanking.percentile(ranked, 0.5)).isEqualTo(10);
    assertThat(ShapeRanking.percentile(ranked, 0.95)).isEqualTo(19);
    assertThat(ShapeRanking.percentile(ranked, 1)).isEqualTo(20);
    assertThat(ShapeRanking.percentile(ranked.subList(0, 1), 0.5)).isEqualTo(20);
    assertThat(ShapeRanking.percentile(List.of(), 0.5)).isNaN();
  }

  /// A shape that was slow by accident gives way to the next, until all that are reported hold.
  @Test
  void theSlowestAreConfirmedUntilTheyStay() {
    List<ShapeResult> results =
        new ArrayList<>(IntStream.range(0, 10).mapToObj(n -> result(n, n + 1, false)).toList());
    List<Integer> confirmed = new ArrayList<>();
    for (var next = ShapeRanking.unconfirmed(results, 3);
        next.isPresent();
        next = ShapeRanking.unconfirmed(results, 3)) {
      int number = next.get().shape().number();
      confirmed.add(number);
      results.set(number, result(number, number == 9 ? 1 : number + 1, true));
    }
    assertThat(confirmed).containsExactly(9, 8, 7, 6);
  }

  /// Of a hundred shapes five are beyond the 95th percentile, and the sixth is the percentile.
  @Test
  void theTailIsConfirmedToo() {
    List<ShapeResult> results =
        new ArrayList<>(IntStream.range(0, 100).mapToObj(n -> result(n, n + 1, n > 94)).toList());
    assertThat(ShapeRanking.unconfirmed(results, 1).orElseThrow().shape().number()).isEqualTo(94);
    results.set(94, result(94, 95, true));
    assertThat(ShapeRanking.unconfirmed(results, 1)).isEmpty();
  }

  /// One fork in three takes four times as long.
  @Test
  void theSlowestForkIsComparedWithTheMedian() {
    List<LabRun.Round> rounds =
        Stream.of(2.0, 8.0, 1.0)
            .map(score -> new LabRun.Round(0, 0, List.of(score), 0, false))
            .toList();
    LabRun.Row row = new LabRun.Row("", "ashlar", 3, 0, "ns/op", 0, 3, 1, List.of(), rounds);
    assertThat(new ShapeResult(SHAPE, experiment(List.of(row), List.of()), true).spread())
        .isEqualTo(4);
    assertThat(new ShapeResult(SHAPE, experiment(List.of(), List.of()), true).spread()).isNaN();
  }

  private static List<Integer> numbers(List<ShapeResult> results) {
    return results.stream().map(result -> result.shape().number()).toList();
  }

  /// @param slowdown NaN for none
  private static ShapeResult result(int number, double slowdown, boolean isConfirmed) {
    Shape shape = new Shape(1, number, ShapeKind.LOOPS, 1, "", "");
    List<LabRun.Comparison> comparisons =
        Double.isNaN(slowdown)
            ? List.of()
            : List.of(
                new LabRun.Comparison(
                    "",
                    "ashlar",
                    "unsafe",
                    1 / slowdown,
                    Double.NaN,
                    Double.NaN,
                    LabRun.CONFIDENCE,
                    1,
                    LabRun.Verdict.UNDECIDED));
    return new ShapeResult(shape, experiment(List.of(), comparisons), isConfirmed);
  }

  private static LabRun.Experiment experiment(
      List<LabRun.Row> rows, List<LabRun.Comparison> comparisons) {
    return new LabRun.Experiment(
        "shapes", "", "", 0, List.of(), List.of(), rows, comparisons, List.of(), List.of());
  }
}
