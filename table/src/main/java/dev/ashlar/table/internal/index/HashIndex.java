// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.memory.TableMemory;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Finds the rows of a table by the values of one field.
///
/// **Threads.** Any thread may look up. Changes are made under the lock that the index was made
/// with. A look-up is repeated under the lock if slots were moved meanwhile, which is when rows are
/// removed.
///
/// **Failures.** [#prepare] and [#prepareChange] allocate everything before anything changes. A
/// prepared change allocates nothing.
public final class HashIndex {
  /// The current memory of the table.
  public interface Rows {
    TableMemory memory();
  }

  private final KeyField field;
  private final Rows rows;
  private final Object lock;

  private final boolean unique;

  /// The slots with the first row of each key, or its only row.
  private volatile Slots slots;

  /// Null as long as no key has several rows.
  private volatile @Nullable RowLinks links;

  /// Odd while slots are moved.
  private volatile int moves;

  /// How many slots are used.
  private long keys;

  HashIndex(
      KeyField field,
      boolean unique,
      Rows rows,
      Object lock,
      Slots slots,
      @Nullable RowLinks links,
      long keys) {
    this.field = field;
    this.unique = unique;
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
    // Equal keys have one slot, and how many differ is not known.
    Slots slots = Slots.of(unique ? size : 0);
    HashIndex index = new HashIndex(field, unique, rows, lock, slots, null, 0);
    for (long row = 0; row < size; row++) {
      index.prepare(1, size);
      index.add(row);
    }
    return index;
  }

  /// Returns the same keys for a reader, who refuses no key: it may see some rows before a writer
  /// changes them and others after it.
  public HashIndex ofReader() {
    return unique ? new HashIndex(field, false, rows, lock, slots, links, keys) : this;
  }

  public KeyField field() {
    return field;
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

  /// Returns the first row of a key; -1 if there is none. It may be one that is being appended.
  public long find(long key) {
    int before = moves;
    int row = slots.lookUp(key);
    VarHandle.acquireFence();
    return before == moves && (before & 1) == 0 ? Integer.toUnsignedLong(row) - 1 : findAlone(key);
  }

  private long findAlone(long key) {
    synchronized (lock) {
      return Integer.toUnsignedLong(slots.lookUp(key)) - 1;
    }
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

  private long key(long row) {
    Chunk chunk = chunk(row);
    return field.key(chunk, (int) (row - chunk.first));
  }

  private boolean hasKey(long row) {
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
      slots = slots.withRoom(keys + more);
    }
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
      int slot = slots.find(key);
      if (slot >= 0) {
        requireNotUnique(key, slot);
        lists(end);
      }
      prepare(1, end);
    }
    return true;
  }

  private void requireNotUnique(long key, int slot) {
    if (unique) {
      throw field.taken(key, slots.row(slot));
    }
  }

  /// Returns the lists of rows of equal keys, and makes them if there are none.
  private RowLinks lists(long end) {
    RowLinks lists = links;
    if (lists == null) {
      RowLinks made = RowLinks.of(end);
      slots.forEach(made::start);
      links = made;
      return made;
    }
    return lists;
  }

  /// Adds a row if it has a key, for which there is [room][#prepare].
  ///
  /// @throws IllegalArgumentException if the index is unique and another row has the key
  /// @throws OutOfMemoryError if this is the first key of several rows, and that is not prepared
  public void add(long row) {
    RowLinks lists = links;
    if (!hasKey(row)) {
      if (lists != null) {
        lists.clear(row);
      }
      return;
    }
    long key = key(row);
    int slot = slots.find(key);
    if (slot >= 0) {
      requireNotUnique(key, slot);
      lists(rows.memory().capacity()).add(slots.row(slot), row);
      return;
    }
    if (lists != null) {
      lists.start(row);
    }
    slots.set(~slot, key, row);
    keys++;
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
    long key = key(row);
    int slot = slots.find(key);
    if (slot < 0) {
      throw new IllegalStateException(
          "%s of row %d is not in its index: a segment has written it, so drop the index"
              .formatted(field.name(), row));
    }
    long first = slots.row(slot);
    long after = first == row ? next(row) : first;
    RowLinks lists = links;
    if (lists != null) {
      lists.remove(first, row);
    }
    if (after >= 0) {
      slots.set(slot, key, after);
      return;
    }
    beginMoves();
    slots.remove(slot);
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
}
