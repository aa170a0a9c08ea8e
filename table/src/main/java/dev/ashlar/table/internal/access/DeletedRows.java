// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// The rows of a table that were deleted, as a bit for each row. One thread at a time changes them.
/// Any thread may ask, and may get an answer from before a change.
///
/// A table without deleted rows does not ask.
public final class DeletedRows {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long[] NO_WORDS = {};

  /// Those of a table without any. Never changed.
  public static final DeletedRows NONE = new DeletedRows();

  /// The rows that there may be in a table with a deleted row.
  public static final long MAX_ROWS = 1L << 36;

  /// Bit `row % 64` of word `row / 64` is 1 if the row was deleted. Rows behind the last word were
  /// not.
  private volatile long[] words = NO_WORDS;

  private long count;

  /// The number of deleted rows.
  public long count() {
    return count;
  }

  /// Whether any row was deleted.
  public boolean exist() {
    return count != 0;
  }

  /// Whether a row was deleted.
  ///
  /// @param row not negative
  public boolean has(long row) {
    long[] now = words;
    long word = row >>> 6;
    return word < now.length && (now[(int) word] >>> row & 1) != 0;
  }

  /// Returns the first row from `row` on that was not deleted, or `end`.
  public long nextKept(long row, long end) {
    long[] now = words;
    long at = row;
    while (at < end && at >>> 6 < now.length) {
      long bits = ~now[(int) (at >>> 6)] >>> at;
      if (bits != 0) {
        return Math.min(at + Long.numberOfTrailingZeros(bits), end);
      }
      at = (at | 63) + 1;
    }
    return Math.min(at, end);
  }

  /// Returns the first row from `row` on that was deleted, or `end`.
  public long nextDeleted(long row, long end) {
    return nextAdded(NO_WORDS, row, end);
  }

  /// Returns the first row from `row` on that was deleted here and not in `before`, or `end`.
  public long nextAdded(DeletedRows before, long row, long end) {
    return nextAdded(before.words, row, end);
  }

  private long nextAdded(long[] before, long row, long end) {
    long[] now = words;
    long at = row;
    while (at < end && at >>> 6 < now.length) {
      int word = (int) (at >>> 6);
      long bits = (now[word] & ~(word < before.length ? before[word] : 0)) >>> at;
      if (bits != 0) {
        return Math.min(at + Long.numberOfTrailingZeros(bits), end);
      }
      at = (at | 63) + 1;
    }
    return end;
  }

  /// The number of deleted rows from `row` to `end`.
  public long count(long row, long end) {
    long found = 0;
    long at = nextDeleted(row, end);
    while (at < end) {
      long kept = nextKept(at, end);
      found += kept - at;
      at = nextDeleted(kept, end);
    }
    return found;
  }

  /// Makes room, so that [#add] cannot fail.
  ///
  /// @throws IllegalArgumentException if there is no such room
  public void reserve(long row) {
    if (row >= MAX_ROWS) {
      throw new IllegalArgumentException(
          "Row %d cannot be deleted: only rows below %d can".formatted(row, MAX_ROWS));
    }
    long[] now = words;
    long needed = (row >>> 6) + 1;
    if (needed > now.length) {
      words = Arrays.copyOf(now, (int) Math.max(needed, Math.min(2L * now.length, MAX_ROWS >> 6)));
    }
  }

  /// Adds rows for which there is [room][#reserve].
  public void add(long from, long to) {
    long[] now = words;
    for (long row = from; row < to; ) {
      int word = (int) (row >>> 6);
      long end = Math.min((row | 63) + 1, to);
      long added = -1L >>> (Long.SIZE - (end - row)) << row & ~now[word];
      count += Long.bitCount(added);
      WORD.setRelease(now, word, now[word] | added);
      row = end;
    }
  }

  /// Forgets the rows from `rows` on.
  public void truncate(long rows) {
    long[] now = words;
    for (long at = rows; at >>> 6 < now.length; at = (at | 63) + 1) {
      int word = (int) (at >>> 6);
      long left = now[word] & ~(-1L << at);
      count -= Long.bitCount(now[word] ^ left);
      WORD.setRelease(now, word, left);
    }
  }

  /// Takes over the rows of another, which is not used any more.
  public void set(DeletedRows other) {
    count = other.count;
    words = other.words;
  }

  /// Returns a copy that does not change with this one.
  public DeletedRows copy() {
    DeletedRows copy = new DeletedRows();
    long[] bits = words.clone();
    copy.words = bits;
    for (long word : bits) {
      copy.count += Long.bitCount(word);
    }
    return copy;
  }
}
