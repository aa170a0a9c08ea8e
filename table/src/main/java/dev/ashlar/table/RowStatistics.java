// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import org.jspecify.annotations.Nullable;

/// The range of values of each field in some rows of a mapped table. With it, a query engine can
/// leave out rows without reading them.
///
/// ```java
/// Path path = Files.createTempDirectory("tables").resolve("trades");
/// try (MappedTable<Trade> trades = TRADES.columns().create(path, 100)) {
///   trades.commit();
///   trades.writeStatistics();
///   for (RowStatistics rows : trades.statistics(0, trades.size())) {
///     Number dearest = rows.max("price");
///     if (dearest != null && dearest.longValue() < 1_000) {
///       continue; // none of these rows has a price of 1,000 or more
///     }
///   }
/// }
/// ```
///
/// A component is named by its name, and a component of a nested record by its path, as in
/// `leg.quantity`. Another name throws [IllegalArgumentException].
///
/// Values are those of a [Column]: the days of a `LocalDate`, the units of a time, the digits of a
/// decimal, the ordinal of an enum, 0 or 1 for a `boolean`. They are a `Long`; for `float` and
/// `double` a `Double`; for a decimal of more than 18 digits a `BigInteger`.
///
/// Floating-point numbers are ordered as by [Double#compare]: NaN is larger than all others, and
/// -0.0 is less than 0.0.
public interface RowStatistics {
  /// Returns the first of the rows.
  long firstRow();

  /// Returns the number of rows.
  long rowCount();

  /// Returns the number of rows without a value, because the value or an enclosing record is
  /// absent.
  long nullCount(String field);

  /// Returns the smallest value. It is null if no row has a value; then [#nullCount] equals
  /// [#rowCount]. It is also null if it is not known: for texts, `byte[]`, UUIDs, records, and
  /// components that the file does not have.
  @Nullable Number min(String field);

  /// Returns the largest value; null if [#min] is null.
  @Nullable Number max(String field);
}
