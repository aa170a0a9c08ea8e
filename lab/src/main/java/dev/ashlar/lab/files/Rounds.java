// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.files.TradeFile.Kind;
import dev.ashlar.lab.records.Trade;
import dev.ashlar.lab.records.Trades;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/// Repeats the same work on one new file after another. Creating, verifying and deleting the file
/// is not timed.
abstract class Rounds implements Observation {
  private final int rounds;
  private final int rows;
  private final List<Double> nanosPerRow = new ArrayList<>();

  /// @param rows the number of rows by which the time of a round is divided
  Rounds(int rounds, int rows) {
    this.rounds = rounds;
    this.rows = rows;
  }

  /// Creates a file, does the timed work on the file and verifies the result.
  ///
  /// @return the nanoseconds of the work
  abstract long round(Path path) throws IOException;

  /// Runs one round as warm-up.
  @Override
  public final void prepare() {
    roundInNewFolder();
  }

  @Override
  public final long run() {
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      long nanos = roundInNewFolder();
      nanosPerRow.add((double) nanos / rows);
      sum += nanos;
    }
    return sum;
  }

  private long roundInNewFolder() {
    try {
      return ScratchFiles.inFolder(folder -> round(folder.resolve("trades")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void append(TradeFile file, int rows, int commits) throws IOException {
    for (int commit = 1; commit <= commits; commit++) {
      int end = (int) ((long) rows * commit / commits);
      for (int row = file.size(); row < end; row++) {
        file.append(Trades.of(row));
      }
      file.commit();
    }
  }

  static void requireTrades(TradeFile file, int rows, IntFunction<Trade> expected) {
    if (file.size() != rows) {
      throw new WrongResultException("%d rows, not %d".formatted(file.size(), rows));
    }
    for (int row = 0; row < rows; row++) {
      Trade found = file.get(row);
      if (!found.equals(expected.apply(row))) {
        throw new WrongResultException("row %d is %s".formatted(row, found));
      }
    }
  }

  @Override
  public final Observed observed() {
    return Observed.ofMedian("each file", "ns/row", nanosPerRow);
  }

  /// Appends rows to an empty file with enough room for them, in several commits.
  static final class AppendRounds extends Rounds {
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

  /// Changes committed rows in place, and commits. The changed rows are evenly spread over the
  /// file, in random order.
  static final class UpdateRounds extends Rounds {
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
}
