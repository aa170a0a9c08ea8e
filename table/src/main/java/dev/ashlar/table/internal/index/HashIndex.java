// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.index.StoredIndex.DamagedException;
import dev.ashlar.table.internal.memory.TableMemory;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Finds the rows of a table by the values of one field or several.
///
/// **Keys** that are no numbers are compared with those of rows, so equal hashes cost a comparison.
/// In a table that another process writes, a row may have got another key. So all rows of a slot
/// are compared until one is equal. Otherwise the first row decides, as the others have its key.
///
/// **Threads.** Any thread may look up. Changes are made under the lock that the index was made
/// with. A look-up is repeated under the lock if slots were moved meanwhile, or got another first
/// row, which is when rows are removed.
///
/// **Files.** An index of a file is read when it changes, or after some look-ups. Those before that
/// read the [file][StoredIndex] under the lock. If it is damaged, the index is made again.
///
/// **Failures.** [#prepare] and [#prepareChange] allocate everything before anything changes. A
/// prepared change allocates nothing.
public final class HashIndex {
  /// The rows of the table.
  public interface Rows {
    /// Returns the current memory.
    TableMemory memory();

    /// Whether a row was deleted, so that it has no key.
    boolean isDeleted(long row);
  }

  private final KeyField field;
  private final boolean numbers;
  private final KeyHash hashes;
  private final Rows rows;
  private final Object lock;

  private final boolean unique;

  /// The key that is worked on under the lock.
  private final Key own = new Key();

  /// The slots with the first row of each key, or its only row.
  private volatile Slots slots;

  /// Null as long as no key has several rows.
  private volatile @Nullable RowLinks links;

  /// The index as long as it is only in its file; null if it was loaded.
  private volatile @Nullable StoredIndex stored;

  /// Whether that file was found to be damaged.
  private boolean damaged;

  /// Odd while slots are moved, or only in a file.
  private volatile int moves;

  /// How many slots are used.
  private long keys;

  HashIndex(
      KeyField field,
      KeyHash hashes,
      boolean unique,
      Rows rows,
      Object lock,
      Slots slots,
      @Nullable RowLinks links,
      long keys) {
    this.field = field;
    this.numbers = field.isNumber();
    this.hashes = hashes;
    this.unique = unique;
    this.rows = rows;
    this.lock = lock;
    this.slots = slots;
    this.links = links;
    this.keys = keys;
  }

  HashIndex(KeyField field, boolean unique, Rows rows, Object lock, StoredIndex stored) {
    this(
        field,
        stored.hashes(),
        unique,
        rows,
        lock,
        Slots.of(0, field.isNumber()),
        null,
        stored.keys());
    this.stored = stored;
    this.moves = 1;
  }

  /// Returns the index of the first `size` rows.
  ///
  /// @param given null for random hashes
  /// @throws IllegalArgumentException if it is to be unique and two rows have the same key
  public static HashIndex build(
      KeyField field, @Nullable KeyHash given, boolean unique, Rows rows, Object lock, long size) {
    KeyHash hashes = given != null ? given : field.isNumber() ? KeyHash.NONE : KeyHash.random();
    // Equal keys have one slot, and how many differ is not known.
    Slots slots = Slots.of(unique ? size : 0, field.isNumber());
    HashIndex index = new HashIndex(field, hashes, unique, rows, lock, slots, null, 0);
    for (long row = 0; row < size; row++) {
      if (!rows.isDeleted(row)) {
        index.prepare(1, size);
        index.add(row);
      }
    }
    return index;
  }

  /// Returns the index of the same field in the first `size` rows.
  public HashIndex again(long size) {
    return build(field, hashes, unique, rows, lock, size);
  }

  /// Returns the same keys for a reader, who refuses no key: it may see some rows before a writer
  /// changes them and others after it.
  public HashIndex ofReader() {
    StoredIndex file = stored;
    if (!unique) {
      return this;
    }
    return file != null
        ? new HashIndex(field, false, rows, lock, file)
        : new HashIndex(field, hashes, false, rows, lock, slots, links, keys);
  }

  /// Reads an index that is only in its file. The caller has the lock.
  public void load() {
    StoredIndex file = stored;
    if (file == null) {
      return;
    }
    StoredIndex.Loaded loaded = file.load();
    if (loaded != null) {
      links = loaded.links();
      slots = loaded.slots();
    } else {
      HashIndex made = build(field, hashes, unique, rows, lock, file.rows());
      damaged = true;
      links = made.links;
      slots = made.slots;
      keys = made.keys;
    }
    stored = null;
    file.close();
    moves = 0;
  }

  /// Unmaps the file of an index that is only there, and has ended or was replaced: look-ups that
  /// are under way, or still to come, throw `IllegalStateException`.
  public void release() {
    StoredIndex file = stored;
    if (file != null) {
      file.close();
    }
  }

  public KeyField field() {
    return field;
  }

  KeyHash hashes() {
    return hashes;
  }

  /// Whether the file that it was in was damaged. The caller has the lock.
  public boolean wasDamaged() {
    return damaged;
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
    load();
    return slots;
  }

  @Nullable RowLinks links() {
    return links;
  }

  /// Returns the first row of a key, where keys are numbers; -1 if there is none. It may be one
  /// that is being appended.
  public long find(long key) {
    int before = moves;
    int row = slots.lookUp(key);
    VarHandle.acquireFence();
    return before == moves && (before & 1) == 0 ? Integer.toUnsignedLong(row) - 1 : findAlone(key);
  }

