// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.jit.compilation.Trap;
import dev.ashlar.jit.junit.ForkedJvm;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A loop that C2 compiled for one kind of table gets another one.
final class SecondKindTest {
  private static final ForkedJvm JVM =
      inForkedJvm()
          .withFlags("-Xbatch", "--enable-native-access=ALL-UNNAMED")
          .repeatingFor(Duration.ZERO);

  private static final int ROWS = 1_000;
  private static final int WALKS = 20_000;

  private record Pair(int step, long value) {}

  interface PairCursor extends Cursor {
    int step();

    long value();
  }

  private static final TableType<Pair> PAIRS = TableType.of(MethodHandles.lookup(), Pair.class);

  static long result;

  static void nativeRowsAfterHeapColumns() {
    walkBoth(() -> PAIRS.columns().heap(ROWS), () -> PAIRS.rows().allocate(Arena.ofAuto(), ROWS));
  }

  static void heapRowsAfterNativeColumns() {
    walkBoth(
        () -> PAIRS.columns().allocate(Arena.ofAuto(), ROWS), () -> PAIRS.alignedRows().heap(ROWS));
  }

  static void memoryThatOthersMayCloseAfterHeapColumns() {
    walkBoth(
        () -> PAIRS.columns().heap(ROWS), () -> PAIRS.columns().allocate(Arena.ofShared(), ROWS));
  }

  private static void walkBoth(Supplier<Table<Pair>> first, Supplier<Table<Pair>> second) {
    walkOften(first.get());
    walkOften(second.get());
  }

  private static void walkOften(Table<Pair> table) {
    for (int row = 0; row < ROWS; row++) {
      table.set(row, new Pair(1 + (row & 1), row));
    }
    PairCursor cursor = table.cursor(PairCursor.class);
    for (int i = 0; i < WALKS; i++) {
      result += walk(cursor);
    }
  }

  /// The step depends on the data, so that nothing but predicates takes checks out of the loop.
  private static long walk(PairCursor cursor) {
    long sum = 0;
    int row = 0;
    while (row < ROWS) {
      cursor.moveTo(row);
      sum += cursor.value();
      row += cursor.step();
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nativeRowsAfterHeapColumns",
        "heapRowsAfterNativeColumns",
        "memoryThatOthersMayCloseAfterHeapColumns"
      })
  void theLoopHitsNoPredicate(String program) {
    assertThat(predicatesHit(JVM, program)).isEmpty();
  }

  /// Otherwise the test above would show nothing.
  @Test
  void withoutTheWarmupItDoes() {
    assertThat(
            predicatesHit(
                JVM.withFlags("-Ddev.ashlar.profileWarmup=false"), "nativeRowsAfterHeapColumns"))
        .isNotEmpty();
  }

  private static List<Trap> predicatesHit(ForkedJvm jvm, String program) {
    Stream<Trap> traps = jvm.call(SecondKindTest.class, program).log().traps().stream();
    return traps
        .filter(trap -> trap.method().name().equals("walk") && trap.reason().equals("predicate"))
        .toList();
  }
}
