// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import java.math.BigDecimal;

/// The queries written by hand, with decimals in hundredths and dates in days.
abstract class RawEngine implements Engine {
  static final int LAST_SHIPPED = Math.toIntExact(Query.LAST_SHIPPED.toEpochDay());
  private static final int FIRST_DAY = Math.toIntExact(Query.FIRST_DAY.toEpochDay());
  private static final int END = Math.toIntExact(Query.END.toEpochDay());
  private static final long SMALLEST_DISCOUNT = 5;
  private static final long LARGEST_DISCOUNT = 7;
  private static final long QUANTITY_END = 2400;

  /// {@return the revenue that query 6 adds for an item; 0 if the query does not select the item}
  ///
  /// The processor could not predict a branch here, so there is none. If the item is not selected,
  /// at least one of the differences is negative.
  static long revenue(int shipDate, long discount, long quantity, long extendedPrice) {
    long negative =
        (shipDate - FIRST_DAY)
            | (END - 1 - shipDate)
            | (discount - SMALLEST_DISCOUNT)
            | (LARGEST_DISCOUNT - discount)
            | (QUANTITY_END - 1 - quantity);
    return (extendedPrice * discount) & ~(negative >> 63);
  }

  private final Parts parts;

  RawEngine(int rows, int threads) {
    this.parts = new Parts(rows, threads);
  }

  /// Adds the rows of `[from, to)` that query 1 selects.
  abstract void summarize(PricingSums sums, int from, int to);

  /// {@return the revenue of query 6 in the rows of `[from, to)`, in ten thousandths}
  abstract long revenue(int from, int to);

  @Override
  public final Answer answer(Query query) {
    return switch (query) {
      case Q1 -> parts.sum(PricingSums::new, this::summarize, PricingSums::plus).summary();
      case Q6 -> parts.sum(Sum::new, this::addRevenue, Sum::plus).revenue();
    };
  }

  private void addRevenue(Sum revenue, int from, int to) {
    revenue.value += revenue(from, to);
  }

  private static final class Sum {
    private long value;

    Sum plus(Sum other) {
      value += other.value;
      return this;
    }

    Answer.Revenue revenue() {
      return new Answer.Revenue(BigDecimal.valueOf(value, 4));
    }
  }
}
