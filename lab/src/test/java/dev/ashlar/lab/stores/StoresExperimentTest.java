// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.lab.ExperimentContract;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.Observation.Observed;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.stores.SqlStore.Dialect;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(240)
class StoresExperimentTest extends ExperimentContract {
  /// More than a commit, and no whole number of them.
  private static final int ROWS = 12_345;

  private static final StoresExperiment STORES = new StoresExperiment(ROWS, Long.MAX_VALUE);

  @Override
  protected StoresExperiment experiment() {
    return STORES;
  }

  /// RocksDB's native library is there for one system only.
  @Override
  protected boolean mayBeMissing(Case theCase, Contender contender) {
    return contender.name().equals("rocksdb");
  }

  static Stream<Arguments> pairs() {
    return pairsOf(STORES).filter(pair -> !pair.get()[0].equals("empty"));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void eachPairProvesItsAnswersAndHasAFigure(String theCase, String contender) {
    Observation work = (Observation) workload(theCase(theCase), contender(contender));
    work.prepare();
    work.run();
    work.verify();
    Observed observed = work.observed();
    assertThat(observed.score()).isPositive();
    assertThat(observed.unit())
        .isEqualTo(
            switch (theCase) {
              case "size" -> "B";
              case "reopen" -> "ms";
              default -> "ns/row";
            });
    assertThat(observed.series().getFirst().values()).contains(observed.score());
  }

  static Stream<TripStore.Kind> kinds() {
    return Stream.of(
        TableStore.of(TableStore.TRIPS.columns()),
        ListStore::new,
        SqlStore.of(Dialect.SQLITE),
        SqlStore.of(Dialect.H2),
        SqlStore.of(Dialect.DUCKDB));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aTripThatDiffersIsNoProof(TripStore.Kind kind, @TempDir Path folder) throws Exception {
    Trips trips = new Trips(100);
    assertThat(Question.load(kind, trips, folder)).isPositive();
    try (TripStore store = kind.open(folder)) {
      trips.prove(store);
      for (int row = 0; row < trips.rows(); row++) {
        store.setTip(Trips.id(row), -1);
      }
      store.commit();
      assertThatThrownBy(() -> trips.prove(store))
          .isInstanceOf(WrongResultException.class)
          .hasMessageContaining("tip=-1");
      assertThatThrownBy(() -> new Trips(101).prove(store))
          .isInstanceOf(WrongResultException.class);
    }
  }

  @Test
  void keysAreUnique() {
    Set<Long> ids = new HashSet<>();
    Set<String> codes = new HashSet<>();
    for (int row = 0; row < 100_000; row++) {
      assertThat(ids.add(Trips.id(row))).isTrue();
      assertThat(codes.add(Trips.code(row))).isTrue();
    }
  }

  @Test
  void theDefaultRunDoesWithout() {
    assertThat(STORES.isInDefaultRun()).isFalse();
    assertThat(
            STORES.cases().stream()
                .filter(one -> STORES.isTimed(Mode.DEFAULT, one, contender("sqlite")))
                .map(Case::name))
        .containsExactlyElementsOf(
            Stream.of(Question.values())
                .map(one -> one.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList());
  }
}
