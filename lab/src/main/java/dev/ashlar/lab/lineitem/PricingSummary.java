// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

/// The sums of query 1 of TPC-H, for each return flag and line status.
final class PricingSummary {
  private static final int SUMS = 5;
  private static final int GROUPS = 6;

  private final long[] sums = new long[GROUPS * SUMS];

  void add(char returnFlag, char lineStatus, long quantity, long price, long discount, long tax) {
    int group =
        (returnFlag == 'A' ? 0 : returnFlag == 'N' ? 1 : 2) * 2 + (lineStatus == 'F' ? 0 : 1);
    int at = group * SUMS;
    long discounted = price * (100 - discount);
    sums[at] += quantity;
    sums[at + 1] += price;
    sums[at + 2] += discounted;
    sums[at + 3] += discounted * (100 + tax);
    sums[at + 4]++;
  }

  /// {@return a checksum of all sums}
  long checksum() {
    long checksum = 0;
    for (long sum : sums) {
      checksum = 31 * checksum + sum;
    }
    return checksum;
  }
}
