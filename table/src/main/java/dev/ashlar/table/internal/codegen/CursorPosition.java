// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.codegen;

import dev.ashlar.table.internal.access.MemoryKind;
import java.lang.constant.ClassDesc;

/// The superclass of a cursor's class, which has the position. See `GeneratedCode`.
enum CursorPosition {
  /// Over one chunk. The row is a `long`, as the offsets of segments are.
  ONE_CHUNK("OneChunk"),

  /// Over one chunk. The row is an `int`, as the indexes of arrays are: C2 does not vectorize a
  /// loop that narrows a `long`.
  ONE_INT_CHUNK("OneIntChunk"),

  /// Over any chunks, from one run of rows that were not deleted to the next.
  RUNS("Runs");

  private final String type;

  CursorPosition(String type) {
    this.type = type;
  }

  /// Returns that of cursors over one chunk.
  static CursorPosition ofOneChunk(MemoryKind kind, boolean isWide) {
    return kind == MemoryKind.HEAP_COLUMNS || isWide ? ONE_INT_CHUNK : ONE_CHUNK;
  }

  ClassDesc type() {
    return AccessCode.exported(type);
  }
}
