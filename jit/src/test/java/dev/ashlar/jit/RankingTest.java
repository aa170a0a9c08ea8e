// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import static dev.ashlar.jit.LogText.call;
import static dev.ashlar.jit.LogText.read;
import static dev.ashlar.jit.LogText.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.jit.Recording.Code;
import dev.ashlar.jit.Recording.Frame;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What leads the list, by counts and by CPU samples.
class RankingTest {
  private static final Frame ELSEWHERE = new Frame("a.C::other()V", 3, 0, Code.COMPILED);
  private static final Frame AT_HOT = new Frame("a.B::root()V", 1, 0, Code.COMPILED);
  private static final Frame IN_MIDDLE = new Frame("a.B::middle()V", 2, 0, Code.COMPILED);
  private static final Frame AT_RARE = new Frame("a.B::root()V", 5, 0, Code.COMPILED);
  private static final Frame IN_LATE = new Frame("a.B::late()V", 2, 0, Code.COMPILED);

  private final Recording recording = new Recording(true);

  /// Two calls that remain: of `middle`, counted 25,000 times, and of `late`, 1,200 times.
  private CompilationLog log() throws IOException {
    String calls =
        call(1, 11, "<inline_fail reason='hot method too big'/>").replace("9000", "25000")
            + call(5, 12, "<inline_fail reason='too big'/>").replace("9000", "1200");
    return read(task(1, 1, "<parse method='10'>\n" + calls + "</parse>\n")).with(recording);
  }

  private void samples(int count, Frame... frames) {
    for (int i = 0; i < count; i++) {
      recording.sample(List.of(frames), false);
    }
  }

  private String first() throws IOException {
    return log().findings().getFirst().callee().orElseThrow().name();
  }

  @Test
  void countsLeadWhereSamplesAreFew() throws IOException {
    samples(1, AT_RARE);
    samples(260, ELSEWHERE);
    assertThat(first()).isEqualTo("middle");
    Finding rare = log().findings().get(1);
    assertThat(rare.samples()).isEqualTo(1);
    assertThat(rare.numbers())
        .extracting(Metric::text)
        .contains("0.4 % of the CPU samples: 1 of 261, 95 % interval 0.1 to 2.1 %");
  }

  /// Without -XX:+DebugNonSafepoints, samples fall on neighboring calls.
  @Test
  void samplesThatAreNotExactAreNotUsed() throws IOException {
    Recording inexact = new Recording(false);
    for (int i = 0; i < 100; i++) {
      inexact.sample(List.of(AT_RARE), false);
    }
    assertThat(log().with(inexact).findings())
        .allMatch(f -> f.sampled().equals(SampleCounts.NONE))
        .first()
        .satisfies(f -> assertThat(f.callee().orElseThrow().name()).isEqualTo("middle"));
  }

  @Test
  void threeOfThreeAreFew() throws IOException {
    samples(3, AT_RARE);
    assertThat(first()).isEqualTo("middle");
  }

  @Test
  void manySamplesLead() throws IOException {
    samples(30, AT_RARE);
    samples(231, ELSEWHERE);
    assertThat(first()).isEqualTo("late");
    assertThat(log().findings().getFirst().sampled().isEnough()).isTrue();
  }

  /// The callee's own time stays when it is inlined.
  @Test
  void samplesInACalleeAreABoundOnly() throws IOException {
    samples(200, IN_LATE, AT_RARE);
    samples(1, AT_RARE);
    samples(20, AT_HOT);
    samples(10, IN_MIDDLE, AT_HOT);
    samples(30, ELSEWHERE);
    assertThat(first()).isEqualTo("middle");
    Finding late = log().findings().get(1);
    assertThat(late.sampled()).isEqualTo(new SampleCounts(201, 200, 2, 261));
    assertThat(late.numbers())
        .extracting(Metric::text)
        .contains("200 of them in the callee, of which inlining saves a part at most");
  }

  /// As of System.nanoTime, whose code has no bytecode.
  @Test
  void samplesAtACallWithoutItsCalleeAreOfOtherCode() throws IOException {
    samples(50, AT_HOT);
    samples(2, IN_MIDDLE, AT_HOT);
    samples(10, AT_RARE);
    samples(10, IN_LATE, AT_RARE);
    samples(189, ELSEWHERE);
    assertThat(first()).isEqualTo("late");
    assertThat(log().findings().get(1).sampled()).isEqualTo(new SampleCounts(52, 2, 10, 261));
  }

  @Test
  void lessThanOnePercentComesLast() throws IOException {
    samples(1, IN_LATE, AT_RARE);
    samples(99, ELSEWHERE);
    assertThat(first()).isEqualTo("middle");
    samples(11, IN_LATE, AT_RARE);
    samples(890, ELSEWHERE);
    assertThat(first()).isEqualTo("late");
  }

  @Test
  void aCallThatCostsAsMuchAsItsCallee() throws IOException {
    samples(20, IN_LATE, AT_RARE);
    samples(20, AT_RARE);
    samples(220, ELSEWHERE);
    assertThat(first()).isEqualTo("late");
    assertThat(log().findings().getFirst().sampled()).isEqualTo(new SampleCounts(40, 20, 40, 260));
  }

  @Test
  void withoutSamplesCountsRank() throws IOException {
    assertThat(first()).isEqualTo("middle");
    assertThat(log().findings()).noneMatch(f -> f.sampled().isEnough());
  }

  /// R: binom.wilson of package binom, rounded to four places.
  @ParameterizedTest
  @CsvSource({
    "0, 10, 0, 0.2775",
    "10, 100, 0.0552, 0.1744",
    "1, 261, 0.0007, 0.0214",
    "5, 5, 0.5655, 1"
  })
  void wilsonsInterval(long count, long all, double low, double high) {
    SampleCounts sampled = new SampleCounts(count, 0, count, all);
    assertThat(sampled.low()).isCloseTo(low, within(0.0001));
    assertThat(sampled.high()).isCloseTo(high, within(0.0001));
  }
}
