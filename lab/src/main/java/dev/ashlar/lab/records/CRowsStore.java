// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

/// A packed struct for each row.
final class CRowsStore extends CStore {
  private static final Functions FUNCTIONS = Functions.of("rows");

  CRowsStore(int rows) {
    super(rows, PackedTrade.BYTES);
  }

  @Override
  Functions functions() {
    return FUNCTIONS;
  }
}
