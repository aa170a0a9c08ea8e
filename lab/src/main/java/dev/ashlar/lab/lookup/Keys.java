// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

/// The keys of rows, all distinct.
///
/// @param sequential whether the keys are the row numbers, which are the best case for hash tables
///   that use the hash of `Long`
record Keys(int rows, boolean sequential) {
  long key(int row) {
    return sequential ? row : mixed(row);
  }

  /// {@return a key that no row has}
  long missing(int row) {
    return key(row + rows);
  }

  /// {@return a different number for each `number`, by the finalizer of SplitMix64 (Steele, Lea and
  /// Flood, Fast splittable pseudorandom number generators, 2014)}
  static long mixed(long number) {
    long mixed = (number ^ (number >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ (mixed >>> 31);
  }
}
