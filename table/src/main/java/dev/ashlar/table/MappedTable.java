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
import java.util.function.LongConsumer;

/// A table whose rows are in a mapped file. [TableLayout#create] and [TableLayout#open] make mapped
/// tables.
///
/// ```java
/// Path path = Files.createTempDirectory("tables").resolve("trades");
/// try (MappedTable<Trade> trades = TRADES.columns().create(path, 0)) {
///   trades.append(new Trade(1, 42, 10, 'B'));
///   trades.commit();
/// }
/// ```
///
/// Texts of more than 12 bytes are in a second file, whose name is that of the table's file with
/// `.text` added. Copy and move all [files][#files] of a table together.
///
/// After a table was closed, an access of another thread usually throws [IllegalStateException]. A
/// thread that is in the middle of a loop may finish the loop: its reads return the content of the
/// file, and its writes may be lost.
///
/// @param <R> the record
public abstract class MappedTable<R extends Record> extends Table<R> implements Closeable {
  /// Called by generated classes.
  MappedTable(TableLayout<R> layout) {
    super(layout);
  }

  private FileStorage file() {
    return (FileStorage) storage();
  }

  /// Returns the path with which the table was created or opened.
  public final Path path() {
    return file().path();
  }

  /// Returns the files of the table, as absolute paths without symbolic links, whatever path the
  /// table was opened with. The first is the table's own file, then come its files of texts. Files
  /// of [deleted][#delete] rows and of [statistics][#writeStatistics] follow if there are any.
  public final List<Path> files() {
    return file().files();
  }

  /// Writes all rows to the disk, and then their number. The next `open` finds them even if the
  /// machine stops at any moment.
  ///
  /// A commit is all or nothing for rows that were appended or [deleted][#delete] since the last
  /// commit. If an earlier row was written again, each of its fields may be old or new after a
  /// crash.
  ///
  /// Committed rows may be written in place before the next commit. If such a row gets a new text
  /// of more than 12 bytes, the write waits for the disk. So after a crash, either the old or the
  /// new text is there.
  ///
  /// A commit also stores the checksums of changed blocks of rows. Another thread may write a row
  /// after the commit has computed the checksum of its block. So the next commit and [#close]
  /// compare these blocks again, and treat a difference as a late write, not as damage. In two
  /// cases [#verify] may still report such a block as damaged. In the first, the process or the
  /// machine stops before that comparison, and the file is opened again. In the second, the writing
  /// thread is suspended during the write for more than five seconds and two commits.
  ///
  /// If the disk fails, written data may be lost although it can be read back. After such a failure
  /// every commit of this table therefore throws. After the file is opened again, the next commit
  /// writes all of this data again.
  ///
  /// @throws IOException if the disk fails, or has failed before
  /// @throws IllegalArgumentException if the table is read-only
  /// @throws java.util.ConcurrentModificationException if another thread is changing which rows the
  ///   table has; nothing is committed
  public final void commit() throws IOException {
    FileStorage file = file();
    StackHeadroom.require();
    claim.take(this);
    try {
      synchronized (memoryLock) {
        file.commit(size());
      }
    } finally {
      claim.release();
    }
  }

  /// Shows the rows that a writer has committed since this table was opened or refreshed. So a
  /// table open to read only follows a file that grows. Cursors, columns and chunks that were made
  /// before do not have these rows. Rows that were written in place need no refresh.
  ///
  /// Rows that the writer has [removed][#truncate] are removed here. Before the refresh, their
  /// numbers may show rows that the writer has appended since. Rows that the writer has
  /// [deleted][#delete] are left out from the refresh on.
  ///
  /// ```java
  /// try (MappedTable<Trade> trades = TRADES.columns().openReadOnly(path)) {
  ///   if (trades.refresh()) {
  ///     Trade newest = trades.get(trades.size() - 1);
  ///   }
  /// }
  /// ```
  ///
  /// Does nothing if the table is open to write, since the table is then the only writer.
  ///
  /// @return whether there are rows that were not there before
  /// @throws TableFileException if another file has [replaced][TableLayout#compact] this one; the
  ///   table keeps its rows until it is closed
  /// @throws IOException if the file has grown and cannot be mapped, or if it is damaged; the table
  ///   is then unchanged
  /// @throws WrongThreadException if the table is for [one thread][TableOption#ONE_THREAD], and
  ///   this is another thread
  public final boolean refresh() throws IOException {
    FileStorage file = file();
    synchronized (memoryLock) {
      long before = size();
      TableMemory rows = file.refresh(memory());
      show(rows, file.visibleRows(before));
      return size() > before;
    }
  }

  /// Returns the generation of the file: a number that [compact][TableLayout#compact] and
  /// [migrate][TableLayout#migrate] change. A program that stores row numbers elsewhere should
  /// store it with them, for [#requireGeneration].
  public final long generation() {
    return file().id();
  }

  /// Checks that row numbers from a [#generation] are still valid for this file.
  ///
  /// @throws IllegalStateException if the file has another generation
  public final void requireGeneration(long generation) {
    if (generation != generation()) {
      throw new IllegalStateException(
          "The row numbers are of generation %d, and %s has %d: compact or migrate has renumbered its rows. Find them again by a key"
              .formatted(generation, path(), generation()));
    }
  }

