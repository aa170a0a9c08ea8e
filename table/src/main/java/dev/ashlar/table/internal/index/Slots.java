// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// Row numbers by the hash of their keys, with open addressing and linear probing.
///
/// ```
/// slot    0            empty
///         tag | row    the row plus 1 in the lower bits; above them some bits of the hash
/// ```
///
/// Keys are in the table. A look-up reads the slots of a cache line, and the key of a row whose tag
/// is that of the hash: two cache lines in most cases. A slot is written at once, so a reader sees
/// it empty or whole.
///
/// The upper bits of the hash choose the first slot and its lower bits are the tag, so one says
/// nothing of the other.
final class Slots {
  static final int EMPTY = 0;

  /// At most so many are used: beyond that, probes get long.
  private static final double MAX_LOAD = 0.75;

  /// Of new slots.
  private static final double LOAD = 0.5;

  private static final int MIN_LENGTH = 16;

  /// What all JVMs can allocate.
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

  private static final int MIN_ROW_BITS = 10;

  /// So that there is one bit of the hash.
  private static final int MAX_ROW_BITS = 31;

  private final int[] slots;
  private final int rowBits;

  private Slots(int length, int rowBits) {
    this.slots = new int[length];
    this.rowBits = rowBits;
  }

  /// Returns empty slots.
  ///
  /// @param rows as many as there may be, about
  static Slots of(long keys, long rows) {
    int length = Math.clamp((long) (keys / LOAD), MIN_LENGTH, MAX_LENGTH);
    int rowBits = Long.SIZE - Long.numberOfLeadingZeros(rows + rows / 2);
    return new Slots(length, Math.clamp(rowBits, MIN_ROW_BITS, MAX_ROW_BITS));
  }

  /// Returns empty slots of a geometry that a file has.
  static Slots ofFile(int length, int rowBits) {
    return new Slots(length, rowBits);
  }

  /// Whether a file can have such slots.
  static boolean isPossible(long length, long keys, long rowBits) {
    return MIN_LENGTH <= length
        && length <= MAX_LENGTH
        && 0 <= keys
        && keys <= length * MAX_LOAD
        && MIN_ROW_BITS <= rowBits
        && rowBits <= MAX_ROW_BITS;
  }

  /// Whether there is room for so many keys, of rows that are less than `rows`.
  boolean hasRoom(long keys, long rows) {
    return keys <= slots.length * MAX_LOAD && rows < 1L << rowBits;
  }

  /// Whether any slots could have room for so many keys, of rows that are less than `rows`.
  static boolean canHaveRoom(long keys, long rows) {
    return keys <= MAX_LENGTH * MAX_LOAD && rows < 1L << MAX_ROW_BITS;
  }

  /// Whether they have so many keys, each of a row that is less than `rows`.
  boolean areOf(long keys, long rows) {
    long used = 0;
    for (int content : slots) {
      if (content != EMPTY) {
        used++;
        if (row(content) < 0 || row(content) >= rows) {
          return false;
        }
      }
    }
    return used == keys;
  }

  void clear() {
    Arrays.fill(slots, EMPTY);
  }

  int[] array() {
    return slots;
  }

  int rowBits() {
    return rowBits;
  }

  long byteSize() {
    return (long) slots.length * Integer.BYTES;
  }

  /// Mixes all bits of a key: the variant 13 of David Stafford's finalizers, which
  /// `SplittableRandom` has too.
  static long hash(long key) {
    long hash = (key ^ (key >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }

  /// The first slot to look at.
  int first(long hash) {
    return (int) Math.unsignedMultiplyHigh(hash, slots.length);
  }

  int after(int slot) {
    return slot + 1 == slots.length ? 0 : slot + 1;
  }

  int get(int slot) {
    return slots[slot];
  }

  /// Whether the row may have a key of that hash.
  boolean mayHave(int content, long hash) {
    return (content ^ tag(hash)) >>> rowBits == 0;
  }

  private int tag(long hash) {
    return (int) hash << rowBits;
  }

  long row(int content) {
    return (content & ((1 << rowBits) - 1)) - 1L;
  }

  /// Writes a row, whose key other threads see when they see the row.
  void set(int slot, long hash, long row) {
    VarHandle.releaseFence();
    slots[slot] = tag(hash) | (int) (row + 1);
  }

  /// Writes what [#get] has returned, or [#EMPTY].
  void set(int slot, int content) {
    slots[slot] = content;
  }

  /// Adds a row whose key no other row has.
  void add(long hash, long row) {
    int slot = first(hash);
    while (get(slot) != EMPTY) {
      slot = after(slot);
    }
    set(slot, hash, row);
  }
}
