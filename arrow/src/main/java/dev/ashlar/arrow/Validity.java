// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/// The bits of an [array][CArray] that say which values are there: 1 is a value, 0 is null.
final class Validity {
  private final long bits;

  Validity(long array) {
    this.bits =
        CArray.nullCount(array) == 0 || CArray.bufferCount(array) == 0
            ? 0
            : CArray.buffer(array, 0);
  }

  /// Checks values, counted from the start of the buffers.
  ///
  /// @param what the values are
  /// @param firstRow the number of the first in the stream
  /// @throws IllegalArgumentException if one is null
  void requireValid(long first, long count, String what, long firstRow) {
    if (bits == 0) {
      return;
    }
    MemorySegment all = Foreign.segment(bits, (first + count + 7) / 8);
    for (long i = first; i < first + count; i++) {
      if ((all.get(JAVA_BYTE, i >> 3) >> (i & 7) & 1) == 0) {
        throw new IllegalArgumentException(
            "row %d: %s is null, and records have no absent values; use coalesce in the query"
                .formatted(firstRow + i - first, what));
      }
    }
  }
}