  /// Compares the committed rows with their checksums. Rows that were appended since the last
  /// commit have no checksum yet. Meanwhile, writers of committed rows wait. If a block differs
  /// from a checksum that this table has just written, it is reported as unverified, because
  /// another thread may have been writing it.
  public final Verification verify() {
    return verify(_ -> {});
  }

  /// Same as [#verify()], and reports progress.
  ///
  /// @param rows receives, after each block, the number of rows compared so far
  public final Verification verify(LongConsumer rows) {
    return file().verify(rows);
  }

  /// Accepts damaged rows as they are, because they were written again or cannot be repaired. They
  /// are unverified from now on, and the next commit writes their checksums. Without this call,
  /// [#verify] keeps reporting them, even after they are written and committed, or the file is
  /// opened again. Other rows can be written and committed meanwhile. A damaged text of more than
  /// 12 bytes stays damaged until another text replaces it.
  ///
  /// @param rows an element of [Verification#damaged], or whole blocks of it
  /// @throws IllegalArgumentException if these are not whole blocks of committed rows, or if the
  ///   table is read-only
  /// @throws IOException if the disk fails, or has failed before
  public final void accept(Verification.Rows rows) throws IOException {
    file().accept(rows);
  }

  /// Returns the stored statistics of the blocks that contain any of these rows. No rows are read.
  /// A block is missing in the result if it was not committed, if it was written again since, or if
  /// no writer has made its statistics. Rows of a missing block may have any values.
  ///
  /// A block has a fixed number of rows, about 1 MiB, that is chosen when the file is created.
  ///
  /// @param from the first row
  /// @param to the row behind the last
  /// @throws IndexOutOfBoundsException if there are no such rows
  public final List<RowStatistics> statistics(long from, long to) {
    Objects.checkFromToIndex(from, to, size());
    return file().statistics(from, to);
  }

  /// Computes the statistics of these rows by reading them.
  ///
  /// @param from the first row
  /// @param to the row behind the last
  /// @throws IndexOutOfBoundsException if there are no such rows
  public final RowStatistics computeStatistics(long from, long to) {
    Objects.checkFromToIndex(from, to, size());
    return file().computeStatistics(from, to);
  }

  /// Stores the missing statistics of committed rows in a file beside the table, with `.stats`
  /// added to its name. [#close] does the same if it can. A program that appends for a long time
  /// may call this for readers in other processes. Meanwhile, writers of committed rows wait.
  ///
  /// If another thread writes a row during a commit, the statistics may lack this write until the
  /// next commit or [#close].
  ///
  /// @throws IOException if the file cannot be written; the table is then unchanged
  /// @throws IllegalArgumentException if the table is read-only
  public final void writeStatistics() throws IOException {
    StackHeadroom.require();
    file().writeStatistics();
  }

  /// Returns the commit of the file with which the table was opened: the newest or an older one.
  public final Recovery recovery() {
    return file().recovery();
  }

  /// Returns the differences between the schema of the file and the record, one for each field. The
  /// list is empty if there are none, or if the table is open to write.
  public final List<String> schemaChanges() {
    return file().layout().schema().changes();
  }

  /// Ends the table: stores [statistics][#writeStatistics] and indexes, releases its lock, and
  /// closes its file. Changes that were not committed may be lost. Waits for another thread that
  /// reserves, deletes, truncates or commits. While another thread appends, indexes are not stored.
  /// Does nothing if the table is closed.
  ///
  /// The file is unmapped at once if the table is for [one thread][TableOption#ONE_THREAD], or Java
  /// has no native access. Otherwise another thread may be in a loop. Then the file is unmapped
  /// after the garbage collector has found that the table's cursors, columns and iterators are
  /// unreachable. Until then, a deleted file still takes space on the disk.
  ///
  /// Everything is released even after a failure. The first failure is thrown, with the later ones
  /// suppressed.
  ///
  /// @throws WrongThreadException if the table is for [one thread][TableOption#ONE_THREAD], and
  ///   this is another
  /// @throws IllegalStateException if a system call of another thread is using the table's memory;
  ///   the table is closed, and its file is unmapped when it is closed again
  /// @throws IOException if the operating system refuses to unmap the file, or if late writes
  ///   during the last [commit][#commit] could not be found
  /// @implNote With native access, on Linux (x86-64, AArch64, RISC-V) and macOS, a private mapping
  ///   replaces the shared mapping of a table that is open to write. Later writes by a loop of
  ///   another thread then do not reach the file. Such writes may reach the file on other systems,
  ///   with strict memory accounting on Linux (`vm.overcommit_memory=2`), and if the file has been
  ///   renamed.
  @Override
  public final void close() throws IOException {
    FileStorage file = file();
    file.requireOwner();
    StackHeadroom.require();
    synchronized (memoryLock) {
      // Not resources of the try: in a full heap all failures may be one object, which cannot be
      // suppressed by itself.
      try {
        // Kept for good: the table is closed. Without it, a row that is being appended may be in
        // indexes, which are then made again.
        if (claim.tryTake()) {
          indexes().save();
        }
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
