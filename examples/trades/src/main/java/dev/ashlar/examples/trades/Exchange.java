// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.trades;

import dev.ashlar.table.MappedTable;
import java.io.IOException;
import java.nio.file.Path;

/// The process that appends. What it has committed stays, whenever it is killed.
public final class Exchange {
  static final int TRADES = 50_000;
  static final int TRADES_PER_COMMIT = 500;

  private Exchange() {}

  /// Makes a file and appends all trades.
  ///
  /// @param args the file
  public static void main(String[] args) throws IOException {
    try (MappedTable<Trade> trades =
        Trade.TYPE.columns().withCapacity(TRADES).create(Path.of(args[0]), 0)) {
      for (int id = 0; id < TRADES; id++) {
        trades.append(Trade.ofNumber(id));
        if (trades.size() % TRADES_PER_COMMIT == 0) {
          trades.commit();
        }
      }
    }
  }

  /// Starts the process.
  static Process start(Path file) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Exchange.class.getName(),
            file.toString())
        .inheritIO()
        .start();
  }
}
