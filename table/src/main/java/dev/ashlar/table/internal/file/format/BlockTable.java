// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import dev.ashlar.table.internal.schema.Layout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfLong;

/// The entries of a file's blocks: a `long` for each block, behind the data.
///
/// ```
/// checksum, and its complement in the upper half     all its rows were committed like that
/// -1                                                 it is dirty: rows that were committed may
///                                                    have been written since
/// -2                                                 it is damaged: it differed from its checksum
///                                                    before it was written, or a commit replaced it
/// anything else                                      nothing, unless the block is full: then damage
/// ```
///
/// A block that is not full has its checksum in the commit, so that a commit that is not completed
/// leaves the one before as it was.
///
/// @param entries the memory of the entries, indexed by the number of the block
public record BlockTable(MemorySegment entries) {
  private static final OfLong ENTRY = ValueLayout.JAVA_LONG;
  public static final long DIRTY = -1;
  public static final long DAMAGED = -2;
  public static final long NOTHING = 0;

  static long byteSize(long blocks) {
    return Layout.roundUp(Math.multiplyExact(blocks, ENTRY.byteSize()), FileHeader.PAGE);
  }

  public static long offset(long block) {
    return block * ENTRY.byteSize();
  }

  public static long clean(int checksum) {
    return (checksum & 0xFFFF_FFFFL) | (long) ~checksum << Integer.SIZE;
  }

  public static boolean isClean(long entry) {
    return entry == clean((int) entry);
  }

  public long get(long block) {
    return entries.getAtIndex(ENTRY, block);
  }

  public void set(long block, long entry) {
    entries.setAtIndex(ENTRY, block, entry);
  }

  public boolean isDamaged(long block) {
    return get(block) == DAMAGED;
  }

  public boolean isDirty(long block) {
    return get(block) == DIRTY;
  }
}
