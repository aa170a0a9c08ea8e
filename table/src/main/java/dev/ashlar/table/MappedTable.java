package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.file.FileStorage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

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
/// A thread that is in the middle of a loop when another one closes the table may go on for a
/// while, with memory that has nothing to do with the file. What comes later throws
/// [IllegalStateException], and nothing harms the JVM.
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

  /// Makes sure that the rows there are now are in the file, and are found there by the next `open`
  /// even if the machine stops at any moment: first the rows are forced, then their number.
  ///
  /// A commit is all or nothing for rows that were appended since the last one. Rows that were
  /// there before and were written again may be found old or new, field by field.
  ///
  /// The file also gets the checksums of what has changed. A row that another thread writes while
  /// this runs may be written when its checksum has been computed. So the next commit and [#close]
  /// compare again what this one gave a checksum, and take a difference for such a row, not for
  /// damage. What is left: if the process or the machine stops before, [#verify] reports the block
  /// of such a row as damaged when the file is opened again; and so it does if the thread is held
  /// up in the middle of writing the row for more than five seconds and by two commits.
  ///
  /// When it fails as the disk does, what was written may be lost even though it can be read back:
  /// this table is not committed any more. Opened again, its next commit writes all of that again.
  ///
  /// @throws IOException if the disk fails, or has failed before
  /// @throws UnsupportedOperationException if the table is read-only
  public final void commit() throws IOException {
    FileStorage file = file();
    synchronized (placing) {
      file.commit(sizeAcquire());
    }
  }

  /// Compares the committed rows with their checksums. Rows that were appended since have none yet.
  /// Writers of committed rows wait meanwhile. What differs from a checksum that this table has
  /// just written is unverified: another thread may have been writing it.
  public final Verification verify() {
    return file().verify();
  }

  /// Takes damaged rows as they are, after they were written again or because nothing better is
  /// left: they are unverified from now on, and the next commit writes their checksums. Until then
  /// neither writing nor committing makes damage undone: [#verify] goes on to report it, in later
  /// openings too, and all other rows can be written and committed.
  ///
  /// @param rows of [Verification#damaged], or some of its blocks as a whole
  /// @throws IllegalArgumentException if these are not whole blocks of committed rows
  /// @throws IOException if the disk fails, or has failed before
  /// @throws UnsupportedOperationException if the table is read-only
  public final void accept(Verification.Rows rows) throws IOException {
    file().accept(rows);
  }

  /// Which commit of the file the table was opened with.
  public final Recovery recovery() {
    return file().recovery();
  }

  /// Ends the table: gives up its lock, and lets go of its file, so that the space of a file that
  /// was deleted is free. What was not committed may be lost. Waits for another thread that
  /// reserves or commits. Does nothing if the table is closed.
  ///
  /// @throws WrongThreadException if the table is for [one thread][TableOption#ONE_THREAD], and
  ///   this is another
  /// @throws IllegalStateException if a system call of another thread is using the table's memory;
  ///   the table is closed, but its file is let go when it is closed again
  /// @throws IOException if the operating system refuses to let go of the file, or if the rows
  ///   could not be compared that other threads may have written during the last [commit][#commit]
  /// @implNote With native access, on Linux (x86-64, AArch64, RISC-V) and macOS, other memory is
  ///   put in the place of the file's; a thread that is in the middle of a loop goes on with that.
  ///   Elsewhere, and where Linux never promises more memory than it has, the file of a table that
  ///   any thread may use is let go when nobody can reach the table and its columns.
  @Override
  public final void close() throws IOException {
    if (storage() instanceof FileStorage file) {
      file.requireOwner();
      StackHeadroom.require();
      synchronized (placing) {
        end();
        file.close();
      }
    }
  }
}
