// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.statistics;

/// What the statistics of a block are of.
///
/// @param block its number
/// @param entry its checksum, as the block table has that of a block all of whose rows are
///   committed
/// @param from its first row
/// @param to the row behind the last that is committed
public record BlockKey(long block, long entry, long from, long to) {
  long rows() {
    return to - from;
  }
}
