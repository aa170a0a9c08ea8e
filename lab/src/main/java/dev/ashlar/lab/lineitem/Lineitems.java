// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

/// A contender: stores [Lineitem]s.
interface Lineitems {
  int ROWS = 1 << 17;

  /// Adds the rows that query 1 of TPC-H selects to `summary`.
  void pricingSummary(int from, int to, PricingSummary summary);

  /// {@return the result of query 6 of TPC-H: the revenue lost to discounts of 5 to 7 percent on
  /// small quantities in 1994}
  long forecastRevenue(int from, int to);

  /// {@return the sum of [Lineitem#checksum] of all rows}
  long checksum(int from, int to);
}
