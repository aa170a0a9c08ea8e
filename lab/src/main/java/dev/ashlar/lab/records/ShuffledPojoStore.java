package dev.ashlar.lab.records;

/// Objects that do not lie in the order in which they are visited, as after some time of life.
final class ShuffledPojoStore extends PojoStore {
  private final int[] places;

  ShuffledPojoStore(int rows) {
    super(rows);
    places = Trades.allShuffled(rows);
  }

  @Override
  int place(int row) {
    return places[row];
  }
}
