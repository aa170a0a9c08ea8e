// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.statistics;

/// The rows and the checksum from which the statistics of a block were made.
///
/// @param block the number of the block
/// @param entry the checksum of the block, in the form that the block table has for a block all of
///   whose rows are committed
/// @param from the first row of the block
/// @param to the row behind its last committed row
public record BlockKey(long block, long entry, long from, long to) {
  long rows() {
    return to - from;
  }
}
