// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

import dev.ashlar.table.Column;
import dev.ashlar.table.Table;

/// A table of native columns, with a [Column][dev.ashlar.table.Column] for each field.
final class ColumnLineitems implements Lineitems {
  private final Table<Lineitem> table = TableLineitems.table();
  private final Column orderKeys = table.column("orderKey");
  private final Column partKeys = table.column("partKey");
  private final Column supplierKeys = table.column("supplierKey");
  private final Column lineNumbers = table.column("lineNumber");
  private final Column quantities = table.column("quantity");
  private final Column extendedPrices = table.column("extendedPrice");
  private final Column discounts = table.column("discount");
  private final Column taxes = table.column("tax");
  private final Column returnFlags = table.column("returnFlag");
  private final Column lineStatuses = table.column("lineStatus");
  private final Column shipDates = table.column("shipDate");
  private final Column commitDates = table.column("commitDate");
  private final Column receiptDates = table.column("receiptDate");
  private final Column instructions = table.column("instruction");
  private final Column modes = table.column("mode");
  private final Column commentLengths = table.column("commentLength");
  private final Column commentHashes = table.column("commentHash");

  @Override
  public void pricingSummary(int from, int to, PricingSummary summary) {
    Column quantities = this.quantities;
    Column extendedPrices = this.extendedPrices;
    Column discounts = this.discounts;
    Column taxes = this.taxes;
    Column returnFlags = this.returnFlags;
    Column lineStatuses = this.lineStatuses;
    Column shipDates = this.shipDates;
    for (int row = from; row < to; row++) {
      if (shipDates.getInt(row) <= Lineitem.LAST_SHIPPED) {
        summary.add(
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
  public long forecastRevenue(int from, int to) {
    Column quantities = this.quantities;
    Column extendedPrices = this.extendedPrices;
    Column discounts = this.discounts;
    Column shipDates = this.shipDates;
    long sum = 0;
    for (int row = from; row < to; row++) {
      int shipped = shipDates.getInt(row);
      long discount = discounts.getLong(row);
      if (shipped >= Lineitem.START_OF_1994
          && shipped < Lineitem.START_OF_1995
          && discount >= 5
          && discount <= 7
          && quantities.getLong(row) < 24) {
        sum += extendedPrices.getLong(row) * discount;
      }
    }
    return sum;
  }

  @Override
  public long checksum(int from, int to) {
    Column orderKeys = this.orderKeys;
    Column partKeys = this.partKeys;
    Column supplierKeys = this.supplierKeys;
    Column lineNumbers = this.lineNumbers;
    Column quantities = this.quantities;
    Column extendedPrices = this.extendedPrices;
    Column discounts = this.discounts;
    Column taxes = this.taxes;
    Column returnFlags = this.returnFlags;
    Column lineStatuses = this.lineStatuses;
    Column shipDates = this.shipDates;
    Column commitDates = this.commitDates;
    Column receiptDates = this.receiptDates;
    Column instructions = this.instructions;
    Column modes = this.modes;
    Column commentLengths = this.commentLengths;
    Column commentHashes = this.commentHashes;
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum +=
          orderKeys.getLong(row)
              + 3 * partKeys.getLong(row)
              + 5 * supplierKeys.getLong(row)
              + 7L * lineNumbers.getInt(row)
              + 11 * quantities.getLong(row)
              + 13 * extendedPrices.getLong(row)
              + 17 * discounts.getLong(row)
              + 19 * taxes.getLong(row)
              + 23L * returnFlags.getChar(row)
              + 29L * lineStatuses.getChar(row)
              + 31L * shipDates.getInt(row)
              + 37L * commitDates.getInt(row)
              + 41L * receiptDates.getInt(row)
              + 43L * instructions.getOrdinal(row)
              + 47L * modes.getOrdinal(row)
              + 53L * commentLengths.getShort(row)
              + 59 * commentHashes.getLong(row);
    }
    return sum;
  }
}
