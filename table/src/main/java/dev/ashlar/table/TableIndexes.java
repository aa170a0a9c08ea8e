// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.file.FileStorage;
import dev.ashlar.table.internal.index.HashIndex;
import dev.ashlar.table.internal.index.IndexFile;
import dev.ashlar.table.internal.index.IndexFile.Stamp;
import dev.ashlar.table.internal.index.KeyField;
import dev.ashlar.table.internal.index.KeyHash;
import dev.ashlar.table.internal.memory.FieldCopy;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.memory.TextCopy;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The indexes of a table, and the writing of its rows. The monitor of this object is the lock of
/// all indexes.
///
/// A row is written in three steps, so that a failure leaves row and indexes as they were:
///
/// 1. Its values are written to a table of one row, by the code that writes any row. After that no
///    value can be refused any more.
/// 2. Each index checks whether the new key is possible, and makes room.
/// 3. Old keys are removed, the row is copied, and new keys are added. None of this can fail.
final class TableIndexes<R extends Record> implements HashIndex.Rows {
  private final Table<R> table;
  private final Schema schema;

  /// Whether there is any. Asked before each row is written.
  boolean exist;

  /// The fields that a cursor or a segment may write, by their numbers. Cursors are made in loops,
  /// so this has no lock: nothing of it is taken back.
  private final boolean[] lent;

  /// Made with the first index.
  private @Nullable FieldCopy copy;

  /// Tables of one row. Several threads may write at a time, and accessors of records may, too: who
  /// finds none makes another.
  private final AtomicReference<@Nullable Table<R>> spare = new AtomicReference<>();

  private volatile List<Index> indexes = List.of();

  /// The stamps of the rows that indexes have in their files.
  private final Map<Index, Stamp> inFile = new HashMap<>();

  /// Whether rows of a reader have changed and not all indexes have been made again.
  private boolean stale;

  /// For each index, whether the row that is being written gets another key.
  private boolean[] changed = {};

  TableIndexes(Table<R> table) {
    this.table = table;
    this.schema = table.rows().schema();
    this.lent = new boolean[schema.fields().size()];
  }

  @Override
  public TableMemory memory() {
    return table.memory();
  }

  @Override
  public boolean isDeleted(long row) {
    return table.deletedRows().has(row);
  }

  /// Lets a field be written by who does not know the indexes.
  void lend(Field field, String writer) {
    requireNone(field, writer);
    lent[field.index()] = true;
  }

  /// @throws UnsupportedOperationException if an index depends on the field
  void requireNone(Field field, String writer) {
    if (exist) {
      for (Index index : indexes) {
        if (index.hash().field().fields().anyMatch(field::equals)) {
          throw new UnsupportedOperationException(
              "The %s needs %s, so %s cannot write that: set whole rows, or drop the index"
                  .formatted(index, field.name(), writer));
        }
      }
    }
  }

  private void requireNotLent(Field field) {
    if (lent[field.index()]) {
      throw new IllegalStateException(
          "%s can be written by a cursor or a segment, which would not keep an index up to date: make the index of %s before them"
              .formatted(field.name(), table));
    }
  }

  /// Returns the index of fields, and makes it if there is none.
  Index of(List<String> names, boolean unique) {
    return of(names, unique, null);
  }

  /// @param hashes of a new index; null for random ones
  synchronized Index of(List<String> names, boolean unique, @Nullable KeyHash hashes) {
    KeyField field = KeyField.of(schema, names);
    for (Index index : indexes) {
      if (index.name().equals(field.name())) {
        if (unique && !index.isUnique()) {
          throw new IllegalStateException(
              "The %s is not unique: drop it, and make a unique one".formatted(index));
        }
        return index;
      }
    }
    field.fields().forEach(this::requireNotLent);
    table.claim.take(table);
    try {
      return make(field, unique, hashes);
    } finally {
      table.claim.release();
    }
  }

  private Index make(KeyField field, boolean unique, @Nullable KeyHash hashes) {
    Stamp stamp = stamp();
    boolean follows = table.storage() instanceof FileStorage file && !file.isWriter();
    if (follows) {
      follow(table.size());
    }
    HashIndex found = stamp == null ? null : read(field, unique, stamp);
    HashIndex hash =
        found == null ? HashIndex.build(field, hashes, unique, this, this, table.size()) : found;
    Index index = new Index(table, follows ? hash.ofReader() : hash, unique);
    List<Index> more = new ArrayList<>(indexes);
    more.add(index);
    exchange(List.copyOf(more), new FieldCopy(schema), new boolean[more.size()]);
    if (found != null && stamp != null) {
      inFile.put(index, stamp);
    }
    return index;
  }

  /// Exchanges the indexes for others. Nothing of it can fail.
  private void exchange(List<Index> others, @Nullable FieldCopy fields, boolean[] changes) {
    copy = fields;
    changed = changes;
    indexes = others;
    exist = !others.isEmpty();
  }

  /// Returns the stamp that an index in a file must have; null if the table is in no file, or has
  /// rows that are not committed.
  private @Nullable Stamp stamp() {
    if (table.isOpen() && table.storage() instanceof FileStorage file) {
      long checksum = file.checksum(table.size());
      return checksum < 0 ? null : new Stamp(file.id(), checksum, table.size());
    }
    return null;
  }

  /// An index that cannot be read is made again.
  private @Nullable HashIndex read(KeyField field, boolean unique, Stamp stamp) {
    try {
      FileStorage file = (FileStorage) table.storage();
      return IndexFile.read(
          IndexFile.path(file.realPath(), field.name()), stamp, field, unique, this, this);
    } catch (IOException unreadable) {
      return null;
    }
  }

