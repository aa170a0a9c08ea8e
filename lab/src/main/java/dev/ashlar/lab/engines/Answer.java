// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.annotation.Decimal;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;

/// The answer to a [Query].
sealed interface Answer {
  /// {@return whether both answers are the same, except for the rounding of averages}
  boolean agreesWith(Answer other);

  /// The answer to [Query#Q1], by return flag and line status.
  record PricingSummary(List<PricingLine> lines) implements Answer {
    public PricingSummary {
      lines = List.copyOf(lines);
    }

    @Override
    public boolean agreesWith(Answer other) {
      return other instanceof PricingSummary(List<PricingLine> others)
          && lines.size() == others.size()
          && IntStream.range(0, lines.size()).allMatch(i -> lines.get(i).agreesWith(others.get(i)));
    }
  }

  /// The answer to [Query#Q6].
  record Revenue(@Decimal(precision = 38, scale = 4) BigDecimal revenue) implements Answer {
    @Override
    public boolean agreesWith(Answer other) {
      return equals(other);
    }
  }

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
}
