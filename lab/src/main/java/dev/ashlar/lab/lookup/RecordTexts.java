// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

/// A separate `String` in the record of each row.
final class RecordTexts implements CustomerTexts {
  private record Order(long id, String customer) {}

  private final Order[] orders;
  private final String wanted = Customers.name(Customers.WANTED);

  RecordTexts(int rows) {
    orders = new Order[rows];
    for (int row = 0; row < rows; row++) {
      orders[row] = new Order(row, Customers.name(Customers.customer(row)));
    }
  }

  @Override
  public String name(int row) {
    return orders[row].customer();
  }

  @Override
  public long count(int[] rows, int from, int to) {
    long count = 0;
    for (int i = from; i < to; i++) {
      count += orders[rows[i]].customer().equals(wanted) ? 1 : 0;
    }
    return count;
  }
}