  /// Writes all indexes to files beside the table, if all its rows are committed. An index that
  /// cannot be written is made again at its next use.
  synchronized void save() {
    Stamp stamp = exist ? stamp() : null;
    if (stamp == null || !((FileStorage) table.storage()).isWriter()) {
      return;
    }
    for (Index index : indexes) {
      if (!stamp.equals(inFile.get(index)) || index.hash().wasDamaged()) {
        write(index, stamp);
      }
    }
  }

  private void write(Index index, Stamp stamp) {
    Path path = IndexFile.path(((FileStorage) table.storage()).realPath(), index.name());
    try {
      IndexFile.write(index.hash(), path, stamp);
    } catch (IOException | OutOfMemoryError full) {
      // The table is being closed, which must not fail for that.
      return;
    }
  }

  synchronized void drop(Index dropped) {
    List<Index> others = indexes.stream().filter(index -> index != dropped).toList();
    exchange(others, copy, new boolean[others.size()]);
    inFile.remove(dropped);
    dropped.end();
  }

  /// Ends all indexes, of a table that is closed.
  synchronized void end() {
    indexes.forEach(Index::end);
  }

  /// Adds rows that have been written and that the table does not show yet: all or none.
  synchronized void append(long from, long to) {
    table.generated().requireStack();
    int done = 0;
    long row = from;
    try {
      for (; done < changed.length; done++) {
        Index index = indexes.get(done);
        HashIndex hash = index.hash();
        row = from;
        // Otherwise equal keys have one slot, and how many differ is not known.
        hash.prepare(index.isUnique() ? to - from : 0, to);
        for (; row < to; row++) {
          hash.prepare(1, to);
          hash.add(row);
        }
      }
    } catch (RuntimeException | OutOfMemoryError failure) {
      for (int i = 0; i <= done; i++) {
        indexes.get(i).hash().removeFrom(from, i < done ? to : row);
      }
      throw failure;
    }
  }

  /// Writes a record to a row.
  void set(long row, R record) {
    Table<R> values = values(record);
    write(values.memory(), 0, row);
    giveBack(values);
  }

  /// Writes a record to all rows.
  void fill(R record) {
    Table<R> values = values(record);
    for (Index index : indexes) {
      if (index.isUnique()
          && table.size() - table.deletedCount() > 1
          && index.hash().field().isPresent(values.memory().first(), 0)) {
        throw new IllegalArgumentException(
            "The %s is unique: its rows cannot be the same".formatted(index));
      }
    }
    for (long row = table.nextRow(0); row < table.size(); row = table.nextRow(row + 1)) {
      write(values.memory(), 0, row);
    }
    giveBack(values);
  }

  /// The texts of a table stay in its area.
  private void giveBack(Table<R> values) {
    if (!schema.hasTexts()) {
      spare.set(values);
    }
  }

  /// Returns a table of one row that has the record's values.
  private Table<R> values(R record) {
    Table<R> free = spare.getAndSet(null);
    Table<R> values = free == null ? table.layout().type().columns().heap(1) : free;
    values.set(0, record);
    return values;
  }

  /// Copies a row of any table of the record to a row.
  synchronized void write(TableMemory from, long fromRow, long row) {
    FieldCopy values = copy;
    if (values == null || !schema.isExact()) {
      throw new IllegalArgumentException(schema.refusal());
    }
    Chunk source = from.chunk(fromRow);
    int sourceRow = (int) (fromRow - source.first);
    Chunk target = Table.chunk(table, row);
    int targetRow = (int) (row - target.first);
    table.generated().requireStack();
    target.requireWritable(targetRow);
    for (int i = 0; i < changed.length; i++) {
      changed[i] = indexes.get(i).hash().prepareChange(row, source, sourceRow, table.size());
    }
    TextCopy texts = TextCopy.before(schema, source, sourceRow, target, targetRow, 1);
    for (int i = 0; i < changed.length; i++) {
      if (changed[i]) {
        indexes.get(i).hash().removeFrom(row, row + 1);
      }
    }
    values.copy(source, sourceRow, target, targetRow, 1);
    texts.write();
    for (int i = 0; i < changed.length; i++) {
      if (changed[i]) {
        indexes.get(i).hash().add(row);
      }
    }
  }

  /// Forgets a row that is about to be deleted.
  synchronized void remove(long row) {
    prepareTruncate();
    for (Index index : indexes) {
      index.hash().removeFrom(row, row + 1);
    }
  }

  /// Prepares [#truncate], after which that cannot fail.
  synchronized void prepareTruncate() {
    indexes.forEach(index -> index.hash().load());
  }

  /// Forgets the rows from `rows` on, which are still there.
  synchronized void truncate(long rows) {
    for (Index index : indexes) {
      if (rows < table.size() / 2) {
        index.hash().refill(rows);
      } else {
        index.hash().removeFrom(rows, table.size());
      }
    }
  }

  /// Makes the indexes again if the writer of the file has removed rows that they have, or may have
  /// written such rows again. The table is about to show `size` rows.
  synchronized void follow(long size) {
    long kept = Math.min(size, table.size());
    stale |= ((FileStorage) table.storage()).haveRowsChanged() || kept < table.size();
    if (stale) {
      for (Index index : indexes) {
        HashIndex old = index.hash();
        index.replace(old.again(kept));
        old.release();
      }
      stale = false;
    }
  }
}
