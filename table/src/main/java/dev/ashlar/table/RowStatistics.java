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
  /// components that the file does not have. For texts, see [#mayHaveText].
  @Nullable Number min(String field);

  /// Returns the largest value; null if [#min] is null.
  @Nullable Number max(String field);

  /// Returns whether one of the rows may have a text in a range. It is true if that is not known:
  /// statistics have the first 16 bytes of the smallest and of the largest text of a field. Texts
  /// are in the order of their code points. Texts with a code, and those of [one byte][FixedUtf8],
  /// have none.
  ///
  /// @param from the first text of the range; null if it has no first
  /// @param to the last text of the range; null if it has no last
  /// @throws dev.ashlar.text.MalformedTextException if a text has an unpaired surrogate
  boolean mayHaveText(String field, @Nullable String from, @Nullable String to);

  /// Returns whether one of the rows may have a text that begins with another, as [#mayHaveText]
  /// does for a range.
  ///
  /// @throws dev.ashlar.text.MalformedTextException if `beginning` has an unpaired surrogate
  boolean mayHaveBeginning(String field, String beginning);
}
