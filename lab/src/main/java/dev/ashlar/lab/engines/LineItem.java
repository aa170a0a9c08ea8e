// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedUtf8;
import java.math.BigDecimal;
import java.time.LocalDate;

/// A row of TPC-H's table `lineitem`, without its comment.
record LineItem(
    long orderKey,
    long partKey,
    long supplierKey,
    int lineNumber,
    @Decimal(precision = 15, scale = 2) BigDecimal quantity,
    @Decimal(precision = 15, scale = 2) BigDecimal extendedPrice,
    @Decimal(precision = 15, scale = 2) BigDecimal discount,
    @Decimal(precision = 15, scale = 2) BigDecimal tax,
    char returnFlag,
    char lineStatus,
    LocalDate shipDate,
    LocalDate commitDate,
    LocalDate receiptDate,
    @FixedUtf8(25) String shipInstructions,
    @FixedUtf8(10) String shipMode) {

  /// Converts an item of the generator, which counts prices and percentages in hundredths, and
  /// quantities in units.
  static LineItem of(io.trino.tpch.LineItem item) {
    return new LineItem(
        item.getOrderKey(),
        item.getPartKey(),
        item.getSupplierKey(),
        item.getLineNumber(),
        hundredths(item.getQuantity() * 100),
        hundredths(item.getExtendedPriceInCents()),
        hundredths(item.getDiscountPercent()),
        hundredths(item.getTaxPercent()),
        item.getReturnFlag().charAt(0),
        item.getStatus().charAt(0),
        LocalDate.ofEpochDay(item.getShipDate()),
        LocalDate.ofEpochDay(item.getCommitDate()),
        LocalDate.ofEpochDay(item.getReceiptDate()),
        item.getShipInstructions(),
        item.getShipMode());
  }

  private static BigDecimal hundredths(long count) {
    return BigDecimal.valueOf(count, 2);
  }
}
