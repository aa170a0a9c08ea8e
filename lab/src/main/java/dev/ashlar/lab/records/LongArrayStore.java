// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

/// One `long[]` with six words for each row; the two ints share a word.
class LongArrayStore extends Store {
  /// The bytes of a row.
  static final int BYTES = 48;

  private static final int WORDS = BYTES / Long.BYTES;
  private static final int CLIENT_ID = 1;
  private static final int CODES = 2;
  private static final int PRICE = 3;
  private static final int QUANTITY = 4;
  private static final int SIDE = 5;

  private final long[] words;

  LongArrayStore(int rows) {
    super(rows);
    words = new long[Math.multiplyExact(rows, WORDS)];
  }

  /// {@return the index of the first word of a row}
  int index(int row) {
    return row * WORDS;
  }

  @Override
  void fill(int from, int to) {
    for (int row = from; row < to; row++) {
      int at = index(row);
      words[at] = Trades.tradeId(row);
      words[at + CLIENT_ID] = Trades.clientId(row);
      words[at + CODES] = (long) Trades.venueCode(row) << 32 | Trades.instrumentCode(row);
      words[at + PRICE] = Trades.price(row);
      words[at + QUANTITY] = Trades.quantity(row);
      words[at + SIDE] = Trades.side(row);
    }
  }

  @Override
  void scan(int from, int to) {
    long bought = 0;
    long sold = 0;
    for (int row = from; row < to; row++) {
      int at = index(row);
      long amount = words[at + PRICE] * words[at + QUANTITY];
      if ((char) words[at + SIDE] == Trades.BUY) {
        bought += amount;
      } else {
        sold += amount;
      }
    }
    this.bought += bought;
    this.sold += sold;
  }

  @Override
  long scanOneField(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum += words[index(row) + PRICE];
    }
    return sum;
  }

  @Override
  long random(int[] shuffled, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += words[index(shuffled[i]) + PRICE];
    }
    return sum;
  }

  @Override
  void update(int from, int to) {
    for (int row = from; row < to; row++) {
      words[index(row) + QUANTITY]++;
    }
  }
}
