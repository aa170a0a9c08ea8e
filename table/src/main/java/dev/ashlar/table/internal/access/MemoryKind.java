// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

/// How the rows of a table lie in memory. There is a class of tables, cursors and iterators for
/// each.
public enum MemoryKind {
  /// Packed rows in native memory.
  ROWS,
  /// Aligned rows in native memory.
  ALIGNED_ROWS,
  /// Columns in native memory.
  COLUMNS,
  /// Aligned rows in a `long[]`.
  HEAP_ROWS,
  /// A primitive array for each column.
  HEAP_COLUMNS;

  /// Whether the rows are in native memory.
  public boolean isNative() {
    return this != HEAP_ROWS && this != HEAP_COLUMNS;
  }

  /// Whether all values of a field are one behind the other.
  public boolean hasColumns() {
    return this == COLUMNS || this == HEAP_COLUMNS;
  }
}
