// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import org.jspecify.annotations.Nullable;

/// The range of values of each field in some rows of a mapped table. A query engine leaves out rows
/// by it without reading them.
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
/// A component is found by its name, one of a record inside by both names, as in `leg.quantity`.
/// Another name throws [IllegalArgumentException].
///
/// Values are those of a [Column]: of a `LocalDate` its days, of a time its units, of a decimal its
/// digits, of an enum its ordinal, of a `boolean` 0 or 1. They are a `Long`; of `float` and
/// `double` a `Double`; of a decimal of more than 18 digits a `BigInteger`.
///
/// Floating-point numbers are ordered as by [Double#compare]: NaN is larger than all others, and
/// -0.0 is less than 0.0.
public interface RowStatistics {
  /// The first of the rows.
  long firstRow();

  /// How many rows there are.
  long rowCount();

  /// How many of the rows have no value, as it or a record around it is absent.
  long nullCount(String field);

  /// The smallest value. It is null if no row has one: then [#nullCount] is [#rowCount]. Otherwise
  /// nothing is known: of texts, `byte[]`, UUIDs and records, and of what the file does not have.
  @Nullable Number min(String field);

  /// The largest value; null where [#min] is.
  @Nullable Number max(String field);
}
