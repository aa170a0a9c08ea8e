package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Garbage;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Reading rows as records leaves nothing for the collector, once it is compiled. In a JVM of its
/// own for each kind of table: it depends on what the JVM has compiled before.
final class TableGarbageTest {
  private static final List<String> KINDS =
      List.of(
          "rows confined",
          "rows mapped",
          "alignedRows automatic",
          "alignedRows heap",
          "columns confined",
          "columns heap");

  static List<String> kinds() {
    return KINDS;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void getInALoopAllocatesNothing(String kind) throws Exception {
    String printed =
        ChildJvm.run(
            "garbage",
            300,
            List.of("--enable-native-access=ALL-UNNAMED", "-Xbatch"),
            Scan.class.getName(),
            kind);
    assertThat(printed).contains("clean");
  }

  record Trade(
      long tradeId,
      long clientId,
      int venueCode,
      int instrumentCode,
      long price,
      long quantity,
      char side) {}

  static final class Scan {
    private static final int ROWS = 100_000;

    private Scan() {}

    /// Compilation takes as long as it takes: goes on until a pass is clean.
    public static void main(String[] arguments) throws IOException {
      Home.Kind kind =
          Home.kinds().stream()
              .filter(each -> each.toString().equals(arguments[0]))
              .findFirst()
              .orElseThrow();
      TableType<Trade> type = TableType.of(MethodHandles.lookup(), Trade.class);
      try (Home home = new Home()) {
        Table<Trade> table = kind.make(home, type, ROWS);
        for (int i = 0; i < ROWS; i++) {
          table.set(i, new Trade(i, i, i, i, i, 2, i % 2 == 0 ? 'B' : 'S'));
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        double least = Double.MAX_VALUE;
        long expected = ROWS / 2;
        while (least >= 0.01 && System.nanoTime() < end) {
          long before = Garbage.allocatedBytes();
          long found = scan(table);
          long allocated = Garbage.allocatedBytes() - before;
          least = Math.min(least, allocated / (double) ROWS);
          if (found != expected * 2) {
            throw new AssertionError(found + " is not " + expected * 2);
          }
        }
        System.out.println(least < 0.01 ? "clean" : least + " bytes a row");
      }
    }

    private static long scan(Table<Trade> table) {
      long bought = 0;
      long sold = 0;
      for (long row = 0; row < table.size(); row++) {
        Trade trade = table.get(row);
        if (trade.side() == 'B') {
          bought += trade.price() * trade.quantity();
        } else {
          sold += trade.price() * trade.quantity();
        }
      }
      return sold - bought;
    }
  }
}