  private long findAlone(long key) {
    synchronized (lock) {
      StoredIndex file = stored();
      try {
        return file != null
            ? file.find(key, _ -> true)
            : Integer.toUnsignedLong(slots.lookUp(key)) - 1;
      } catch (DamagedException damaged) {
        load();
        return findAlone(key);
      }
    }
  }

  /// Returns the file to look up in; null if the index is loaded.
  private @Nullable StoredIndex stored() {
    StoredIndex file = stored;
    if (file != null && !file.isEnough()) {
      load();
    }
    return stored;
  }

  /// Same as [#find(long)], for a value of the only field.
  public long find(Object value) {
    if (numbers) {
      return find(field.keyOf(value));
    }
    Key key = Key.ofThread();
    return field.load(value, key, hashes) ? find(key) : -1;
  }

  /// Same as [#find(long)], for a value of each field.
  public long find(Object... values) {
    if (values.length == 1) {
      return find(values[0]);
    }
    Key key = Key.ofThread();
    return field.load(values, key, hashes) ? find(key) : -1;
  }

  /// Same as [#find(long)], for the bytes of a text.
  public long find(byte[] bytes, int offset, int length) {
    Key key = Key.ofThread();
    return field.load(bytes, offset, length, key, hashes) ? find(key) : -1;
  }

  private long find(Key key) {
    int before = moves;
    long row = firstRow(key);
    VarHandle.acquireFence();
    return before == moves && (before & 1) == 0 ? row : findAlone(key);
  }

  private long findAlone(Key key) {
    synchronized (lock) {
      StoredIndex file = stored();
      try {
        return file != null ? file.find(key.hash, row -> hasKey(row, key)) : firstRow(key);
      } catch (DamagedException damaged) {
        load();
        return firstRow(key);
      }
    }
  }

  private long firstRow(Key key) {
    Slots now = slots;
    for (int slot = now.find(key.hash); slot >= 0; slot = now.findNext(slot, key.hash)) {
      long row = equalRow(now.row(slot), key);
      if (row >= 0) {
        return row;
      }
    }
    return -1;
  }

  /// Returns the first row with a key among one row and the next ones of its slot; -1 if none has
  /// it.
  private long equalRow(long first, Key key) {
    long row = first;
    while (row >= 0 && !hasKey(row, key)) {
      row = next(row);
    }
    return row;
  }

  private boolean hasKey(long row, Key key) {
    Chunk chunk = chunk(row);
    return field.isIn(chunk, (int) (row - chunk.first), key);
  }

  private Chunk chunk(long row) {
    TableMemory memory = rows.memory();
    Chunk first = memory.first();
    return first.contains(row) ? first : memory.chunk(row);
  }

  /// Returns the next row of the key that a row has; -1 if it is the last.
  public long next(long row) {
    if (stored != null) {
      return nextStored(row);
    }
    RowLinks lists = links;
    return lists == null ? -1 : lists.next(row);
  }

  private long nextStored(long row) {
    synchronized (lock) {
      StoredIndex file = stored();
      try {
        if (file != null) {
          return file.next(row);
        }
      } catch (DamagedException damaged) {
        load();
      }
    }
    return next(row);
  }

  /// Loads the key of a row; returns false if it has none.
  private boolean load(long row, Key key) {
    Chunk chunk = chunk(row);
    return field.load(chunk, (int) (row - chunk.first), key, hashes);
  }

  /// The rest is called under the lock.
  ///
  /// Makes room for so many more keys, of rows that are less than `end`.
  ///
  /// @throws IllegalStateException if no index has room for them
  public void prepare(long more, long end) {
    load();
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
    load();
    boolean had = load(row, own);
    if (had && field.isIn(from, fromRow, own)) {
      return false;
    }
    boolean has = field.load(from, fromRow, own, hashes);
    if (has) {
      int slot = slot(own);
      if (slot >= 0) {
        requireNotUnique(slot, row);
        lists(end);
      }
      prepare(1, end);
    }
    return had || has;
  }

  /// Returns the slot of a key; if it is in none, the complement of the one that it belongs in.
  private int slot(Key key) {
    int slot = slots.find(key.hash);
    while (slot >= 0 && !numbers && equalRow(slots.row(slot), key) < 0) {
      slot = slots.findNext(slot, key.hash);
    }
    return slot;
  }

  private void requireNotUnique(int slot, long other) {
    if (unique) {
      long row = slots.row(slot);
      Chunk chunk = chunk(row);
      throw field.taken(chunk, (int) (row - chunk.first), other);
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
    if (!load(row, own)) {
      if (lists != null) {
        lists.clear(row);
      }
      return;
    }
    int slot = slot(own);
    if (slot >= 0) {
      requireNotUnique(slot, row);
      lists(rows.memory().capacity()).add(slots.row(slot), row);
      return;
    }
    if (lists != null) {
      lists.start(row);
    }
    slots.set(~slot, own.hash, row);
    keys++;
  }

  /// Removes rows, before their memory changes.
  public void removeFrom(long from, long to) {
    for (long row = to - 1; row >= from; row--) {
      if (!rows.isDeleted(row) && load(row, own)) {
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
        if (!rows.isDeleted(row)) {
          add(row);
        }
      }
    } finally {
      endMoves();
    }
  }

  /// Removes a row whose key is loaded.
  private void remove(long row) {
    int slot = slot(own);
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
    if (after == first) {
      return;
    }
    beginMoves();
    if (after >= 0) {
      slots.set(slot, own.hash, after);
    } else {
      slots.remove(slot);
      keys--;
    }
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
