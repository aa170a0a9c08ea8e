// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.lab.ExperimentContract;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.Observation.Observed;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.files.Check.CheckRounds;
import dev.ashlar.lab.files.TradeFile.TableTrades;
import dev.ashlar.lab.records.Trade;
import dev.ashlar.lab.records.Trades;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FilesExperimentTest extends ExperimentContract {
  /// More than a block, and none that is full at the end.
  private static final int ROWS = 40_001;

  private static final int UPDATES = 101;

  private static final FilesExperiment FILES = new FilesExperiment(ROWS, UPDATES);

  @Override
  protected FilesExperiment experiment() {
    return FILES;
  }

  static Stream<Arguments> pairs() {
    return pairsOf(FILES).filter(pair -> !pair.get()[0].equals("empty"));
  }

  static Stream<TradeFile.Kind> kinds() {
    return Stream.of(TableTrades.KIND, SegmentTrades.KIND);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void eachPairProvesItsWorkAndTellsTheMedian(String theCase, String contender) {
    Observation work = (Observation) workload(theCase(theCase), contender(contender));
    work.prepare();
    work.verify();
    assertThat(work.run()).isPositive();
    Observed observed = work.observed();
    assertThat(observed.unit()).isEqualTo("ns/row");
    var figures = observed.series().getFirst().values();
    assertThat(figures).hasSize(3).contains(observed.score());
    assertThat(figures.stream().filter(figure -> figure < observed.score()).count())
        .isLessThanOrEqualTo(1);
    assertThat(figures.stream().filter(figure -> figure > observed.score()).count())
        .isLessThanOrEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRowThatDiffersIsNoProof(TradeFile.Kind kind, @TempDir Path folder) throws IOException {
    Path path = folder.resolve("trades");
    try (TradeFile file = kind.create(path, 10)) {
      Rounds.append(file, 10, 3);
      file.update(7);
      file.commit();
    }
    try (TradeFile file = kind.open(path)) {
      assertThatThrownBy(() -> Rounds.requireTrades(file, 10, Trades::of))
          .isInstanceOf(WrongResultException.class)
          .hasMessageContaining("row 7");
      assertThatThrownBy(() -> Rounds.requireTrades(file, 9, Trades::of))
          .isInstanceOf(WrongResultException.class);
      Trade updated = file.get(7);
      assertThat(updated.quantity()).isEqualTo(Trades.of(7).quantity() + 1);
      Rounds.requireTrades(file, 10, row -> row == 7 ? updated : Trades.of(row));
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyOpeningUncheckedMissesAFlippedBit(Check.Kind kind, @TempDir Path folder)
      throws IOException {
    assertThat(kind.findsDamage()).isEqualTo(kind != Check.Kind.OPENING_UNCHECKED);
    // Throws if the bit is found by the wrong ones.
    assertThat(new CheckRounds(kind, 1, ROWS).round(folder.resolve("trades"))).isPositive();
  }

  @Test
  void itsFilesAreDeleted() {
    Path[] made = new Path[1];
    Rounds rounds =
        new Rounds(1, 1) {
          @Override
          long round(Path path) throws IOException {
            made[0] = path;
            try (TradeFile file = TableTrades.KIND.create(path, 1)) {
              append(file, 1, 1);
            }
            throw new WrongResultException("on purpose");
          }
        };
    assertThatThrownBy(rounds::prepare).hasMessage("on purpose");
    assertThat(made[0].getParent()).doesNotExist();
  }
}
