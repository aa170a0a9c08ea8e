// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.results.LabRun.Kind;
import dev.ashlar.results.LabRun.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
  /// 0.9524 is the first above 1 / 1.05.
  @ParameterizedTest
  @CsvSource({
    "0.96, 1.04, LEVEL",
    "1.01, 1.05, LEVEL",
    "0.9524, 0.99, LEVEL",
    "0.9524, 1.05, LEVEL",
    "1.01, 1.0501, FASTER",
    "1.0001, 900, FASTER",
    "Infinity, Infinity, FASTER",
    "0.9523, 0.99, SLOWER",
    "0.001, 0.9999, SLOWER",
    "0, 0, SLOWER",
    "0.9523, 1, ABOUT_LEVEL",
    "1, 1.0501, ABOUT_LEVEL",
    "0.8, 1.25, ABOUT_LEVEL",
    "0.7999, 1.25, UNDECIDED",
    "0.8, 1.2501, UNDECIDED",
    "0, Infinity, UNDECIDED",
    "NaN, NaN, UNDECIDED",
  })
  void theIntervalDecides(double low, double high, Verdict verdict) {
    assertThat(Verdict.of(low, high)).isEqualTo(verdict);
  }

  @Test
  void aSwappedRatioHasTheSwappedVerdict() {
    assertThat(Verdict.of(1 / 1.25, 1 / 1.06)).isEqualTo(Verdict.SLOWER);
    assertThat(Verdict.of(1.06, 1.25)).isEqualTo(Verdict.FASTER);
    assertThat(Verdict.of(1 / 1.05, 1 / 1.01)).isEqualTo(Verdict.LEVEL);
  }

  @ParameterizedTest
  @CsvSource({
    "ashlar, ASHLAR",
    "ashlar-unsafe, ASHLAR",
    "ashlarish, LIBRARY",
    "unsafe, UNSAFE",
    "jdk-unsafe, UNSAFE",
    "jdk-getbytes, JDK",
    "netty, LIBRARY",
  })
  void aNameSaysTheKind(String contender, Kind kind) {
    assertThat(Kind.of(contender)).isEqualTo(kind);
  }

  @Test
  void limitsAndLessWorkAreNoRivals() {
    assertThat(Kind.values()).filteredOn(Kind::isRival).containsExactlyElementsOf(Kind.RIVALS);
  }
}
