// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import java.util.Random;

/// The trades that every store has, and the expected sums. The trades depend on the row number, so
/// reading a wrong row changes the sums.
public final class Trades {
  static final char BUY = 'B';
  static final char SELL = 'S';

  /// The maximum number of rows that are read at random. The rows are distinct, and too many for
  /// most caches.
  private static final int SHUFFLED = 1 << 22;

  private static final int SEED = 2012;

  private Trades() {}

  static long tradeId(int row) {
    return row;
  }

  static long clientId(int row) {
    return row & 1023;
  }

  static int venueCode(int row) {
    return 100 + (row & 15);
  }

  static int instrumentCode(int row) {
    return 1000 + (row & 511);
  }

  static long price(int row) {
    return (row * 0x9E37_79B9_7F4A_7C15L) >>> 44;
  }

  static long quantity(int row) {
    return 1 + ((row * 0xD1B5_4A32_D192_ED03L) >>> 50);
  }

  /// {@return [#BUY] for even rows, and [#SELL] for odd rows}
  static char side(int row) {
    return (row & 1) == 0 ? BUY : SELL;
  }

  public static Trade of(int row) {
    return new Trade(
        tradeId(row),
        clientId(row),
        venueCode(row),
        instrumentCode(row),
        price(row),
        quantity(row),
        side(row));
  }

  /// {@return the expected sums of a scan of the first `rows` rows, after `updates` updates}
  static Turnover turnover(int rows, int updates) {
    long bought = 0;
    long sold = 0;
    for (int row = 0; row < rows; row++) {
      long amount = price(row) * (quantity(row) + updates);
      if (side(row) == BUY) {
        bought += amount;
      } else {
        sold += amount;
      }
    }
    return new Turnover(bought, sold);
  }

  static long sumOfPrices(int rows) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += price(row);
    }
    return sum;
  }

  static long sumOfPrices(int[] rows) {
    long sum = 0;
    for (int row : rows) {
      sum += price(row);
    }
    return sum;
  }

  /// {@return the number of rows that are read at random from a store of `rows` rows}
  public static int shuffledCount(int rows) {
    return Math.min(rows, SHUFFLED);
  }

  /// {@return [#shuffledCount] evenly spread rows of a store of `rows` rows, in random order}
  public static int[] shuffled(int rows) {
    return shuffled(rows, shuffledCount(rows));
  }

  /// {@return all rows of a store of `rows` rows, in random order}
  static int[] allShuffled(int rows) {
    return shuffled(rows, rows);
  }

  /// {@return `count` evenly spread rows of a store of `rows` rows, in random order}
  public static int[] shuffled(int rows, int count) {
    int[] shuffled = new int[count];
    for (int i = 0; i < count; i++) {
      shuffled[i] = (int) ((long) i * rows / count);
    }
    // Fisher and Yates.
    Random random = new Random(SEED);
    for (int left = count; left > 1; left--) {
      int other = random.nextInt(left);
      int row = shuffled[other];
      shuffled[other] = shuffled[left - 1];
      shuffled[left - 1] = row;
    }
    return shuffled;
  }

  /// Σ price · quantity, by side.
  record Turnover(long bought, long sold) {}
}
