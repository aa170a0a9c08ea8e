// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import java.time.LocalDate;

/// The queries of TPC-H that use only its largest table, with the parameters of TPC-H's validation.
enum Query {
  /// The pricing summary report.
  Q1(
      """
      select returnFlag, lineStatus,
        sum(quantity) as sumQuantity,
        sum(extendedPrice) as sumBasePrice,
        sum(extendedPrice * (1 - discount)) as sumDiscountedPrice,
        sum(extendedPrice * (1 - discount) * (1 + tax)) as sumCharge,
        avg(quantity) as averageQuantity,
        avg(extendedPrice) as averagePrice,
        avg(discount) as averageDiscount,
        count(*) as count
      from line_items
      where shipDate <= date '1998-09-02'
      group by returnFlag, lineStatus
      order by returnFlag, lineStatus\
      """),

  /// The additional revenue of 1994 if some small discounts had not been given.
  Q6(
      """
      select sum(extendedPrice * discount) as revenue
      from line_items
      where shipDate >= date '1994-01-01'
        and shipDate < date '1995-01-01'
        and discount between 0.05 and 0.07
        and quantity < 24\
      """);

  /// The last ship date that [#Q1] selects.
  static final LocalDate LAST_SHIPPED = LocalDate.of(1998, 9, 2);

  /// The first ship date that [#Q6] selects. [#END] is the day after the last.
  static final LocalDate FIRST_DAY = LocalDate.of(1994, 1, 1);

  static final LocalDate END = LocalDate.of(1995, 1, 1);

  private final String sql;

  Query(String sql) {
    this.sql = sql;
  }

  String sql() {
    return sql;
  }
}
