// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

/// The record of the tables for the cases about chunks and kinds of memory. Its fields are computed
/// from the row number.
record Quad(long a, long b, long c, long d) {
  static Quad of(int row) {
    long a = row * 0x9E37_79B9_7F4A_7C15L;
    return new Quad(a, a >>> 7, a ^ row, row);
  }

  /// {@return the number that a scan adds to its sum for this row}
  long value() {
    return a * b + c - d;
  }
}
