// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.lab.engines.Answer.PricingLine;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// The sums of [Query#Q1] for each of the [Groups]: quantities, prices, discounted prices, charges,
/// discounts, and the number of items. Quantities, prices and discounts are in hundredths,
/// discounted prices in 1/100², and charges in 1/100³.
///
/// A `long` can hold the charges up to scale factor 80.
final class PricingSums {
  private static final int FIELDS = 6;

  private final long[] sums = new long[Groups.COUNT * FIELDS];

  /// Adds an item.
  void add(char returnFlag, char lineStatus, long quantity, long price, long discount, long tax) {
    int at = Groups.of(returnFlag, lineStatus) * FIELDS;
    long discounted = price * (100 - discount);
    sums[at] += quantity;
    sums[at + 1] += price;
    sums[at + 2] += discounted;
    sums[at + 3] += discounted * (100 + tax);
    sums[at + 4] += discount;
    sums[at + 5]++;
  }

  /// Adds the sums of other items.
  PricingSums plus(PricingSums others) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += others.sums[i];
    }
    return this;
  }

  /// {@return the sums, for code that adds to them itself}
  long[] toArray() {
    return sums;
  }

  Answer.PricingSummary summary() {
    List<PricingLine> lines = new ArrayList<>();
    for (int group = 0; group < Groups.COUNT; group++) {
      int at = group * FIELDS;
      if (sums[at + 5] != 0) {
        lines.add(
            PricingLine.of(
                Groups.returnFlag(group),
                Groups.lineStatus(group),
                BigDecimal.valueOf(sums[at], 2),
                BigDecimal.valueOf(sums[at + 1], 2),
                BigDecimal.valueOf(sums[at + 2], 4),
                BigDecimal.valueOf(sums[at + 3], 6),
                BigDecimal.valueOf(sums[at + 4], 2),
                sums[at + 5]));
      }
    }
    return new Answer.PricingSummary(lines);
  }

  /// The groups of [Query#Q1]: an index for each pair of letters, in alphabetical order.
  ///
  /// A line status is `F` or `O`, a return flag `A`, `N` or `R`.
  static final class Groups {
    static final int COUNT = 1 << 6;

    private Groups() {}

    static int of(char returnFlag, char lineStatus) {
      return ((returnFlag & 31) << 1) | (lineStatus & 1);
    }

    static char returnFlag(int group) {
      return (char) ('@' + (group >> 1));
    }

    static char lineStatus(int group) {
      return (group & 1) == 0 ? 'F' : 'O';
    }
  }
}
