// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows that are a function of their number.
final class Trades {
  enum Side {
    BUY,
    SELL
  }

  record Leg(int lots, long account) {}

  record Trade(
      long id,
      int venue,
      Side side,
      @Decimal(precision = 18, scale = 2) BigDecimal price,
      LocalDate day,
      Instant at,
      @FixedUtf8(8) String code,
      @OrNull @Nullable Integer quantity,
      @OrNull @Nullable Leg leg) {}

  static final TableType<Trade> TYPE = TableType.of(MethodHandles.lookup(), Trade.class);

  private Trades() {}

  static Trade trade(long id) {
    return new Trade(
        id,
        (int) (id % 7),
        Side.values()[(int) (id % 2)],
        BigDecimal.valueOf(id * 37 % 10_007, 2),
        LocalDate.EPOCH.plusDays(id / 1_000),
        Instant.EPOCH.plusSeconds(id),
        "c" + id % 11,
        id % 5 == 0 ? null : (int) (id % 100),
        id % 3 == 0 ? null : new Leg((int) (id % 13), id));
  }

  /// Writes the trades from `first` to `end`.
  static void write(Path file, long first, long end) throws IOException {
    try (MappedTable<Trade> table = TYPE.columns().create(file, 0)) {
      for (long id = first; id < end; id++) {
        table.append(trade(id));
      }
      table.commit();
    }
  }

  static List<Trade> list(long end) {
    List<Trade> trades = new ArrayList<>();
    for (long id = 0; id < end; id++) {
      trades.add(trade(id));
    }
    return trades;
  }
}
