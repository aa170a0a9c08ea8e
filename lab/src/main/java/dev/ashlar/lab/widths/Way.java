// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

/// The ways to access the fields of a row, and the argument of [RowLoop#sum] for each of them.
enum Way {
  /// A cursor of a table.
  CURSOR,
  /// A `Column` of a table for each field.
  COLUMN_VIEWS,
  /// A table whose rows are read as records.
  GET,
  /// An array of records.
  OBJECTS,
  /// A `long[]` of rows.
  ARRAY_ROWS,
  /// A `long[]` for each field.
  ARRAY_COLUMNS,
  /// A segment of rows.
  SEGMENT_ROWS,
  /// A segment for each field.
  SEGMENT_COLUMNS,
  /// [UnsafeRows], as rows.
  UNSAFE_ROWS,
  /// [UnsafeRows], as columns.
  UNSAFE_COLUMNS
}
