// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

/// An array with an object for each row.
class PojoStore extends Loops.OverObjects {
  PojoStore(int rows) {
    super(rows, new Pojo[rows]);
  }

  @Override
  void fill(int from, int to) {
    for (int row = from; row < to; row++) {
      Pojo trade = new Pojo();
      trade.write(row);
      memory[row] = trade;
    }
  }

  @Override
  final boolean isOfObjects() {
    return true;
  }

  /// A trade as an object.
  @SuppressWarnings("UnusedVariable") // As a class for trades would be.
  static final class Pojo {
    private long tradeId;
    private long clientId;
    private int venueCode;
    private int instrumentCode;
    long price;
    long quantity;
    char side;

    void write(int row) {
      tradeId = Trades.tradeId(row);
      clientId = Trades.clientId(row);
      venueCode = Trades.venueCode(row);
      instrumentCode = Trades.instrumentCode(row);
      price = Trades.price(row);
      quantity = Trades.quantity(row);
      side = Trades.side(row);
    }
  }

  /// Objects that are not in the order in which they are visited, as in a program that has run for
  /// some time.
  ///
  /// The objects are created in order, and the references to them are shuffled. If the objects were
  /// created in random order, the collector would soon copy them into the order of the array: it
  /// follows the references in the array.
  static final class Shuffled extends PojoStore {
    Shuffled(int rows) {
      super(rows);
      Pojo[] inOrder = new Pojo[rows];
      for (int row = 0; row < rows; row++) {
        inOrder[row] = new Pojo();
      }
      int[] places = Trades.allShuffled(rows);
      for (int row = 0; row < rows; row++) {
        memory[row] = inOrder[places[row]];
      }
    }

    /// Writes to the existing objects.
    @Override
    void fill(int from, int to) {
      for (int row = from; row < to; row++) {
        memory[row].write(row);
      }
    }
  }
}
