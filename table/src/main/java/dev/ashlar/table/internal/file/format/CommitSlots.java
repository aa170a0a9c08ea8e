// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import dev.ashlar.table.Recovery;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The commits that a file has, in three pages behind its first.
///
/// ```
/// page 0    the last commit of an even number
/// page 1    the last of an odd number
/// page 2    a copy of the last one that was completed
///
/// each      0  length of what the checksum covers, int: 40, or more as far as there are ends
///           4  0
///           8  number of the commit, long
///          16  rows, long
///          24  end of the data, long: where the block table begins
///          32  checksum of the committed rows in the last block, if they do not fill it, int
///          36  0
///          40  end of the long texts in their file, long; 0 if there are none
///          48  end of the dictionary in its file, long; 0 if there is none
///          56  end of the deletions in their file, long; 0 if no row was ever deleted
///      length  CRC-32C of the header's checksum and of the bytes before, int
/// ```
///
/// A commit overwrites the older slot, forces it, and then writes and forces the copy. So after a
/// crash either the copy has the last commit that returned, or both slots are intact. If neither is
/// the case, the file was damaged afterwards.
public record CommitSlots(@Nullable Commit even, @Nullable Commit odd, @Nullable Commit copy) {
  public static final int SIZE = 3 * FileHeader.PAGE;

  /// How often a reader looks for two equal readings of what a writer is changing.
  static final int READS = 1000;

  private static final int NUMBER_OFFSET = 8;
  private static final int ROWS_OFFSET = 16;
  private static final int DATA_END_OFFSET = 24;
  private static final int TAIL_OFFSET = 32;
  private static final int TEXT_END_OFFSET = 40;
  private static final int DICTIONARY_END_OFFSET = 48;
  private static final int DELETIONS_END_OFFSET = 56;

  /// The size of the part that all commits have.
  private static final int LENGTH = 40;

  /// The size with all parts. A part that is missing is 0.
  private static final int MAX_LENGTH = 64;

  private static final int COPY_OFFSET = 2 * FileHeader.PAGE;

  /// The committed part of the file.
  ///
  /// @param dataEnd where the block table begins in the file
  /// @param tail checksum of the rows behind the last full block
  /// @param textEnd of the texts in their file; 0 if the table has none
  /// @param dictionaryEnd likewise, of the dictionary
  /// @param deletionsEnd likewise, of the deletions; 0 if no row was ever deleted
  public record Commit(
      long number,
      long rows,
      long dataEnd,
      int tail,
      long textEnd,
      long dictionaryEnd,
      long deletionsEnd) {
    public Commit next(
        long rows, long dataEnd, int tail, long textEnd, long dictionaryEnd, long deletionsEnd) {
      return new Commit(number + 1, rows, dataEnd, tail, textEnd, dictionaryEnd, deletionsEnd);
    }

    /// The same rows, in a file that has grown.
    public Commit grown(long dataEnd) {
      return next(rows, dataEnd, tail, textEnd, dictionaryEnd, deletionsEnd);
    }

    /// Where its slot is in the file.
    public long slot() {
      return FileHeader.PAGE * (1 + (number & 1));
    }

    /// Where its copy is in the file.
    public static long copy() {
      return FileHeader.PAGE + COPY_OFFSET;
    }

    public ByteBuffer bytes(int seal) {
      int length = length();
      ByteBuffer slot = ByteBuffer.allocate(length + Integer.BYTES).order(ByteOrder.nativeOrder());
      slot.putInt(0, length);
      slot.putLong(NUMBER_OFFSET, number);
      slot.putLong(ROWS_OFFSET, rows);
      slot.putLong(DATA_END_OFFSET, dataEnd);
      slot.putInt(TAIL_OFFSET, tail);
      putEnd(slot, TEXT_END_OFFSET, textEnd);
      putEnd(slot, DICTIONARY_END_OFFSET, dictionaryEnd);
      putEnd(slot, DELETIONS_END_OFFSET, deletionsEnd);
      return slot.putInt(length, checksum(slot, length, seal));
    }

    private int length() {
      if (deletionsEnd != 0) {
        return MAX_LENGTH;
      }
      if (dictionaryEnd != 0) {
        return DELETIONS_END_OFFSET;
      }
      return textEnd != 0 ? DICTIONARY_END_OFFSET : LENGTH;
    }

    private static void putEnd(ByteBuffer slot, int offset, long end) {
      if (end != 0) {
        slot.putLong(offset, end);
      }
    }
  }

  /// A commit, and how it was found.
  public record Found(Commit commit, Recovery recovery) {}

  public static CommitSlots of(ByteBuffer pages, int seal) {
    Commit even = read(pages, 0, seal);
    Commit odd = read(pages, FileHeader.PAGE, seal);
    return new CommitSlots(
        even != null && (even.number & 1) == 0 ? even : null,
        odd != null && (odd.number & 1) == 1 ? odd : null,
        read(pages, COPY_OFFSET, seal));
  }

  /// Reads them from a mapping, which a writer may be changing.
  public static CommitSlots of(MemorySegment file, int seal) {
    MemorySegment pages = file.asSlice(FileHeader.PAGE, SIZE);
    MemorySegment bytes = MemorySegment.ofArray(new byte[SIZE]).copyFrom(pages);
    for (int i = 0; i < READS && bytes.mismatch(pages) >= 0; i++) {
      bytes.copyFrom(pages);
    }
    return of(bytes.asByteBuffer().order(ByteOrder.nativeOrder()), seal);
  }

  private static @Nullable Commit read(ByteBuffer pages, int offset, int seal) {
    ByteBuffer slot = pages.slice(offset, FileHeader.PAGE).order(ByteOrder.nativeOrder());
    int length = slot.getInt(0);
    if (length < LENGTH
        || length > FileHeader.PAGE - Integer.BYTES
        || slot.getInt(length) != checksum(slot, length, seal)) {
      return null;
    }
    Commit commit =
        new Commit(
            slot.getLong(NUMBER_OFFSET),
            slot.getLong(ROWS_OFFSET),
            slot.getLong(DATA_END_OFFSET),
            slot.getInt(TAIL_OFFSET),
            end(slot, length, TEXT_END_OFFSET),
            end(slot, length, DICTIONARY_END_OFFSET),
            end(slot, length, DELETIONS_END_OFFSET));
    return commit.rows < 0 ? null : commit;
  }

  private static long end(ByteBuffer slot, int length, int offset) {
    return length < offset + Long.BYTES ? 0 : slot.getLong(offset);
  }

  private static int checksum(ByteBuffer slot, int length, int seal) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, seal));
    checksum.update(slot.slice(0, length));
    return (int) checksum.getValue();
  }

  /// Returns the newest commit that can be proved; null if there is none. It is
  /// [Recovery#OLDER_COMMIT] unless nothing can have been committed after it.
  public @Nullable Found newest() {
    Commit last = newer(even, odd);
    if (last == null || (copy != null && copy.number > last.number)) {
      return copy == null ? null : new Found(copy, Recovery.COPY_OF_COMMIT);
    }
    if (even != null && odd != null && Math.abs(even.number - odd.number) == 1) {
      return new Found(last, Recovery.INTACT);
    }
    boolean isLast = copy != null && copy.number >= last.number - 1;
    return new Found(last, isLast ? Recovery.UNFINISHED_COMMIT : Recovery.OLDER_COMMIT);
  }

  private static @Nullable Commit newer(@Nullable Commit one, @Nullable Commit other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.number > other.number ? one : other;
  }
}
