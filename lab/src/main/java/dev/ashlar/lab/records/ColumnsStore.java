package dev.ashlar.lab.records;

import dev.ashlar.table.Column;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A [Table][dev.ashlar.table.Table] of columns, reached by whole columns.
final class ColumnsStore extends AshlarStore {
  private final Column prices;
  private final Column quantities;
  private final Column sides;

  /// @param kind a kind of columns
  ColumnsStore(Kind kind, int rows) {
    super(kind, rows);
    prices = table.column("price");
    quantities = table.column("quantity");
    sides = table.column("side");
  }

  @Override
  void scan(int from, int to) {
    long bought = 0;
    long sold = 0;
    for (int row = from; row < to; row++) {
      long amount = prices.getLong(row) * quantities.getLong(row);
      if (sides.getChar(row) == Trades.BUY) {
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
      sum += prices.getLong(row);
    }
    return sum;
  }

  @Override
  long random(int[] shuffled, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += prices.getLong(shuffled[i]);
    }
    return sum;
  }

  @Override
  void update(int from, int to) {
    for (int row = from; row < to; row++) {
      quantities.setLong(row, quantities.getLong(row) + 1);
    }
  }

  /// Tables that have no columns go through the cursor, those that have through both.
  @Override
  List<Store> kin(int rows) {
    return Stream.concat(
            super.kin(rows).stream(),
            Arrays.stream(Kind.values())
                .filter(Kind::isColumns)
                .map(each -> new ColumnsStore(each, rows)))
        .toList();
  }
}
