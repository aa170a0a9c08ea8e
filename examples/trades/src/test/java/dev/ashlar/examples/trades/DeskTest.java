// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.trades;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.arrow.DuckDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DeskTest {
  /// The total of the first trades, as Java adds it up.
  private static String total(long trades) {
    long cents =
        LongStream.range(0, trades)
            .mapToObj(Trade::ofNumber)
            .mapToLong(trade -> trade.price() * trade.quantity())
            .sum();
    return "%d trades, %d cents".formatted(trades, cents);
  }

  private static String ofSide(Trade.Side side) {
    List<Trade> trades =
        LongStream.range(0, Exchange.TRADES)
            .mapToObj(Trade::ofNumber)
            .filter(trade -> trade.side() == side)
            .toList();
    long quantity = trades.stream().mapToLong(Trade::quantity).sum();
    return "%s: %d trades of %d".formatted(side, trades.size(), quantity);
  }

  @Test
  void everyCommitIsSeenWholeAndParquetHasAll(@TempDir Path folder) throws Exception {
    List<String> lines = new ArrayList<>();
    Desk.run(folder, lines::add);
    int last = lines.indexOf(total(Exchange.TRADES));
    assertThat(last).isNotNegative();
    long seen = 0;
    for (String line : lines.subList(0, last + 1)) {
      long trades = Long.parseLong(line.substring(0, line.indexOf(' ')));
      assertThat(trades).isGreaterThan(seen);
      assertThat(trades % Exchange.TRADES_PER_COMMIT).isZero();
      assertThat(line).isEqualTo(total(trades));
      seen = trades;
    }
    assertThat(lines.subList(last + 1, lines.size()))
        .hasSize(3)
        .contains(ofSide(Trade.Side.BUY), ofSide(Trade.Side.SELL))
        .anyMatch(line -> line.startsWith("trades.parquet has "));
    try (DuckDb db = DuckDb.open()) {
      String sql = "select count(*), sum(price * quantity) from '" + folder + "/trades.parquet'";
      List<String> row = db.texts(sql).rows().get(0);
      assertThat("%s trades, %s cents".formatted(row.toArray())).isEqualTo(total(Exchange.TRADES));
    }
  }
}
