// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.nio.file.Path;

/// A check before rows of a file are written. All chunks of files have one. If the row is less than
/// `covered.rows`, or if the rows have an owner, the write calls [#require].
public abstract class WriteGate {
  /// The number of rows that are covered by checksums. Each commit makes a new object.
  public static class Covered {
    /// Rows that are less are covered.
    public final long rows;

    /// Covers so many rows.
    protected Covered(long rows) {
      this.rows = rows;
    }
  }

  /// The rows that are covered now.
  public Covered covered;

  /// Whether only one thread may write.
  public final boolean hasOwner;

  /// Begins with these rows covered.
  protected WriteGate(Covered covered, boolean hasOwner) {
    this.covered = covered;
    this.hasOwner = hasOwner;
  }

  /// Returns the file of the rows.
  public abstract Path file();

  /// Returns when the row may be written by this thread.
  public abstract void require(long row);

  /// Returns when all these rows may be written.
  public abstract void require(long from, long rows);

  /// Marks the blocks of the first `rows` rows for as long as the table is open: they may be
  /// written at any time without a call of [#require].
  public abstract void lend(long rows);
}
