// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;

/// Runs one query over all rows of one contender.
final class LineitemWorkload implements Workload {
  private static final int BLOCK = 4096;

  enum Query {
    Q1,
    Q6,
    CHECKSUM
  }

  private final Lineitems items;
  private final Query query;

  LineitemWorkload(Lineitems items, Query query) {
    this.items = items;
    this.query = query;
  }

  /// Compares the result with that of separate code, which reads the records one by one.
  @Override
  public void verify() {
    PricingSummary summary = new PricingSummary();
    long revenue = 0;
    long checksum = 0;
    for (int row = 0; row < Lineitems.ROWS; row++) {
      Lineitem item = Lineitem.of(row);
      checksum += item.checksum();
      if (item.shipDate() <= Lineitem.LAST_SHIPPED) {
        summary.add(
            item.returnFlag(),
            item.lineStatus(),
            item.quantity(),
            item.extendedPrice(),
            item.discount(),
            item.tax());
      }
      boolean in1994 =
          Math.clamp(item.shipDate(), Lineitem.START_OF_1994, Lineitem.START_OF_1995 - 1)
              == item.shipDate();
      if (in1994 && Math.abs(item.discount() - 6) <= 1 && item.quantity() < 24) {
        revenue += item.extendedPrice() * item.discount();
      }
    }
    long expected =
        switch (query) {
          case Q1 -> summary.checksum();
          case Q6 -> revenue;
          case CHECKSUM -> checksum;
        };
    Proof.repeat(() -> Proof.requireEqual(run(), expected, query.toString()));
  }

  @Override
  public long run() {
    PricingSummary summary = new PricingSummary();
    long sum = 0;
    for (int from = 0; from < Lineitems.ROWS; from += BLOCK) {
      int to = from + BLOCK;
      switch (query) {
        case Q1 -> items.pricingSummary(from, to, summary);
        case Q6 -> sum += items.forecastRevenue(from, to);
        case CHECKSUM -> sum += items.checksum(from, to);
      }
    }
    return sum + summary.checksum();
  }
}
