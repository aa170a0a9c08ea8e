// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

/// A primitive array for each field that a query reads.
final class ArraysEngine extends RawEngine {
  private final long[] quantities;
  private final long[] extendedPrices;
  private final long[] discounts;
  private final long[] taxes;
  private final char[] returnFlags;
  private final char[] lineStatuses;
  private final int[] shipDates;
  private int next;

  ArraysEngine(int rows, int threads) {
    super(rows, threads);
    quantities = new long[rows];
    extendedPrices = new long[rows];
    discounts = new long[rows];
    taxes = new long[rows];
    returnFlags = new char[rows];
    lineStatuses = new char[rows];
    shipDates = new int[rows];
  }

  @Override
  public void add(LineItem item) {
    quantities[next] = item.quantity().unscaledValue().longValueExact();
    extendedPrices[next] = item.extendedPrice().unscaledValue().longValueExact();
    discounts[next] = item.discount().unscaledValue().longValueExact();
    taxes[next] = item.tax().unscaledValue().longValueExact();
    returnFlags[next] = item.returnFlag();
    lineStatuses[next] = item.lineStatus();
    shipDates[next] = Math.toIntExact(item.shipDate().toEpochDay());
    next++;
  }

  @Override
  void summarize(PricingSums sums, int from, int to) {
    for (int row = from; row < to; row++) {
      if (shipDates[row] <= LAST_SHIPPED) {
        sums.add(
            returnFlags[row],
            lineStatuses[row],
            quantities[row],
            extendedPrices[row],
            discounts[row],
            taxes[row]);
      }
    }
  }

  @Override
  long revenue(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum += revenue(shipDates[row], discounts[row], quantities[row], extendedPrices[row]);
    }
    return sum;
  }
}
