// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.annotation.Decimal;
import java.math.BigDecimal;

/// A line of TPC-H's pricing summary report, the answer to [Query#Q1].
record PricingLine(
    char returnFlag,
    char lineStatus,
    @Decimal(precision = 38, scale = 2) BigDecimal sumQuantity,
    @Decimal(precision = 38, scale = 2) BigDecimal sumBasePrice,
    @Decimal(precision = 38, scale = 4) BigDecimal sumDiscountedPrice,
    @Decimal(precision = 38, scale = 6) BigDecimal sumCharge,
    double averageQuantity,
    double averagePrice,
    double averageDiscount,
    long count) {

  static PricingLine of(
      char returnFlag,
      char lineStatus,
      BigDecimal sumQuantity,
      BigDecimal sumBasePrice,
      BigDecimal sumDiscountedPrice,
      BigDecimal sumCharge,
      BigDecimal sumDiscount,
      long count) {
    return new PricingLine(
        returnFlag,
        lineStatus,
        sumQuantity,
        sumBasePrice,
        sumDiscountedPrice,
        sumCharge,
        average(sumQuantity, count),
        average(sumBasePrice, count),
        average(sumDiscount, count),
        count);
  }

  private static double average(BigDecimal sum, long count) {
    return sum.doubleValue() / count;
  }

  /// {@return whether another line has the same sums, and averages that differ by rounding alone}
  /// DuckDB rounds while it adds up the values of an average.
  boolean agreesWith(PricingLine other) {
    return withoutAverages().equals(other.withoutAverages())
        && isClose(averageQuantity, other.averageQuantity)
        && isClose(averagePrice, other.averagePrice)
        && isClose(averageDiscount, other.averageDiscount);
  }

  private PricingLine withoutAverages() {
    return new PricingLine(
        returnFlag,
        lineStatus,
        sumQuantity,
        sumBasePrice,
        sumDiscountedPrice,
        sumCharge,
        0,
        0,
        0,
        count);
  }

  private static boolean isClose(double one, double other) {
    return Math.abs(one - other) <= 1e-12 * Math.abs(other);
  }
}
