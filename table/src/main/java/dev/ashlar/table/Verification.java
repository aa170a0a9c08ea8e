// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.util.List;

/// The result of comparing the committed rows of a file with their checksums, block by block.
///
/// A checksum is of a *block*, a fixed number of rows that is chosen when the file is created,
/// about 1 MiB.
///
/// ```java
/// Path path = Files.createTempDirectory("tables").resolve("trades");
/// try (MappedTable<Trade> trades = TRADES.rows().create(path, 100)) {
///   trades.commit();
///   Verification verification = trades.verify();
///   boolean whole = verification.isUndamaged() && verification.verifiedRows() == 100;
/// }
/// ```
///
/// @param verifiedRows the number of rows whose block agrees with its checksum
/// @param unverified rows of blocks that have no valid checksum until the next commit. They were
///   written since the last commit or while it ran, or when the process or the machine stopped, or
///   can be written through a [segment][Column#asSegment]
/// @param damaged rows of blocks that differ from their checksum, or differed when they were
///   written or committed again, and were not [accepted][MappedTable#accept]
public record Verification(long verifiedRows, List<Rows> unverified, List<Rows> damaged) {
  /// A range of rows.
  ///
  /// ```java
  /// Path path = Files.createTempDirectory("tables").resolve("trades");
  /// try (MappedTable<Trade> trades = TRADES.rows().create(path, 100)) {
  ///   for (Verification.Rows rows : trades.verify().damaged()) {
  ///     for (long row = rows.from(); row < rows.to(); row++) {
  ///       trades.set(row, new Trade(row, 0, 0, 'B'));
  ///     }
  ///     trades.accept(rows);
  ///   }
  ///   trades.commit();
  /// }
  /// ```
  ///
  /// @param from the first row
  /// @param to the row behind the last
  public record Rows(long from, long to) {
    @Override
    public String toString() {
      return from + " to " + (to - 1);
    }
  }

  /// Makes a copy of the lists.
  public Verification {
    unverified = List.copyOf(unverified);
    damaged = List.copyOf(damaged);
  }

  /// Returns whether no block differs from its checksum.
  public boolean isUndamaged() {
    return damaged.isEmpty();
  }
}
