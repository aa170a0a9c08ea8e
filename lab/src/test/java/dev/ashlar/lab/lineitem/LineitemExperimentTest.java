// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.lineitem.LineitemWorkload.Query;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineitemExperimentTest extends PairedExperimentContract {
  LineitemExperimentTest() {
    super(new LineitemExperiment());
  }

  /// What the distributions of TPC-H come to.
  @Test
  void theRowsAreThoseOfTheBenchmark() {
    long taken =
        IntStream.range(0, Lineitems.ROWS)
            .mapToObj(Lineitem::of)
            .filter(item -> item.shipDate() <= Lineitem.LAST_SHIPPED)
            .count();
    assertThat(taken / (double) Lineitems.ROWS).isBetween(0.97, 0.999);
    assertThat(IntStream.range(0, Lineitems.ROWS).mapToObj(Lineitem::of))
        .extracting(Lineitem::returnFlag)
        .containsOnly('A', 'N', 'R');
  }

  @Test
  void aRowThatIsLeftOutIsNoProof() {
    Lineitems whole = new ArrayLineitems();
    Lineitems shortened =
        new Lineitems() {
          @Override
          public void pricingSummary(int from, int to, PricingSummary summary) {
            whole.pricingSummary(from + 1, to, summary);
          }

          @Override
          public long forecastRevenue(int from, int to) {
            return whole.forecastRevenue(from + 100, to);
          }

          @Override
          public long checksum(int from, int to) {
            return whole.checksum(from + 1, to);
          }
        };
    for (Query query : Query.values()) {
      assertThatExceptionOfType(WrongResultException.class)
          .isThrownBy(() -> new LineitemWorkload(shortened, query).verify());
    }
  }
}
