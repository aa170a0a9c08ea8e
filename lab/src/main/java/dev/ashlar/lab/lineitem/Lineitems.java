// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

/// A contender: stores [Lineitem]s.
interface Lineitems {
  int ROWS = 1 << 17;

  /// Adds the rows that query 1 takes.
  void pricingSummary(int from, int to, PricingSummary summary);

  /// {@return what query 6 of TPC-H sums up: the revenue that small discounts in 1994 cost}
  long forecastRevenue(int from, int to);

  /// {@return the sum of the rows' [Lineitem#checksum]}
  long checksum(int from, int to);
}
