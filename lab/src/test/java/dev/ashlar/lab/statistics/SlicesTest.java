// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.lab.statistics.Slices.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SlicesTest {
  @Test
  void theScoreIsTheMeanOfTheFastestQuarter() {
    assertThat(Slices.score(plain(10, 40, 20, 30, 50, 60, 70, 80))).isEqualTo(15);
    assertThat(Slices.score(plain(10, 20, 30, 40, 50))).isEqualTo(15);
    assertThat(Slices.score(plain(7))).isEqualTo(7);
    assertThat(Slices.score(List.of())).isNaN();
  }

  /// A JVM that is slow is slow in all of its slices.
  @Test
  void aSlowModeStays() {
    assertThat(Slices.score(plain(20, 21, 22, 23, 40, 45, 46, 50))).isEqualTo(20.5);
  }

  @Test
  void disturbedSlicesDoNotCount() {
    List<Slice> slices = new ArrayList<>(plain(10, 20, 30, 40));
    slices.add(new Slice(1, 10, 0, 0, true));
    assertThat(Slices.score(slices)).isEqualTo(10);
  }

  @Test
  void ifNearlyAllAreDisturbedTheyCount() {
    List<Slice> slices = new ArrayList<>(plain(30));
    for (int i = 0; i < 7; i++) {
      slices.add(new Slice(20, 10, 0, 0, true));
    }
    assertThat(Slices.score(slices)).isEqualTo(20);
  }

  /// One collection in four slices of 10 ms, for 2 ms: 38 ms of 40 are work.
  @Test
  void theShareOfCollectionsIsInTheScore() {
    List<Slice> slices = new ArrayList<>(plain(100, 100, 100));
    slices.add(new Slice(125, 10, 1, 2, false));
    assertThat(Slices.score(slices)).isCloseTo(100 * 40 / 38.0, within(1e-9));
  }

  @Test
  void ifAllSlicesHaveCollectionsTheyAreInTheirTime() {
    List<Slice> slices = List.of(new Slice(100, 10, 1, 2, false), new Slice(110, 10, 1, 2, false));
    assertThat(Slices.score(slices)).isEqualTo(100);
  }

  private static List<Slice> plain(double... scores) {
    return DoubleStream.of(scores).mapToObj(s -> new Slice(s, 10, 0, 0, false)).toList();
  }
}
