// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.arrow.internal.cdata.Foreign;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The texts in a vector of DuckDB, a `duckdb_string_t` for each row.
///
/// ```
///  0  int    the bytes of the text in UTF-8
///  4         the text, if it has 12 bytes at most; otherwise its first 4
///  8  long   otherwise the address of the text
/// ```
///
/// @param values the address of the first text
/// @param validity the address of a bit for each row, set if the row has a text; 0 if all rows have
///   one
record StringVector(long values, long validity) {
  static final int BYTES = 16;
  private static final int MOST_IN_PLACE = 12;

  /// Returns whether a row has a value.
  ///
  /// @param validity the address of a bit for each row, or 0
  static boolean isValid(long validity, int row) {
    return validity == 0
        || (Foreign.getLong(validity + (long) (row >> 6) * Long.BYTES) >> row & 1) != 0;
  }

  /// Returns the text of a row; null if there is none.
  @Nullable String get(int row) {
    if (!isValid(validity, row)) {
      return null;
    }
    MemorySegment string = Foreign.segment(values + (long) row * BYTES, BYTES);
    int size = string.get(JAVA_INT, 0);
    MemorySegment text =
        size <= MOST_IN_PLACE
            ? string.asSlice(Integer.BYTES, size)
            : Foreign.segment(string.get(JAVA_LONG, Long.BYTES), Integer.toUnsignedLong(size));
    return new String(text.toArray(JAVA_BYTE), UTF_8);
  }
}
