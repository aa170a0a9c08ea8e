// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.memory.TableMemory;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Finds the rows of a table by the values of one field. It holds row numbers; the keys are in the
/// table.
///
/// **Threads.** Any thread may look up. Changes are made under the lock that the index was made
/// with. A row that is found has the key, as its memory says so. A look-up that finds none is
/// repeated under the lock if slots were moved meanwhile, which is when rows are removed.
///
/// **Failures.** [#prepare] makes all memory, aside, before anything changes. What comes after it
/// allocates nothing.
public final class HashIndex {
  /// The memory that the table has now.
  public interface Rows {
    TableMemory memory();
  }

  private final KeyField field;
  private final Rows rows;
  private final Object lock;

  /// Of the first row of each key, or of its only one.
  private volatile Slots slots;

  /// Null if a key has one row.
  private volatile @Nullable RowLinks links;

  /// Odd while slots are moved.
  private volatile int moves;

  /// How many slots are used.
  private long keys;

  HashIndex(
      KeyField field, Rows rows, Object lock, Slots slots, @Nullable RowLinks links, long keys) {
    this.field = field;
    this.rows = rows;
    this.lock = lock;
    this.slots = slots;
    this.links = links;
    this.keys = keys;
  }

  /// Returns the index of the first `size` rows.
  ///
  /// @throws IllegalArgumentException if it is to be unique and two rows have the same key
  public static HashIndex build(KeyField field, boolean unique, Rows rows, Object lock, long size) {
    RowLinks links = unique ? null : RowLinks.of(size);
    // Equal keys have one slot, and how many differ is not known.
    Slots slots = Slots.of(unique ? size : 0, size);
    HashIndex index = new HashIndex(field, rows, lock, slots, links, 0);
    for (long row = 0; row < size; row++) {
      index.prepare(1, row + 1);
      index.add(row);
    }
    return index;
  }

  public KeyField field() {
    return field;
  }

  public boolean isUnique() {
    return links == null;
  }

  /// The number of keys.
  public long keys() {
    synchronized (lock) {
      return keys;
    }
  }

  /// The bytes of its arrays.
  public long byteSize() {
    RowLinks lists = links;
    return slots.byteSize() + (lists == null ? 0 : lists.byteSize());
  }

  Slots slots() {
    return slots;
  }

  @Nullable RowLinks links() {
    return links;
  }

  /// Returns the first row of a key; -1 if there is none.
  public long find(long key) {
    int before = moves;
    long row = probe(key);
    if (row >= 0) {
      return row;
    }
    VarHandle.acquireFence();
    return before == moves && (before & 1) == 0 ? -1 : findAlone(key);
  }

  private long findAlone(long key) {
    synchronized (lock) {
      return probe(key);
    }
  }

  /// Calls nothing but for the key, and nothing else calls it: C2 then inlines the way to a key
  /// that is found, whatever other methods have met.
  private long probe(long key) {
    Slots all = slots;
    int[] contents = all.array();
    int rowBits = all.rowBits();
    long hash = Slots.hash(key);
    int tag = (int) hash << rowBits;
    int slot = all.first(hash);
    while (true) {
      int content = contents[slot];
      if (content == Slots.EMPTY) {
        return -1;
      }
      if ((content ^ tag) >>> rowBits == 0) {
        int row = (content & ((1 << rowBits) - 1)) - 1;
        Chunk chunk = chunk(row);
        if (field.key(chunk, (int) (row - chunk.first)) == key) {
          return row;
        }
      }
      slot = slot + 1 == contents.length ? 0 : slot + 1;
    }
  }

  /// Returns the slot of a key; if no row has it, the complement of an empty one.
  private int slot(Slots all, long hash, long key) {
    int slot = all.first(hash);
    while (true) {
      int content = all.get(slot);
      if (content == Slots.EMPTY) {
        return ~slot;
      }
      if (all.mayHave(content, hash) && hasKey(all.row(content), key)) {
        return slot;
      }
      slot = all.after(slot);
    }
  }

  private boolean hasKey(long row, long key) {
    Chunk chunk = chunk(row);
    return field.key(chunk, (int) (row - chunk.first)) == key;
  }

  private Chunk chunk(long row) {
    TableMemory memory = rows.memory();
    Chunk first = memory.first();
    return first.contains(row) ? first : memory.chunk(row);
  }

  /// Returns the next row of the key that a row has; -1 if it is the last.
  public long next(long row) {
    RowLinks lists = links;
    return lists == null ? -1 : lists.next(row);
  }

  /// Returns the key of a row.
  public long key(long row) {
    Chunk chunk = chunk(row);
    return field.key(chunk, (int) (row - chunk.first));
  }

  /// Whether a row has a key.
  public boolean hasKey(long row) {
    Chunk chunk = chunk(row);
    return field.isPresent(chunk, (int) (row - chunk.first));
  }

