// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedUtf8;
import io.trino.tpch.Distributions;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.TextPool;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.function.Consumer;

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

  /// The amount of TPC-H's data.
  ///
  /// @param factor TPC-H's scale factor; 1 is about 1 GB
  /// @param rows the number of line items with this factor
  record ScaleFactor(double factor, int rows) {
    static final ScaleFactor SMALL = new ScaleFactor(0.05, 299_814);
    static final ScaleFactor ONE = new ScaleFactor(1, 6_001_215);
    static final ScaleFactor THREE = new ScaleFactor(3, 17_996_609);

    /// The size of the generator's text pool. A small pool is enough, because comments are left
    /// out.
    private static final int TEXT_BYTES = 1 << 12;

    /// Generates all line items, always the same.
    void forEach(Consumer<LineItem> action) {
      Distributions distributions = Distributions.getDefaultDistributions();
      TextPool texts = new TextPool(TEXT_BYTES, distributions);
      for (var item : new LineItemGenerator(factor, 1, 1, distributions, texts)) {
        action.accept(LineItem.of(item));
      }
    }
  }
}
