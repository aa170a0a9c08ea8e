// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.trades;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// The process that reads. It opens the file again to see what was committed since.
public final class Desk {
  /// What was traded.
  record Total(long trades, long cents) {}

  private static final TableType<Total> TOTAL = TableType.of(MethodHandles.lookup(), Total.class);

  private static final String SUM =
      "select count(*) as trades, coalesce(sum(price * quantity), 0)::bigint as cents from trades";

  private static final String BY_SIDE =
      "select side, count(*), sum(quantity) from trades group by side order by side";

  private final Path file;
  private final DuckDb db;
  private final Consumer<String> lines;

  private Desk(Path file, DuckDb db, Consumer<String> lines) {
    this.file = file;
    this.db = db;
    this.lines = lines;
  }

  /// Runs both processes in a new folder.
  public static void main(String[] args) throws IOException, InterruptedException {
    run(Files.createTempDirectory("trades"), System.out::println);
  }

  /// @param folder gets the files `trades.ashlar` and `trades.parquet`
  /// @param lines gets what is printed
  static void run(Path folder, Consumer<String> lines) throws IOException, InterruptedException {
    Path file = folder.resolve("trades.ashlar");
    try (DuckDb db = DuckDb.open()) {
      Desk desk = new Desk(file, db, lines);
      Process exchange = Exchange.start(file);
      try {
        desk.watch(exchange);
      } finally {
        exchange.destroy();
      }
      desk.report(folder.resolve("trades.parquet"));
    }
  }

  /// Prints totals until all trades are there.
  private void watch(Process exchange) throws IOException, InterruptedException {
    long seen = 0;
    while (seen < Exchange.TRADES) {
      boolean ended = !exchange.isAlive();
      if (Files.exists(file)) {
        Total total = total();
        if (total.trades > seen) {
          lines.accept("%d trades, %d cents".formatted(total.trades, total.cents));
          seen = total.trades;
        }
      }
      if (ended && seen < Exchange.TRADES) {
        throw new IOException("The exchange ended after %d trades".formatted(seen));
      }
      Thread.sleep(20);
    }
  }

  private Total total() throws IOException {
    try (MappedTable<Trade> trades = Trade.TYPE.columns().openReadOnly(file)) {
      db.register("trades", trades);
      Table<Total> result = db.query(SUM, TOTAL.columns(), Arena.ofAuto());
      return result.get(0);
    }
  }

  private void report(Path parquet) throws IOException {
    try (MappedTable<Trade> trades = Trade.TYPE.columns().openReadOnly(file)) {
      db.register("trades", trades);
      for (var row : db.texts(BY_SIDE).rows()) {
        lines.accept("%s: %s trades of %s".formatted(row.toArray()));
      }
      db.execute("copy trades to '%s'".formatted(parquet.toString().replace("'", "''")));
      lines.accept("%s has %d bytes".formatted(parquet.getFileName(), Files.size(parquet)));
    }
  }
}
