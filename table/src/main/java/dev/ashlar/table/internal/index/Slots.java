// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/// A hash table of rows by numbers, with open addressing and linear probing. A number is a key, or
/// the [hash][KeyHash] of one, of which only the upper half is stored.
///
/// ```
/// slot    0   the number of the row plus 1, without sign; 0 if the slot is empty
///         1   the upper half of the number
///         2   the lower half; left out if these are hashes
/// ```
///
/// A look-up reads the slots of a cache line. A slot contains the key: reading it from the table
/// would be a second cache miss, which waits for the first. With a hash, that miss is needed.
/// Different keys with the same hash have a slot each.
///
/// The first slot of a key is a monotonic function of its hash. So a larger table is filled in the
/// order of the old one, sequentially.
///
/// A slot is identified by the index of its first `int`.
final class Slots {
  /// How many ints a slot has: with a whole number, or with the upper half of a hash.
  private static final int OF_NUMBER = 3;

  private static final int OF_HASH = 2;

  /// The upper bits of a hash that a slot has.
  static final int HASH_BITS = Integer.SIZE;

  /// At most so many are used: beyond that, probes get long.
  private static final double MAX_LOAD = 0.75;

  /// The load of a new table, which then has less than 20 bytes per key.
  private static final double LOAD = 0.62;

  private static final int MIN_LENGTH = 16;

  /// The largest length that all JVMs can allocate.
  private static final int MAX_LENGTH = (Integer.MAX_VALUE - 8) / OF_NUMBER;

  private static final long MAX_ROWS = (1L << Integer.SIZE) - 1;

  private final int length;

  /// The ints of a slot.
  private final int stride;

  private final int[] ints;

  private Slots(int length, int stride) {
    this.length = length;
    this.stride = stride;
    this.ints = new int[length * stride];
  }

  /// Returns empty slots for so many keys.
  ///
  /// @param numbers whether the keys are numbers; otherwise they have hashes
  static Slots of(long keys, boolean numbers) {
    return ofLength(Math.clamp((long) (keys / LOAD), MIN_LENGTH, MAX_LENGTH), numbers);
  }

  /// Returns empty slots of a length that a file has.
  static Slots ofLength(int length, boolean numbers) {
    return new Slots(length, numbers ? OF_NUMBER : OF_HASH);
  }

  /// How many ints so many slots have.
  static long ints(long length, boolean numbers) {
    return length * (numbers ? OF_NUMBER : OF_HASH);
  }

  /// Whether a file can have so many slots and keys.
  static boolean isPossible(long length, long keys) {
    return MIN_LENGTH <= length && length <= MAX_LENGTH && 0 <= keys && keys <= length * MAX_LOAD;
  }

  /// Returns the same rows in slots for so many keys.
  Slots withRoom(long keys) {
    Slots larger = of(keys, stride == OF_NUMBER);
    for (int slot = 0; slot < ints.length; slot += stride) {
      if (ints[slot] != 0) {
        long key = key(slot);
        int free = larger.first(key);
        while (larger.ints[free] != 0) {
          free = larger.after(free);
        }
        larger.set(free, key, row(slot));
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

  /// Returns how many slots are used among those from one to another, exclusive; -1 if one has a
  /// row that is not less than `rows`.
  int used(int from, int to, long rows) {
    int used = 0;
    for (int slot = from; slot < to; slot += stride) {
      if (ints[slot] != 0) {
        used++;
        if (row(slot) >= rows) {
          return -1;
        }
      }
    }
    return used;
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

  /// The number of the first of so many slots to look at.
  static long first(long key, long length, boolean numbers) {
    return Math.unsignedMultiplyHigh(numbers ? hash(key) : key, length);
  }

  private int first(long key) {
    return (int) first(key, length, stride == OF_NUMBER) * stride;
  }

  private int after(int slot) {
    return slot + stride == ints.length ? 0 : slot + stride;
  }

  /// Returns the row of a number plus 1, without sign; 0 if there is none. Any thread may call it
  /// while rows are added. It duplicates [#find], so that its profile comes only from look-ups.
  int lookUp(long key) {
    int[] slots = ints;
    int lower = (int) key;
    int upper = (int) (key >>> Integer.SIZE);
    int slot = (int) Math.unsignedMultiplyHigh(hash(key), length) * OF_NUMBER;
    while (true) {
      int row = slots[slot];
      // The key was written before the row.
      VarHandle.acquireFence();
      if (row == 0 || (slots[slot + 1] == upper && slots[slot + 2] == lower)) {
        return row;
      }
      slot += OF_NUMBER;
      if (slot == slots.length) {
        slot = 0;
      }
    }
  }

  /// Returns the first slot with a key or hash; if there is none, the complement of the one that it
  /// belongs in. Any thread may call it while rows are added.
  int find(long key) {
    return findFrom(first(key), key);
  }

  /// Returns the next slot with the same hash, as [#find] does.
  int findNext(int slot, long hash) {
    return findFrom(after(slot), hash);
  }

  private int findFrom(int from, long key) {
    int slot = from;
    while (ints[slot] != 0) {
      // The key was written before the row.
      VarHandle.acquireFence();
      if (key(slot) == key) {
        return slot;
      }
      slot = after(slot);
    }
    return ~slot;
  }

  private long key(int slot) {
    long upper = (long) ints[slot + 1] << Integer.SIZE;
    return stride == OF_NUMBER ? upper | Integer.toUnsignedLong(ints[slot + 2]) : upper;
  }

  /// Returns the row in a slot; -1 if it is empty.
  long row(int slot) {
    return Integer.toUnsignedLong(ints[slot]) - 1;
  }

  /// Calls an action with each row.
  void forEach(LongConsumer action) {
    for (int slot = 0; slot < ints.length; slot += stride) {
      if (ints[slot] != 0) {
        action.accept(row(slot));
      }
    }
  }

  /// Writes a slot. Who sees the row sees its key.
  void set(int slot, long key, long row) {
    ints[slot + 1] = (int) (key >>> Integer.SIZE);
    if (stride == OF_NUMBER) {
      ints[slot + 2] = (int) key;
    }
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
