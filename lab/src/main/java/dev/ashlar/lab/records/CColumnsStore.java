// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

/// An array for each field.
final class CColumnsStore extends CStore {
  private static final Functions FUNCTIONS = Functions.of("columns");

  CColumnsStore(int rows) {
    super(rows, PackedTrade.BYTES);
  }

  @Override
  Functions functions() {
    return FUNCTIONS;
  }
}
