// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.widths.Quads.FieldQuads;
import dev.ashlar.lab.widths.Quads.Quad;
import dev.ashlar.lab.widths.QuadsWorkload.Pass;
import dev.ashlar.lab.widths.WideCode.Way;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WidthsExperimentTest extends PairedExperimentContract {
  WidthsExperimentTest() {
    super(new WidthsExperiment());
  }

  /// The same fields in the same order, read by reflection.
  @ParameterizedTest
  @CsvSource({"1", "7", "32"})
  void theRecordHasItsFields(int fields) {
    assertThat(WideCode.record(fields).getRecordComponents())
        .hasSize(fields)
        .allSatisfy(component -> assertThat(component.getType()).isEqualTo(long.class))
        .extracting(component -> component.getName())
        .startsWith("f0")
        .endsWith("f" + (fields - 1));
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2", "3"})
  void aLoopThatMissesAFieldIsNoProof(int field) {
    long[] row = {1, 20, 300, 4000};
    row[field] += 50_000;
    assertThat(WideCode.loop(Way.ARRAY_ROWS, 4).sum(row, 0, 1)).isEqualTo(54_321);
  }

  @Test
  void chunksThatAreMixedUpAreNoProof() {
    FieldQuads mixedUp =
        new FieldQuads(1024) {
          @Override
          long at(int chunk, int index) {
            return chunk(chunk ^ 1, 1024)[index];
          }

          @Override
          List<Quads> kin(int rows, int kinds) {
            return List.of();
          }
        };
    assertThat(mixedUp.scan(0, 2)).isEqualTo(Quad.of(1024).value() + Quad.of(1025).value());
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() -> new QuadsWorkload(shortened(), Pass.SCAN, 1).verify());
  }

  /// Has fewer different rows than it should.
  private static Quads shortened() {
    return new FieldQuads(Quads.ROWS) {
      private final long[] values = chunk(0, Quads.ROWS);

      @Override
      long at(int chunk, int index) {
        return values[index & ~1];
      }

      @Override
      List<Quads> kin(int rows, int kinds) {
        return List.of();
      }
    };
  }
}
