// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import java.util.ArrayList;
import java.util.List;

/// A list of records with numbers in place of decimals and dates.
final class RawRecordsEngine extends RawEngine {
  /// A line item with decimals in hundredths and dates in days.
  private record RawLineItem(
      long orderKey,
      long partKey,
      long supplierKey,
      int lineNumber,
      long quantity,
      long extendedPrice,
      long discount,
      long tax,
      char returnFlag,
      char lineStatus,
      int shipDate,
      int commitDate,
      int receiptDate,
      String shipInstructions,
      String shipMode) {

    static RawLineItem of(LineItem item) {
      return new RawLineItem(
          item.orderKey(),
          item.partKey(),
          item.supplierKey(),
          item.lineNumber(),
          item.quantity().unscaledValue().longValueExact(),
          item.extendedPrice().unscaledValue().longValueExact(),
          item.discount().unscaledValue().longValueExact(),
          item.tax().unscaledValue().longValueExact(),
          item.returnFlag(),
          item.lineStatus(),
          Math.toIntExact(item.shipDate().toEpochDay()),
          Math.toIntExact(item.commitDate().toEpochDay()),
          Math.toIntExact(item.receiptDate().toEpochDay()),
          item.shipInstructions(),
          item.shipMode());
    }
  }

  private final List<RawLineItem> items;

  RawRecordsEngine(int rows, int threads) {
    super(rows, threads);
    items = new ArrayList<>(rows);
  }

  @Override
  public void add(LineItem item) {
    items.add(RawLineItem.of(item));
  }

  @Override
  void summarize(PricingSums sums, int from, int to) {
    for (int row = from; row < to; row++) {
      RawLineItem item = items.get(row);
      if (item.shipDate() <= LAST_SHIPPED) {
        sums.add(
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
  long revenue(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      RawLineItem item = items.get(row);
      sum += revenue(item.shipDate(), item.discount(), item.quantity(), item.extendedPrice());
    }
    return sum;
  }
}
