// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// Memory of packed rows, in pieces. Each piece is small enough for contenders with `int` offsets.
///
/// @param <M> the type of a piece
final class Chunks<M> {
  private static final int SHIFT = 25;
  private static final int ROWS = 1 << SHIFT;

  private final List<M> chunks = new ArrayList<>();

  /// @param allocate allocates a piece with the given number of bytes
  Chunks(int rows, IntFunction<M> allocate) {
    for (long first = 0; first < rows; first += ROWS) {
      chunks.add(allocate.apply((int) byteSize((int) Math.min(ROWS, rows - first))));
    }
  }

  static long byteSize(int rows) {
    return (long) rows * PackedTrade.BYTES;
  }

  /// {@return the piece that contains a row and the other rows of its block}
  M of(int row) {
    return chunks.get(row >>> SHIFT);
  }

  /// {@return where a row begins in its piece}
  static int offset(int row) {
    return (row & (ROWS - 1)) * PackedTrade.BYTES;
  }
}
