// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.reader;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.Foreign;

/// The validity bits of an [array][CArray]: 1 is a value, 0 is null.
final class Validity {
  private final long bits;

  Validity(long array) {
    this.bits =
        CArray.nullCount(array) == 0 || CArray.bufferCount(array) == 0
            ? 0
            : CArray.buffer(array, 0);
  }

  /// Returns whether a value is there, counted from the start of the buffers.
  boolean isValid(long index) {
    return bits == 0 || (Foreign.getByte(bits + (index >> 3)) >> (index & 7) & 1) != 0;
  }

  /// Returns whether all values are there.
  boolean isComplete() {
    return bits == 0;
  }

  /// Checks values, counted from the start of the buffers.
  ///
  /// @param what the values are
  /// @param firstRow the number of the first in the stream
  /// @throws IllegalArgumentException if one is null
  void requireValid(long first, long count, String what, long firstRow) {
    for (long i = first; !isComplete() && i < first + count; i++) {
      if (!isValid(i)) {
        throw new IllegalArgumentException(
            "row %d: %s is null".formatted(firstRow + i - first, what));
      }
    }
  }
}
