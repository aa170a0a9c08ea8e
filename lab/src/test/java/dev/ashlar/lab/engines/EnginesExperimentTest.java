// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.engines.Answer.PricingLine;
import dev.ashlar.lab.engines.LineItem.ScaleFactor;
import dev.ashlar.lab.engines.RawEngine.ArraysEngine;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.WrongResultException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class EnginesExperimentTest extends PairedExperimentContract {
  /// More than two blocks, and none of them full.
  private static final ScaleFactor TINY = new ScaleFactor(0.002, 11_957);

  EnginesExperimentTest() {
    super(new EnginesExperiment(TINY, Long.MAX_VALUE));
  }

  /// All answers are compared with that of [DecimalSums]; this one with what TPC-H's specification
  /// prints for scale factor 1 (clauses 2.4.1.5 and 2.4.6.5).
  @Test
  void theAnswersAreThoseOfTheSpecification() {
    DecimalSums sums = new DecimalSums();
    AtomicInteger rows = new AtomicInteger();
    ScaleFactor.ONE.forEach(item -> {
      sums.add(Query.Q1, item);
      sums.add(Query.Q6, item);
      rows.incrementAndGet();
    });
    assertThat(rows).hasValue(ScaleFactor.ONE.rows());
    assertThat(((Answer.PricingSummary) sums.answer(Query.Q1)).lines())
        .extracting(EnginesExperimentTest::printed)
        .containsExactly(
            "A|F|37734107.00|56586554400.73|53758257134.87|55909065222.83|25.52|38273.13|0.05|1478493",
            "N|F|991417.00|1487504710.38|1413082168.05|1469649223.19|25.52|38284.47|0.05|38854",
            "N|O|74476040.00|111701729697.74|106118230307.61|110367043872.50|25.50|38249.12|0.05|2920374",
            "R|F|37719753.00|56568041380.90|53741292684.60|55889619119.83|25.51|38250.85|0.05|1478870");
    assertThat(sums.answer(Query.Q6))
        .isEqualTo(new Answer.Revenue(new BigDecimal("123141078.2283")));
  }

  private static String printed(PricingLine line) {
    return String.format(
        Locale.ROOT,
        "%s|%s|%.2f|%.2f|%.2f|%.2f|%.2f|%.2f|%.2f|%d",
        line.returnFlag(),
        line.lineStatus(),
        line.sumQuantity(),
        line.sumBasePrice(),
        line.sumDiscountedPrice(),
        line.sumCharge(),
        line.averageQuantity(),
        line.averagePrice(),
        line.averageDiscount(),
        line.count());
  }

  @ParameterizedTest
  @EnumSource(Query.class)
  void aRowThatIsLeftOutIsNoProof(Query query) {
    AtomicInteger next = new AtomicInteger();
    Engine whole = new ArraysEngine(TINY.rows(), 1);
    Engine shortened =
        new Engine() {
          @Override
          public void add(LineItem item) {
            if (next.getAndIncrement() >= 100) {
              whole.add(item);
            }
          }

          @Override
          public Answer answer(Query asked) {
            return whole.answer(asked);
          }
        };
    QueryWorkload workload = new QueryWorkload(shortened, query, TINY, false);
    workload.prepare();
    assertThatExceptionOfType(WrongResultException.class).isThrownBy(workload::verify);
  }

  @Test
  void anAverageOrASumThatDiffersIsNoProof() {
    DecimalSums sums = new DecimalSums();
    TINY.forEach(item -> sums.add(Query.Q1, item));
    PricingLine line = ((Answer.PricingSummary) sums.answer(Query.Q1)).lines().getFirst();
    assertThat(line.agreesWith(with(line, line.averagePrice() * (1 + 1e-15), line.count())))
        .isTrue();
    assertThat(line.agreesWith(with(line, line.averagePrice() * (1 + 1e-9), line.count())))
        .isFalse();
    assertThat(line.agreesWith(with(line, line.averagePrice(), line.count() + 1))).isFalse();
  }

  private static PricingLine with(PricingLine line, double averagePrice, long count) {
    return new PricingLine(
        line.returnFlag(),
        line.lineStatus(),
        line.sumQuantity(),
        line.sumBasePrice(),
        line.sumDiscountedPrice(),
        line.sumCharge(),
        line.averageQuantity(),
        averagePrice,
        line.averageDiscount(),
        count);
  }

  /// A row of the queried columns has 40 bytes; one that is copied is copied whole.
  @ParameterizedTest
  @CsvSource({"duckdb-ashlar, 0, 0", "ashlar-rows, 111, 111", "jdk-arrays, 111, 111"})
  void saysWhatDuckDbCopies(String contender, double least, double most) {
    var workload = workload(theCase("copied"), contender(contender));
    workload.prepare();
    workload.verify();
    var _ = workload.run();
    assertThat(((Observation) workload).observed().score()).isBetween(least, most);
  }

  @Test
  void everyContenderIsInEveryQuery() {
    List<String> everyone =
        experiment().contenders().stream()
            .map(one -> one.name())
            .filter(name -> !name.equals("harness"))
            .toList();
    for (String query : List.of("q1", "q6", "q1-threads", "q6-threads")) {
      assertThat(quickContenders(query)).containsExactlyElementsOf(everyone);
    }
  }

  @Test
  void whatDoesNotFitIsLeftOutWithFigures() {
    EnginesExperiment small = new EnginesExperiment(ScaleFactor.ONE, 2_000);
    assertThat(small.unavailable(theCase("q1"), contender("jdk-records")))
        .hasValueSatisfying(why -> assertThat(why).contains("6,001,215 rows take", "has 2,000"));
    assertThat(small.unavailable(theCase("q1"), contender("ashlar-columns"))).isEmpty();
  }

  @Test
  void theSizeFollowsTheMode() {
    assertThat(new EnginesExperiment(Mode.DEFAULT).operations(theCase("q1"))).isEqualTo(299_814);
    assertThat(new EnginesExperiment(Mode.QUICK).operations(theCase("q1"))).isEqualTo(6_001_215);
  }
}
