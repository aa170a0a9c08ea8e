// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/// A hash table of rows by their keys, with open addressing and linear probing.
///
/// ```
/// slot    0   the number of the row plus 1, without sign; 0 if the slot is empty
///         1   the lower half of the key
///         2   its upper half
/// ```
///
/// A look-up reads the slots of a cache line. A slot contains the key: reading it from the table
/// would be a second cache miss, which waits for the first.
///
/// The first slot of a key is a monotonic function of its hash. So a larger table is filled in the
/// order of the old one, sequentially.
///
/// A slot is identified by the index of its first `int`.
final class Slots {
  static final int INTS = 3;

  /// At most so many are used: beyond that, probes get long.
  private static final double MAX_LOAD = 0.75;

  /// The load of a new table, which then has less than 20 bytes per key.
  private static final double LOAD = 0.62;

  private static final int MIN_LENGTH = 16;

  /// The largest length that all JVMs can allocate.
  private static final int MAX_LENGTH = (Integer.MAX_VALUE - 8) / INTS;

  private static final long MAX_ROWS = (1L << Integer.SIZE) - 1;

  private final int length;
  private final int[] ints;

  private Slots(int length) {
    this.length = length;
    this.ints = new int[length * INTS];
  }

  /// Returns empty slots for so many keys.
  static Slots of(long keys) {
    return new Slots(Math.clamp((long) (keys / LOAD), MIN_LENGTH, MAX_LENGTH));
  }

  /// Returns empty slots of a length that a file has.
  static Slots ofLength(int length) {
    return new Slots(length);
  }

  /// Whether a file can have so many slots and keys.
  static boolean isPossible(long length, long keys) {
    return MIN_LENGTH <= length && length <= MAX_LENGTH && 0 <= keys && keys <= length * MAX_LOAD;
  }

  /// Returns the same rows in slots for so many keys.
  Slots withRoom(long keys) {
    Slots larger = of(keys);
    for (int slot = 0; slot < ints.length; slot += INTS) {
      if (ints[slot] != 0) {
        long key = key(slot);
        larger.set(~larger.find(key), key, row(slot));
      }
    }
    return larger;
  }

  /// Whether there is room for so many keys, of rows that are less than `rows`.
  boolean hasRoom(long keys, long rows) {
    return keys <= length * MAX_LOAD && rows <= MAX_ROWS;
  }

  /// Whether any slots could have room for so many keys, of rows that are less than `rows`.
  static boolean canHaveRoom(long keys, long rows) {
    return keys <= MAX_LENGTH * MAX_LOAD && rows <= MAX_ROWS;
  }

  /// Whether they have so many keys, each of a row that is less than `rows`.
  boolean areOf(long keys, long rows) {
    long used = 0;
    for (int slot = 0; slot < ints.length; slot += INTS) {
      if (ints[slot] != 0) {
        used++;
        if (row(slot) >= rows) {
          return false;
        }
      }
    }
    return used == keys;
  }

  int length() {
    return length;
  }

  /// All slots, one after another.
  int[] ints() {
    return ints;
  }

  long byteSize() {
    return (long) ints.length * Integer.BYTES;
  }

  void clear() {
    Arrays.fill(ints, 0);
  }

  /// Mixes all bits of a key: the variant 13 of David Stafford's finalizers, which
  /// `SplittableRandom` has too.
  private static long hash(long key) {
    long hash = (key ^ (key >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }

  /// The first slot to look at.
  private int first(long key) {
    return (int) Math.unsignedMultiplyHigh(hash(key), length) * INTS;
  }

  private int after(int slot) {
    return slot + INTS == ints.length ? 0 : slot + INTS;
  }

  /// Returns the row of a key plus 1, without sign; 0 if there is none. Any thread may call it
  /// while rows are added. It duplicates [#find], so that its profile comes only from look-ups.
  int lookUp(long key) {
    int[] slots = ints;
    int lower = (int) key;
    int upper = (int) (key >>> Integer.SIZE);
    int slot = first(key);
    while (true) {
      int row = slots[slot];
      // The key was written before the row.
      VarHandle.acquireFence();
      if (row == 0 || (slots[slot + 1] == lower && slots[slot + 2] == upper)) {
        return row;
      }
      slot += INTS;
      if (slot == slots.length) {
        slot = 0;
      }
    }
  }

  /// Returns the slot of a key; if it is in none, the complement of the one that it belongs in.
  int find(long key) {
    int slot = first(key);
    while (ints[slot] != 0) {
      if (key(slot) == key) {
        return slot;
      }
      slot = after(slot);
    }
    return ~slot;
  }

  private long key(int slot) {
    return (long) ints[slot + 2] << Integer.SIZE | Integer.toUnsignedLong(ints[slot + 1]);
  }

  /// Returns the row in a slot; -1 if it is empty.
  long row(int slot) {
    return Integer.toUnsignedLong(ints[slot]) - 1;
  }

  /// Calls an action with each row.
  void forEach(LongConsumer action) {
    for (int slot = 0; slot < ints.length; slot += INTS) {
      if (ints[slot] != 0) {
        action.accept(row(slot));
      }
    }
  }

  /// Writes a slot. Who sees the row sees its key.
  void set(int slot, long key, long row) {
    ints[slot + 1] = (int) key;
    ints[slot + 2] = (int) (key >>> Integer.SIZE);
    VarHandle.releaseFence();
    ints[slot] = (int) (row + 1);
  }

  /// Empties a slot. What follows moves to the front as far as it could lie there: otherwise probes
  /// would end at the gap. This is algorithm R of Knuth, The Art of Computer Programming, volume 3,
  /// 6.4.
  void remove(int slot) {
    int gap = slot;
    for (int next = after(slot); ints[next] != 0; next = after(next)) {
      int first = first(key(next));
      boolean between = gap < next ? gap < first && first <= next : gap < first || first <= next;
      if (!between) {
        set(gap, key(next), row(next));
        gap = next;
      }
    }
    ints[gap] = 0;
  }
}
