// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.file.FileStorage;
import dev.ashlar.table.internal.memory.TableMemory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// A table whose rows are in a mapped file. [TableLayout#create] and [TableLayout#open] make them.
///
/// ```java
/// Path path = Files.createTempDirectory("tables").resolve("trades");
/// try (MappedTable<Trade> trades = TRADES.columns().create(path, 0)) {
///   trades.append(new Trade(1, 42, 10, 'B'));
///   trades.commit();
/// }
/// ```
///
/// Texts of more than 12 bytes are in a second file, with `.text` behind the name of the table's.
/// Both belong together: they are copied and moved at once.
///
/// When a table is closed, an access of another thread throws [IllegalStateException], or returns
/// what the file has: a thread that is in the middle of a loop may end it. What such a loop writes
/// may be lost.
///
/// @implNote Tables in memory are objects of the same generated class, so that calls in a loop have
///   one receiver type. A cast to this class does not map them: [#close] then does nothing, and the
///   other methods throw [UnsupportedOperationException].
/// @param <R> the record
public abstract class MappedTable<R extends Record> extends Table<R> implements Closeable {
  /// Called by generated classes.
  ///
  /// @throws IllegalStateException in any other class
  protected MappedTable(TableLayout<R> layout) {
    super(layout);
  }

  private FileStorage file() {
    if (storage() instanceof FileStorage file) {
      return file;
    }
    throw new UnsupportedOperationException(
        this + " is in no file: create(path, rows) or open(path) makes a table that is");
  }

  /// The file, as it was named when it was created or opened.
  public final Path path() {
    return file().path();
  }

  /// The files that the table is in, by their absolute paths without symbolic links: its own, then
  /// those beside it that have its texts, then that of its [statistics][#writeStatistics] if there
  /// is one. Whatever name the table was opened by, these paths are the same.
  public final List<Path> files() {
    return file().files();
  }

  /// Writes the rows there are now to the disk, and then their number. The next `open` finds them
  /// even if the machine stops at any moment.
  ///
  /// A commit is all or nothing for rows that were appended since the last one. Rows that were
  /// there before and were written again may be found old or new, field by field.
  ///
  /// Committed rows may be written in place before the next commit. Each of their texts of more
  /// than 12 bytes that is new then waits for the disk, as either text has to be there afterwards.
  ///
  /// The file also gets the checksums of what has changed. A row that another thread writes while
  /// this runs may be written when its checksum has been computed. So the next commit and [#close]
  /// compare again what this one gave a checksum, and take a difference for such a row, not for
  /// damage. Before that, [#verify] may report the block of such a row as damaged: if the process
  /// or the machine stops and the file is opened again. The same happens if the thread is held up
  /// while it writes the row, for more than five seconds and two commits.
  ///
  /// When it fails as the disk does, what was written may be lost even though it can be read back:
  /// this table is not committed any more. Opened again, its next commit writes all of that again.
  ///
  /// @throws IOException if the disk fails, or has failed before
  /// @throws IllegalArgumentException if the table is read-only
  public final void commit() throws IOException {
    FileStorage file = file();
    synchronized (placing) {
      file.commit(sizeAcquire());
    }
  }

  /// Shows the rows that a writer has committed since this table was opened or refreshed, so that a
  /// table open to read only follows a file that grows. Cursors of this table find them too;
  /// columns and chunks go on to show the rows that there were. Rows that were written again need
  /// no refresh. If the writer has [taken rows away][#truncate], they are no longer there; before a
  /// refresh they show what the writer appends in their place. A file that was put in the place of
  /// this one is not seen.
  ///
  /// ```java
  /// try (MappedTable<Trade> trades = TRADES.columns().openReadOnly(path)) {
  ///   if (trades.refresh()) {
  ///     Trade newest = trades.get(trades.size() - 1);
  ///   }
  /// }
  /// ```
  ///
  /// Does nothing if the table is open to write: then it is the only writer.
  ///
  /// @return whether there are rows that were not there before
  /// @throws IOException if the file has become longer and cannot be mapped, or is damaged; the
  ///   table is as before
  /// @throws WrongThreadException if the table is for [one thread][TableOption#ONE_THREAD], and
  ///   this is another
  public final boolean refresh() throws IOException {
    FileStorage file = file();
    synchronized (placing) {
      long before = size();
      TableMemory rows = file.refresh(memory());
      show(rows, file.visibleRows(before));
      return size() > before;
    }
  }

  /// Compares the committed rows with their checksums. Rows that were appended since have none yet.
  /// Writers of committed rows wait meanwhile. What differs from a checksum that this table has
  /// just written is unverified: another thread may have been writing it.
  public final Verification verify() {
    return file().verify();
  }

