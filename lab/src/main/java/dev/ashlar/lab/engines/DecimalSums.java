// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.lab.engines.Answer.PricingLine;
import dev.ashlar.lab.engines.PricingSums.Groups;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Computes both queries literally, in `BigDecimal` and `LocalDate`. This is the code for a list of
/// records, and the reference for all answers.
final class DecimalSums {
  private static final BigDecimal SMALLEST_DISCOUNT = new BigDecimal("0.05");
  private static final BigDecimal LARGEST_DISCOUNT = new BigDecimal("0.07");
  private static final BigDecimal QUANTITY_END = new BigDecimal("24");

  private static final class Group {
    private final char returnFlag;
    private final char lineStatus;
    private BigDecimal quantity = BigDecimal.ZERO;
    private BigDecimal price = BigDecimal.ZERO;
    private BigDecimal discounted = BigDecimal.ZERO;
    private BigDecimal charge = BigDecimal.ZERO;
    private BigDecimal discount = BigDecimal.ZERO;
    private long count;

    Group(char returnFlag, char lineStatus) {
      this.returnFlag = returnFlag;
      this.lineStatus = lineStatus;
    }

    void add(LineItem item) {
      BigDecimal toPay = item.extendedPrice().multiply(BigDecimal.ONE.subtract(item.discount()));
      quantity = quantity.add(item.quantity());
      price = price.add(item.extendedPrice());
      discounted = discounted.add(toPay);
      charge = charge.add(toPay.multiply(BigDecimal.ONE.add(item.tax())));
      discount = discount.add(item.discount());
      count++;
    }

    void add(Group other) {
      quantity = quantity.add(other.quantity);
      price = price.add(other.price);
      discounted = discounted.add(other.discounted);
      charge = charge.add(other.charge);
      discount = discount.add(other.discount);
      count += other.count;
    }

    PricingLine line() {
      return PricingLine.of(
          returnFlag, lineStatus, quantity, price, discounted, charge, discount, count);
    }
  }

  private final @Nullable Group[] groups = new @Nullable Group[Groups.COUNT];
  private BigDecimal revenue = new BigDecimal("0.0000");

  /// Adds an item to the answer to a query, if the query selects the item.
  void add(Query query, LineItem item) {
    switch (query) {
      case Q1 -> addToSummary(item);
      case Q6 -> addToRevenue(item);
    }
  }

  private void addToSummary(LineItem item) {
    if (!item.shipDate().isAfter(Query.LAST_SHIPPED)) {
      group(item.returnFlag(), item.lineStatus()).add(item);
    }
  }

  private void addToRevenue(LineItem item) {
    if (!item.shipDate().isBefore(Query.FIRST_DAY)
        && item.shipDate().isBefore(Query.END)
        && item.discount().compareTo(SMALLEST_DISCOUNT) >= 0
        && item.discount().compareTo(LARGEST_DISCOUNT) <= 0
        && item.quantity().compareTo(QUANTITY_END) < 0) {
      revenue = revenue.add(item.extendedPrice().multiply(item.discount()));
    }
  }

  private Group group(char returnFlag, char lineStatus) {
    int at = Groups.of(returnFlag, lineStatus);
    Group group = groups[at];
    if (group == null) {
      group = new Group(returnFlag, lineStatus);
      groups[at] = group;
    }
    return group;
  }

  /// Adds the sums of other items.
  DecimalSums plus(DecimalSums others) {
    for (Group other : others.groups) {
      if (other != null) {
        group(other.returnFlag, other.lineStatus).add(other);
      }
    }
    revenue = revenue.add(others.revenue);
    return this;
  }

  Answer answer(Query query) {
    return switch (query) {
      case Q1 ->
          new Answer.PricingSummary(
              Arrays.stream(groups).filter(Objects::nonNull).map(Group::line).toList());
      case Q6 -> new Answer.Revenue(revenue);
    };
  }
}
