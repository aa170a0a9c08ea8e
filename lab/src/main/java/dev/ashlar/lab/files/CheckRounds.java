// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.ashlar.lab.experiment.WrongResultException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// Checks a table's file for damage. Before the timed check, each round verifies that the check
/// finds a flipped bit, if its kind finds damage.
final class CheckRounds extends Rounds {
  private final Check.Kind kind;
  private final int rows;

  CheckRounds(Check.Kind kind, int rounds, int rows) {
    super(rounds, rows);
    this.kind = kind;
    this.rows = rows;
  }

  @Override
  long round(Path path) throws IOException {
    try (TradeFile file = TableTrades.KIND.create(path, rows)) {
      append(file, rows, 1);
    }
    try (Check check = kind.of(path, rows)) {
      flipBit(path);
      require(check, !kind.findsDamage());
      flipBit(path);
      require(check, true);
      long start = System.nanoTime();
      boolean undamaged = check.isUndamaged();
      long nanos = System.nanoTime() - start;
      require(undamaged, true);
      return nanos;
    }
  }

  private static void require(Check check, boolean undamaged) throws IOException {
    require(check.isUndamaged(), undamaged);
  }

  private static void require(boolean found, boolean undamaged) {
    if (found != undamaged) {
      throw new WrongResultException(
          undamaged
              ? "rows that are undamaged are said to be damaged"
              : "a flipped bit is not found");
    }
  }

  /// Flips a bit in the middle of the file, where the rows are.
  private static void flipBit(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, READ, WRITE)) {
      long at = file.size() / 2;
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1)).rewind();
      file.write(one, at);
    }
  }
}