  /// The rest is called under the lock.
  ///
  /// Makes room for so many more keys, of rows that are less than `end`.
  ///
  /// @throws IllegalStateException if no index has room for them
  public void prepare(long more, long end) {
    RowLinks lists = links;
    if (lists != null && !lists.hasRoom(end)) {
      links = lists.withRoom(end);
    }
    if (!slots.hasRoom(keys + more, end)) {
      if (!Slots.canHaveRoom(keys + more, end)) {
        throw new IllegalStateException(
            "An index of %s cannot have %d keys of %d rows: split the table"
                .formatted(field.name(), keys + more, end));
      }
      slots = rehashed(Slots.of(keys + more, Math.max(end, rows.memory().capacity())));
    }
  }

  /// Goes through the rows in order, as reading their keys in the order of slots would miss the
  /// cache at each.
  private Slots rehashed(Slots larger) {
    long left = keys;
    for (long row = 0; left > 0; row++) {
      if (isInSlot(row)) {
        larger.add(Slots.hash(key(row)), row);
        left--;
      }
    }
    return larger;
  }

  private boolean isInSlot(long row) {
    RowLinks lists = links;
    return lists == null ? hasKey(row) : lists.isFirst(row);
  }

  /// Returns whether a row gets another key, or none, if it is written as a row elsewhere is. Makes
  /// room for that.
  ///
  /// @throws IllegalArgumentException if the index is unique and another row has the key
  public boolean prepareChange(long row, Chunk from, int fromRow, long end) {
    boolean had = hasKey(row);
    boolean has = field.isPresent(from, fromRow);
    if (had == has && (!had || key(row) == field.key(from, fromRow))) {
      return false;
    }
    if (has) {
      long key = field.key(from, fromRow);
      Slots all = slots;
      int slot = slot(all, Slots.hash(key), key);
      if (slot >= 0 && isUnique()) {
        throw field.taken(key, all.row(all.get(slot)));
      }
      prepare(1, end);
    }
    return true;
  }

  /// Adds a row, for which there is [room][#prepare], if it has a key.
  ///
  /// @throws IllegalArgumentException if the index is unique and another row has the key
  public void add(long row) {
    if (!hasKey(row)) {
      return;
    }
    long key = key(row);
    long hash = Slots.hash(key);
    Slots all = slots;
    int slot = slot(all, hash, key);
    RowLinks lists = links;
    if (slot < 0) {
      if (lists != null) {
        lists.start(row);
      }
      all.set(~slot, hash, row);
      keys++;
    } else if (lists != null) {
      lists.add(all.row(all.get(slot)), row);
    } else {
      throw field.taken(key, all.row(all.get(slot)));
    }
  }

  /// Removes rows, before their memory changes.
  public void removeFrom(long from, long to) {
    for (long row = to - 1; row >= from; row--) {
      if (hasKey(row)) {
        remove(row);
      }
    }
  }

  /// Removes all rows and adds the first `size` ones.
  public void refill(long size) {
    beginMoves();
    try {
      slots.clear();
      RowLinks lists = links;
      if (lists != null) {
        lists.clear();
      }
      keys = 0;
      for (long row = 0; row < size; row++) {
        add(row);
      }
    } finally {
      endMoves();
    }
  }

  private void remove(long row) {
    Slots all = slots;
    long key = key(row);
    long hash = Slots.hash(key);
    int slot = slot(all, hash, key);
    if (slot < 0) {
      throw new IllegalStateException(
          "%s of row %d is not in its index: a segment has written it, so drop the index"
              .formatted(field.name(), row));
    }
    RowLinks lists = links;
    long first = all.row(all.get(slot));
    long after = first == row ? next(row) : first;
    if (lists != null) {
      lists.remove(first, row);
    }
    if (after >= 0) {
      all.set(slot, hash, after);
      return;
    }
    beginMoves();
    empty(all, slot);
    keys--;
    endMoves();
  }

  private void beginMoves() {
    int now = moves;
    moves = now + 1;
    VarHandle.fullFence();
  }

  private void endMoves() {
    int now = moves;
    moves = now + 1;
  }

  /// Moves what follows to the front, as far as it could lie there: otherwise probes would end at
  /// the gap. This is algorithm R of Knuth, The Art of Computer Programming, volume 3, 6.4.
  private void empty(Slots all, int slot) {
    int gap = slot;
    int next = all.after(slot);
    for (int content = all.get(next); content != Slots.EMPTY; content = all.get(next)) {
      int first = all.first(Slots.hash(key(all.row(content))));
      boolean between = gap < next ? gap < first && first <= next : gap < first || first <= next;
      if (!between) {
        all.set(gap, content);
        gap = next;
      }
      next = all.after(next);
    }
    all.set(gap, Slots.EMPTY);
  }
}
