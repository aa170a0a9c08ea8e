// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.PairedExperimentContract;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.lookup.CustomerTexts.Customers;
import dev.ashlar.lab.lookup.CustomerTexts.TextWorkload;
import dev.ashlar.lab.lookup.KeyIndex.KeyWorkload;
import dev.ashlar.lab.lookup.KeyIndex.Keys;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookupExperimentTest extends PairedExperimentContract {
  /// More than two blocks, and none of them full.
  private static final int ROWS = 10_007;

  LookupExperimentTest() {
    super(new LookupExperiment(ROWS, Long.MAX_VALUE));
  }

  @ParameterizedTest
  @CsvSource({
    "key, ashlar-index jdk-hashmap agrona",
    "bytes-per-key, ashlar-index jdk-hashmap agrona",
    "text, ashlar-columns ashlar-rows jdk-records"
  })
  void quickTimesThePromisedPairs(String theCase, String contenders) {
    assertThat(quickContenders(theCase)).containsExactlyInAnyOrder(contenders.split(" "));
  }

  @ParameterizedTest
  @CsvSource({"ashlar-index, 19, 20", "jdk-hashmap, 64, 90", "agrona, 24, 66"})
  void saysHowManyBytesAKeyTakes(String contender, double least, double most) {
    LookupExperiment many = new LookupExperiment(200_000, Long.MAX_VALUE);
    Workload workload = many.workload(theCase("bytes-per-key"), contender(contender));
    workload.prepare();
    workload.run();
    assertThat(((Observation) workload).observed().score()).isBetween(least, most);
  }

  @Test
  void rowsAreTwentyMillionButByDefault() {
    for (Mode mode : Mode.values()) {
      String count = mode == Mode.DEFAULT ? "500,000" : "20,000,000";
      assertThat(new LookupExperiment(mode).cases())
          .filteredOn(one -> one.name().matches("key|key-missing|text"))
          .allMatch(one -> one.description().contains(count));
    }
  }

  @Test
  void saysWhatAMachineIsTooSmallFor() {
    LookupExperiment many = new LookupExperiment(20_000_000, 2048);
    assertThat(many.unavailable(theCase("key"), contender("jdk-hashmap")))
        .hasValueSatisfying(why -> assertThat(why).contains("20,000,000 rows", "2,048"));
    assertThat(many.unavailable(theCase("key"), contender("ashlar-index"))).isEmpty();
  }

  @Test
  void keysAreDistinct() {
    for (boolean sequential : new boolean[] {false, true}) {
      Keys keys = new Keys(ROWS, sequential);
      assertThat(
              IntStream.range(0, ROWS)
                  .mapToObj(row -> new long[] {keys.key(row), keys.missing(row)})
                  .flatMapToLong(java.util.Arrays::stream)
                  .distinct())
          .hasSize(2 * ROWS);
    }
  }

  @Test
  void namesAreDistinctAndFewRowsHaveEach() {
    assertThat(IntStream.range(0, Customers.COUNT).mapToObj(Customers::name).distinct())
        .hasSize(Customers.COUNT)
        .allMatch(name -> name.length() >= 3 && name.length() <= 30);
    long wanted =
        IntStream.range(0, 1_000_000)
            .filter(row -> Customers.customer(row) == Customers.WANTED)
            .count();
    assertThat(wanted).isBetween(800L, 1150L);
  }

  private static void requireRejected(Workload workload) {
    workload.prepare();
    assertThatExceptionOfType(WrongResultException.class).isThrownBy(workload::verify);
  }

  @Test
  void anIndexOfOtherKeysIsNoProof() {
    Keys keys = new Keys(ROWS, false);
    requireRejected(new KeyWorkload(new KeyIndex.OfTable(new Keys(ROWS, true)), keys, false));
    requireRejected(
        new KeyWorkload(new KeyIndex.OfHashMap(new Keys(ROWS - 1, false)), keys, false));
    requireRejected(new KeyWorkload(new KeyIndex.OfAgrona(new Keys(2 * ROWS, false)), keys, true));
  }

  @Test
  void textsOfOtherRowsAreNoProof() {
    CustomerTexts texts = new CustomerTexts.InRecords(ROWS);
    CustomerTexts shifted =
        new CustomerTexts() {
          @Override
          public String name(int row) {
            return texts.name((row + 1) % ROWS);
          }

          @Override
          public long count(int[] rows, int from, int to) {
            return texts.count(rows, from, to);
          }
        };
    requireRejected(new TextWorkload(shifted, ROWS));
  }
}
