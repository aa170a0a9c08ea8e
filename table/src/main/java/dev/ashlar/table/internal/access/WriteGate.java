// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

/// Stands before rows of a file that are written. A write asks whether its row is less than
/// `covered.rows`, or the rows have an owner, and then [#require].
public abstract class WriteGate {
  /// How many rows are covered by checksums; another object after each commit.
  public static class Covered {
    /// Rows that are less are covered.
    public final long rows;

    /// Covers so many rows.
    protected Covered(long rows) {
      this.rows = rows;
    }
  }

  /// What is covered now.
  public Covered covered;

  /// Whether only one thread may write.
  public final boolean hasOwner;

  /// Begins with these rows covered.
  protected WriteGate(Covered covered, boolean hasOwner) {
    this.covered = covered;
    this.hasOwner = hasOwner;
  }

  /// Returns when the row may be written by this thread.
  public abstract void require(long row);

  /// Returns when all these rows may be written.
  public abstract void require(long from, long rows);

  /// Marks the blocks of the first `rows` rows for as long as the table is open: they may be
  /// written at any time without a call of [#require].
  public abstract void lend(long rows);
}
