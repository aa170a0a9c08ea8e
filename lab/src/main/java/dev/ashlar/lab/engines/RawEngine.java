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

  /// {@return what query 6 adds for an item: nothing, or its revenue}
  ///
  /// Without a branch, which the processor could not predict: one of the differences is negative
  /// unless the item is taken.
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

  /// Adds what query 1 takes of some rows.
  abstract void summarize(PricingSums sums, int from, int to);

  /// {@return what query 6 sums up in some rows, in ten thousandths}
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
