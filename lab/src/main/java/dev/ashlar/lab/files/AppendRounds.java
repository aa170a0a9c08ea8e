// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import dev.ashlar.lab.files.TradeFile.Kind;
import dev.ashlar.lab.records.Trades;
import java.io.IOException;
import java.nio.file.Path;

/// Appends rows to an empty file with enough room for them, in several commits.
final class AppendRounds extends Rounds {
  static final int COMMITS = 10;

  private final Kind kind;
  private final int rows;

  AppendRounds(Kind kind, int rounds, int rows) {
    super(rounds, rows);
    this.kind = kind;
    this.rows = rows;
  }

  @Override
  long round(Path path) throws IOException {
    long nanos;
    try (TradeFile file = kind.create(path, rows)) {
      long start = System.nanoTime();
      append(file, rows, COMMITS);
      nanos = System.nanoTime() - start;
    }
    try (TradeFile file = kind.open(path)) {
      requireTrades(file, rows, Trades::of);
    }
    return nanos;
  }
}
