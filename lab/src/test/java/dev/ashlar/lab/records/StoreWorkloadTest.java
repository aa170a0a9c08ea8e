// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.records.AshlarStore.Kind;
import dev.ashlar.lab.records.StoreWorkload.Pass;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The proof that precedes the timing can fail.
class StoreWorkloadTest {
  private static final int ROWS = 10_000;

  @ParameterizedTest
  @EnumSource(Pass.class)
  void believesAnHonestStore(Pass pass) {
    assertThatCode(() -> prove(new StoreWorkload(new LongArrayStore(ROWS), pass, true)))
        .doesNotThrowAnyException();
  }

  /// The proof that follows the timing is of the rows as the passes left them.
  @ParameterizedTest
  @EnumSource(Pass.class)
  void believesAnHonestStoreAfterTheTiming(Pass pass) {
    StoreWorkload workload = new StoreWorkload(new LongArrayStore(ROWS), pass, false);
    workload.prepare();
    for (int call = 0; call < 3; call++) {
      var _ = workload.run();
    }
    assertThatCode(workload::verify).doesNotThrowAnyException();
  }

  private static void prove(StoreWorkload workload) {
    workload.prepare();
    workload.verify();
  }

  /// The mistake that a reader found in 2012: rows overlap, and reading them is cheap.
  @ParameterizedTest
  @EnumSource(Pass.class)
  void findsARowThatIsNotMultipliedByItsLength(Pass pass) {
    reject(
        pass,
        new LongArrayStore(ROWS) {
          @Override
          int index(int row) {
            return row;
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Pass.class)
  void findsARowThatWasNotWritten(Pass pass) {
    reject(
        pass,
        new LongArrayStore(ROWS) {
          @Override
          void fill(int from, int to) {
            super.fill(from, to - 1);
          }
        });
  }

  @Test
  void findsAScanThatReadsARowTwice() {
    reject(
        Pass.SCAN,
        new LongArrayStore(ROWS) {
          @Override
          void scan(int from, int to) {
            super.scan(from, to - 1);
            super.scan(from, from + 1);
          }
        });
  }

  @Test
  void findsAnUpdateThatIsLeftOut() {
    reject(
        Pass.UPDATE,
        new LongArrayStore(ROWS) {
          @Override
          void update(int from, int to) {}
        });
  }

  /// The same store without an update would look filled if it were not filled again.
  @Test
  void findsAFillThatHappensOnce() {
    reject(
        Pass.FILL,
        new LongArrayStore(ROWS) {
          private int fills;

          @Override
          void fill(int from, int to) {
            fills += to - from;
            if (fills <= ROWS) {
              super.fill(from, to);
            }
          }
        });
  }

  @Test
  void findsOneFieldOfOneRow() {
    reject(
        Pass.SCAN_ONE_FIELD,
        new LongArrayStore(ROWS) {
          @Override
          long scanOneField(int from, int to) {
            return super.scanOneField(from, to) + (from == 0 ? 1 : 0);
          }
        });
    reject(
        Pass.RANDOM,
        new LongArrayStore(ROWS) {
          @Override
          long random(int[] shuffled, int from, int to) {
            return super.random(shuffled, from, to - 1);
          }
        });
  }

  /// Sums over all rows do not tell them apart.
  @Test
  void rowsOfShuffledObjectsAreWhereTheirNumbersSay() {
    PojoStore.Shuffled store = new PojoStore.Shuffled(ROWS);
    store.fill();
    for (int row = 0; row < ROWS; row++) {
      assertThat(store.random(new int[] {row}, 0, 1)).isEqualTo(Trades.price(row));
    }
  }

  /// What pollutes a loop has to be everything that the loop can meet.
  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyKindOfTableIsKin(Kind kind) {
    Store store = AshlarStore.of(kind, 1);
    List<Store> kin = store.kin(1);
    assertThat(kin.stream().filter(each -> each.getClass() == AshlarStore.class))
        .hasSize(Kind.values().length);
    assertThat(kin.stream().filter(each -> each.getClass() == AshlarStore.Columns.class))
        .hasSize(kind.isColumns() ? 3 : 0);
    kin.forEach(Store::close);
    store.close();
  }

  @Test
  void shuffledRowsAreAllRowsInNoOrder() {
    int[] rows = Trades.shuffled(ROWS);
    assertThat(IntStream.range(1, ROWS).filter(i -> rows[i] == rows[i - 1] + 1).count())
        .isLessThan(20);
    Arrays.sort(rows);
    assertThat(rows).isEqualTo(IntStream.range(0, ROWS).toArray());
  }

  private static void reject(Pass pass, Store store) {
    assertThatExceptionOfType(WrongResultException.class)
        .isThrownBy(() -> prove(new StoreWorkload(store, pass, false)));
  }
}
