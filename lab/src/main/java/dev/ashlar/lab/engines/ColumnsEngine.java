// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.Column;
import dev.ashlar.table.Table;

/// The table of another engine, which is read by a [Column] for each field.
final class ColumnsEngine extends RawEngine {
  private final TableEngine items;
  private final Column quantities;
  private final Column extendedPrices;
  private final Column discounts;
  private final Column taxes;
  private final Column returnFlags;
  private final Column lineStatuses;
  private final Column shipDates;

  ColumnsEngine(int rows, int threads) {
    super(rows, threads);
    items = TableEngine.ofColumns(rows, threads);
    Table<LineItem> table = items.table();
    quantities = table.column("quantity");
    extendedPrices = table.column("extendedPrice");
    discounts = table.column("discount");
    taxes = table.column("tax");
    returnFlags = table.column("returnFlag");
    lineStatuses = table.column("lineStatus");
    shipDates = table.column("shipDate");
  }

  @Override
  public void add(LineItem item) {
    items.add(item);
  }

  @Override
  void summarize(PricingSums sums, int from, int to) {
    Column quantities = this.quantities;
    Column extendedPrices = this.extendedPrices;
    Column discounts = this.discounts;
    Column taxes = this.taxes;
    Column returnFlags = this.returnFlags;
    Column lineStatuses = this.lineStatuses;
    Column shipDates = this.shipDates;
    for (int row = from; row < to; row++) {
      if (shipDates.getInt(row) <= LAST_SHIPPED) {
        sums.add(
            returnFlags.getChar(row),
            lineStatuses.getChar(row),
            quantities.getLong(row),
            extendedPrices.getLong(row),
            discounts.getLong(row),
            taxes.getLong(row));
      }
    }
  }

  @Override
  long revenue(int from, int to) {
    Column quantities = this.quantities;
    Column extendedPrices = this.extendedPrices;
    Column discounts = this.discounts;
    Column shipDates = this.shipDates;
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum +=
          revenue(
              shipDates.getInt(row),
              discounts.getLong(row),
              quantities.getLong(row),
              extendedPrices.getLong(row));
    }
    return sum;
  }
}
