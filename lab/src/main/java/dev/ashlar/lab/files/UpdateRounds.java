// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import dev.ashlar.lab.files.TradeFile.Kind;
import dev.ashlar.lab.records.Trade;
import dev.ashlar.lab.records.Trades;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;

/// Changes committed rows in place, and commits. The changed rows are evenly spread over the file,
/// in random order.
final class UpdateRounds extends Rounds {
  private final Kind kind;
  private final int rows;
  private final int[] updated;
  private final BitSet isUpdated = new BitSet();

  UpdateRounds(Kind kind, int rounds, int rows, int updates) {
    super(rounds, updates);
    this.kind = kind;
    this.rows = rows;
    this.updated = Trades.shuffled(rows, updates);
    for (int row : updated) {
      isUpdated.set(row);
    }
  }

  @Override
  long round(Path path) throws IOException {
    long nanos;
    try (TradeFile file = kind.create(path, rows)) {
      append(file, rows, 1);
      long start = System.nanoTime();
      for (int row : updated) {
        file.update(row);
      }
      file.commit();
      nanos = System.nanoTime() - start;
    }
    try (TradeFile file = kind.open(path)) {
      requireTrades(file, rows, this::expected);
    }
    return nanos;
  }

  private Trade expected(int row) {
    Trade made = Trades.of(row);
    return isUpdated.get(row)
        ? new Trade(
            made.tradeId(),
            made.clientId(),
            made.venueCode(),
            made.instrumentCode(),
            made.price(),
            made.quantity() + 1,
            made.side())
        : made;
  }
}
