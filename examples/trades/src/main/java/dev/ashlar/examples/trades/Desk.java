// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.trades;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// The process that reads. It refreshes its table to see what was committed since.
public final class Desk {
  /// What was traded.
  record Total(long trades, long cents) {}

  private static final TableType<Total> TOTAL = TableType.of(MethodHandles.lookup(), Total.class);

  private static final String SUM =
      "select count(*) as trades, coalesce(sum(price * quantity), 0)::bigint as cents from trades";

  private static final String BY_SIDE =
      "select side, count(*), sum(quantity) from trades group by side order by side";

  private final MappedTable<Trade> trades;
  private final DuckDb db;
  private final Consumer<String> lines;

  private Desk(MappedTable<Trade> trades, DuckDb db, Consumer<String> lines) {
    this.trades = trades;
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
    Process exchange = Exchange.start(file);
    try {
      awaitFile(file, exchange);
      try (MappedTable<Trade> trades = Trade.TYPE.columns().openReadOnly(file);
          DuckDb db = DuckDb.open()) {
        db.register("trades", trades);
        Desk desk = new Desk(trades, db, lines);
        desk.watch(exchange);
        desk.report(folder.resolve("trades.parquet"));
      }
    } finally {
      exchange.destroy();
    }
  }

  private static void awaitFile(Path file, Process exchange)
      throws IOException, InterruptedException {
    while (!Files.exists(file)) {
      if (!exchange.isAlive() && !Files.exists(file)) {
        throw new IOException("The exchange ended without a file");
      }
      Thread.sleep(20);
    }
  }

  /// Prints totals until all trades are there.
  private void watch(Process exchange) throws IOException, InterruptedException {
    long seen = 0;
    while (seen < Exchange.TRADES) {
      boolean ended = !exchange.isAlive();
      trades.refresh();
      if (trades.size() > seen) {
        Total total = db.query(SUM, TOTAL.columns(), Arena.ofAuto()).get(0);
        lines.accept("%d trades, %d cents".formatted(total.trades, total.cents));
        seen = total.trades;
      } else if (ended) {
        throw new IOException("The exchange ended after %d trades".formatted(seen));
      }
      Thread.sleep(20);
    }
  }

  private void report(Path parquet) throws IOException {
    for (var row : db.texts(BY_SIDE).rows()) {
      lines.accept("%s: %s trades of %s".formatted(row.toArray()));
    }
    db.execute("copy trades to '%s'".formatted(parquet.toString().replace("'", "''")));
    lines.accept("%s has %d bytes".formatted(parquet.getFileName(), Files.size(parquet)));
  }
}
