// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

import java.util.List;
import java.util.stream.IntStream;

/// A list of records that are created in order.
final class RecordLineitems implements Lineitems {
  private final List<Lineitem> items = IntStream.range(0, ROWS).mapToObj(Lineitem::of).toList();

  @Override
  public void pricingSummary(int from, int to, PricingSummary summary) {
    for (int row = from; row < to; row++) {
      Lineitem item = items.get(row);
      if (item.shipDate() <= Lineitem.LAST_SHIPPED) {
        summary.add(
            item.returnFlag(),
            item.lineStatus(),
            item.quantity(),
            item.extendedPrice(),
            item.discount(),
            item.tax());
      }
    }
  }

  @Override
  public long forecastRevenue(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      Lineitem item = items.get(row);
      int shipped = item.shipDate();
      long discount = item.discount();
      if (shipped >= Lineitem.START_OF_1994
          && shipped < Lineitem.START_OF_1995
          && discount >= 5
          && discount <= 7
          && item.quantity() < 24) {
        sum += item.extendedPrice() * discount;
      }
    }
    return sum;
  }

  @Override
  public long checksum(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum += items.get(row).checksum();
    }
    return sum;
  }
}