  /// Takes damaged rows as they are, after they were written again or because nothing better is
  /// left: they are unverified from now on, and the next commit writes their checksums. A damaged
  /// text of more than 12 bytes stays damaged until it is replaced by another one. Until then
  /// neither writing nor committing makes damage undone: [#verify] goes on to report it, in later
  /// openings too, and all other rows can be written and committed.
  ///
  /// @param rows of [Verification#damaged], or some of its blocks as a whole
  /// @throws IllegalArgumentException if these are not whole blocks of committed rows
  /// @throws IOException if the disk fails, or has failed before
  /// @throws IllegalArgumentException if the table is read-only
  public final void accept(Verification.Rows rows) throws IOException {
    file().accept(rows);
  }

  /// Returns the stored statistics of the blocks of rows that have any of these rows. Rows of
  /// blocks that are missing may have any values: they have not been committed, or have been
  /// written again since, or no writer has made statistics of them. Nothing is read but the
  /// statistics.
  ///
  /// A block is a fixed number of rows that is chosen when the file is created, about 1 MiB.
  ///
  /// @param from the first row
  /// @param to the row behind the last
  /// @throws IndexOutOfBoundsException if there are no such rows
  public final List<RowStatistics> statistics(long from, long to) {
    Objects.checkFromToIndex(from, to, size());
    return file().statistics(from, to);
  }

  /// Reads rows for what [#statistics] says of blocks.
  ///
  /// @param from the first row
  /// @param to the row behind the last
  /// @throws IndexOutOfBoundsException if there are no such rows
  public final RowStatistics computeStatistics(long from, long to) {
    Objects.checkFromToIndex(from, to, size());
    return file().computeStatistics(from, to);
  }

  /// Stores the statistics of committed rows that are not stored yet, in a file beside the table
  /// with `.stats` behind the name. [#close] does the same, if it can. A program that appends for a
  /// long time calls it for those who read meanwhile. Writers of committed rows wait.
  ///
  /// Where another thread writes a row while it is being committed, the statistics may lack that
  /// until the next commit or the end of the table.
  ///
  /// @throws IOException if the file cannot be written; the table is as before
  /// @throws IllegalArgumentException if the table is read-only
  public final void writeStatistics() throws IOException {
    StackHeadroom.require();
    file().writeStatistics();
  }

  /// Which commit of the file the table was opened with.
  public final Recovery recovery() {
    return file().recovery();
  }

  /// Says field by field how the schema of the file differs from the record, where the table was
  /// opened [to read only][TableLayout#openReadOnly]. It is empty if they are the same.
  public final List<String> schemaChanges() {
    return file().layout().schema().changes();
  }

  /// Ends the table: stores [statistics][#writeStatistics] and indexes, gives up its lock, and
  /// closes its file. What was not committed may be lost. Waits for another thread that reserves or
  /// commits. Does nothing if the table is closed.
  ///
  /// The file is unmapped at once if the table is for [one thread][TableOption#ONE_THREAD], or Java
  /// has no native access. Otherwise another thread may be in a loop: the file is unmapped when
  /// nobody can reach the table's cursors, columns and iterators, and the garbage collector has
  /// found that out. Until then the space of a file that is deleted stays in use.
  ///
  /// Everything is released whatever fails. The first failure is thrown, with the later ones
  /// suppressed.
  ///
  /// @throws WrongThreadException if the table is for [one thread][TableOption#ONE_THREAD], and
  ///   this is another
  /// @throws IllegalStateException if a system call of another thread is using the table's memory;
  ///   the table is closed, and its file is unmapped when it is closed again
  /// @throws IOException if the operating system refuses to unmap the file, or if late writes
  ///   during the last [commit][#commit] could not be found
  /// @implNote With native access, on Linux (x86-64, AArch64, RISC-V) and macOS, a private mapping
  ///   replaces that of a table that is open to write. What a loop of another thread writes after
  ///   that does not reach the file. Elsewhere, where Linux accounts for memory strictly
  ///   (`vm.overcommit_memory=2`), and where the file has been renamed, it may.
  @Override
  public final void close() throws IOException {
    if (storage() instanceof FileStorage file) {
      file.requireOwner();
      StackHeadroom.require();
      synchronized (placing) {
        // Not resources of the try: in a full heap all failures may be one object, which cannot be
        // suppressed by itself.
        try {
          indexes().save();
          saveStatistics(file);
        } finally {
          try {
            endAll();
          } finally {
            file.close();
          }
        }
      }
    }
  }

  private void endAll() {
    try {
      end();
    } finally {
      indexes().end();
    }
  }

  /// Statistics can be made later, and closing must not fail for them.
  private void saveStatistics(FileStorage file) {
    if (isOpen() && file.isWriter()) {
      try {
        file.writeStatistics();
      } catch (IOException | OutOfMemoryError full) {
        return;
      }
    }
  }
}
