// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static dev.ashlar.jit.junit.JitAssertions.inForkedJvm;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.ashlar.jit.asm.Decoders;
import dev.ashlar.jit.junit.ForkedJvm;
import dev.ashlar.jit.junit.JitRun;
import dev.ashlar.jit.machine.Architecture;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// C2 leaves no call in a loop over the rows of a table of one chunk, whatever kind of table it is.
final class InliningTest {
  /// Compiles what is hot before it goes on, so that a number of calls is enough for C2 however
  /// busy the machine is.
  static final ForkedJvm JVM =
      inForkedJvm()
          .withFlags("-Xbatch", "--enable-native-access=ALL-UNNAMED")
          .printing(Loops.class.getName() + "::readRecords");

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds().stream().filter(kind -> !kind.isInChunks()).toList();
  }

  static List<TableFixture.Kind> someKinds() {
    return Slow.some(2, kinds());
  }

  @ParameterizedTest
  @MethodSource("someKinds")
  void oneKindAlone(TableFixture.Kind kind) {
    JitRun run = JVM.main(Loops.class, kind.name());
    assertInlined(run, "readByCursor", "writeByCursor");
    if (kind.isColumns()) {
      assertInlined(run, "readColumns");
    }
    assertRecordsInlined(run);
  }

  /// Without a disassembler, the judge is the log of all that is called for the table.
  private static void assertRecordsInlined(JitRun run) {
    run.assertThat(Loops.class, "readRecords").hasNoVirtualCall();
    assumeFalse(
        Decoders.installed(Architecture.X86_64).isEmpty()
            && Decoders.installed(Architecture.AARCH64).isEmpty(),
        "no disassembler");
    run.assertThat(Loops.class, "readRecords").loops().hasNoCall().allocatesNothing();
  }

  private static void assertInlined(JitRun run, String... loops) {
    for (String loop : loops) {
      run.assertThat(Loops.class, loop).inlinesAllCalls();
    }
  }

  record Trade(long id, int venue, long price, int quantity, char side) {}

  interface TradeCursor extends Cursor {
    long price();

    int quantity();

    char side();

    void quantity(int value);
  }

  /// Goes over tables of the kinds that its arguments name, one kind after the other.
  static final class Loops {
    private static final int ROWS = 256;
    private static final int PASSES = 5_000;
    private static final TableType<Trade> TRADES =
        TableType.of(MethodHandles.lookup(), Trade.class);

    private Loops() {}

    public static void main(String[] names) throws IOException {
      try (TableFixture fixture = new TableFixture()) {
        for (String name : names) {
          TableFixture.Kind kind = TableFixture.kind(name);
          Table<Trade> table = kind.make(fixture, TRADES, ROWS);
          for (int row = 0; row < ROWS; row++) {
            table.set(row, new Trade(row, 1, row, 2, row % 2 == 0 ? 'B' : 'S'));
          }
          goOverRows(table);
          if (kind.isColumns()) {
            goOverColumns(table.column("price"), table.column("quantity"));
          }
        }
      }
    }

    private static void goOverRows(Table<Trade> table) {
      TradeCursor cursor = table.cursor(TradeCursor.class);
      for (int pass = 0; pass < PASSES; pass++) {
        writeByCursor(cursor, 2);
        require(readByCursor(cursor), ROWS);
        require(readRecords(table), ROWS);
      }
    }

    private static void goOverColumns(Column prices, Column quantities) {
      for (int pass = 0; pass < PASSES; pass++) {
        require(readColumns(prices, quantities), (ROWS - 1) * ROWS);
      }
    }

    private static void require(long actual, long expected) {
      if (actual != expected) {
        throw new AssertionError(actual + " is not " + expected);
      }
    }

    private static long readByCursor(TradeCursor trade) {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        trade.moveTo(row);
        long amount = trade.price() * trade.quantity();
        sum += trade.side() == 'S' ? amount : -amount;
      }
      return sum;
    }

    private static void writeByCursor(TradeCursor trade, int quantity) {
      for (int row = 0; row < ROWS; row++) {
        trade.moveTo(row);
        trade.quantity(quantity);
      }
    }

    private static long readRecords(Table<Trade> table) {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        Trade trade = table.get(row);
        long amount = trade.price() * trade.quantity();
        sum += trade.side() == 'S' ? amount : -amount;
      }
      return sum;
    }

    private static long readColumns(Column prices, Column quantities) {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        sum += prices.getLong(row) * quantities.getInt(row);
      }
      return sum;
    }
  }
}
