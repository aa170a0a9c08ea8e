// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.ashlar.table.TableFileException;
import dev.ashlar.table.internal.access.DeletedRows;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.file.format.TextFileHeader;
import dev.ashlar.table.internal.file.format.TextFileKind;
import dev.ashlar.table.internal.schema.Layout;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The deleted rows of a mapped table. They are in a file beside it, which is made by the first
/// commit of a deletion. Each commit of deletions adds a piece, in the form of a long
/// [text][TextArea] with a checksum, and forces it before its slot:
///
/// ```
/// r   0, or 1 more than the rows that were left by a truncation since the piece before
/// g l for each run of rows: the rows between it and the run before, and its rows
///
///     integers of 7 bits a byte, the lowest first; the top bit is set in all but the last byte
/// ```
///
/// A piece behind the last commit does not count, and is overwritten.
final class FileDeletions implements Closeable {
  private final OpenFile table;
  private final FileOptions options;
  private final boolean writable;

  private final DeletedRows rows = new DeletedRows();

  /// The deleted rows of the last commit.
  private DeletedRows committed = new DeletedRows();

  /// Those of the commit that is being made or read, and where its pieces end.
  private DeletedRows next = committed;

  private long nextEnd;

  /// Null before the first commit of a deletion.
  private @Nullable TextFile file;

  /// Where the committed pieces end; 0 if there are none.
  private long end;

  FileDeletions(OpenFile table, FileOptions options, boolean writable) {
    this.table = table;
    this.options = options;
    this.writable = writable;
  }

  DeletedRows rows() {
    return rows;
  }

  Stream<Path> paths() {
    return Stream.ofNullable(file).map(TextFile::file);
  }

  /// Whether rows were deleted since the last commit.
  boolean areUncommitted() {
    return rows.count() != committed.count();
  }

  void requireForced() throws IOException {
    if (file != null) {
      file.requireForced();
    }
  }

  /// Reads the pieces that a commit has, for [#show].
  ///
  /// @throws TableFileException if the file is missing or damaged; nothing is changed
  void read(Commit commit) throws IOException {
    next = committed;
    nextEnd = end;
    long to = commit.deletionsEnd();
    if (to <= end) {
      return;
    }
    TextFile pieces = file;
    if (pieces == null) {
      pieces =
          TextFile.open(
              TextFileKind.DELETIONS,
              table.realPath(),
              table.shape().header().id(),
              to,
              writable,
              table.disk(),
              table.shape().layout(),
              options.owner());
      file = pieces;
    }
    DeletedRows found = committed.copy();
    long at = Math.max(end, TextFileHeader.SIZE);
    while (at < to) {
      long place = TextFile.place(at + TextArea.PREFIX);
      int length = pieces.wholeLength(place);
      MemorySegment memory = length == 0 ? null : pieces.memory(place, length);
      if (memory == null || !read(memory.asSlice(pieces.offset(place), length), found)) {
        throw FileHeader.corrupt(
            pieces.file(),
            "has a damaged piece at %d, and deletions up to %d were committed: restore a copy"
                .formatted(at, to));
      }
      at += byteSize(length);
    }
    if (writable) {
      // Rows that are appended there later were not deleted.
      found.truncate(commit.rows());
    }
    next = found;
    nextEnd = at;
  }

  /// Shows the rows of the commit for which [#read] was called.
  void show() {
    if (nextEnd > end) {
      rows.set(next.copy());
      settle();
    }
  }

  private static long byteSize(int length) {
    return Layout.roundUp((long) TextArea.PREFIX + length, Long.BYTES);
  }

  /// Adds the rows of a piece; returns false if it is none.
  private static boolean read(MemorySegment piece, DeletedRows rows) {
    Integers integers = new Integers(piece);
    long left = integers.next();
    if (left > 0) {
      rows.truncate(left - 1);
    }
    long row = 0;
    while (integers.hasNext()) {
      long from = row + integers.next();
      row = from + integers.next();
      if (from < 0 || row <= from || row > DeletedRows.MAX_ROWS) {
        return false;
      }
      rows.reserve(row - 1);
      rows.add(from, row);
    }
    return integers.areWhole();
  }

  /// The integers of a piece, one after another.
  private static final class Integers {
    private final MemorySegment piece;
    private long at;
    private boolean areWhole = true;

    Integers(MemorySegment piece) {
      this.piece = piece;
    }

    boolean hasNext() {
      return areWhole && at < piece.byteSize();
    }

    boolean areWhole() {
      return areWhole;
    }

    long next() {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE && at < piece.byteSize(); shift += 7) {
        byte part = piece.get(JAVA_BYTE, at++);
        value |= (part & 0x7fL) << shift;
        if (part >= 0) {
          return value;
        }
      }
      areWhole = false;
      return 0;
    }

    static void write(ByteArrayOutputStream to, long value) {
      long left = value;
      for (; left > 0x7f; left >>>= 7) {
        to.write((int) left | 0x80);
      }
      to.write((int) left);
    }
  }

  /// Writes the changes since the last commit, and forces them.
  ///
  /// @param tableRows of the commit
  /// @return the end to commit
  long force(long tableRows) throws IOException {
    boolean isTruncated = committed.nextDeleted(tableRows, Long.MAX_VALUE) < Long.MAX_VALUE;
    if (!isTruncated && !areUncommitted()) {
      next = committed;
      nextEnd = end;
      return end;
    }
    DeletedRows now = rows.copy();
    now.truncate(tableRows);
    ByteArrayOutputStream piece = new ByteArrayOutputStream();
    Integers.write(piece, isTruncated ? tableRows + 1 : 0);
    long row = 0;
    long from = now.nextAdded(committed, 0, tableRows);
    while (from < tableRows) {
      long to = Math.min(now.nextKept(from, tableRows), committed.nextDeleted(from, tableRows));
      Integers.write(piece, from - row);
      Integers.write(piece, to - from);
      row = to;
      from = now.nextAdded(committed, to, tableRows);
    }
    next = now;
    nextEnd = isTruncated || row > 0 ? write(piece.toByteArray()) : end;
    return nextEnd;
  }

  private long write(byte[] piece) throws IOException {
    TextFile pieces = file == null ? create() : file;
    file = pieces;
    long at = Math.max(end, TextFileHeader.SIZE);
    long to = at + byteSize(piece.length);
    try {
      pieces.reserveTo(to);
    } catch (UncheckedIOException full) {
      throw new IOException(full.getMessage(), full);
    }
    pieces.write(TextFile.place(at + TextArea.PREFIX), MemorySegment.ofArray(piece), false);
    pieces.force(at, to);
    return to;
  }

  private TextFile create() throws IOException {
    TextFile[] made = new TextFile[1];
    TextFile.run(
        "Ashlar deletions",
        () ->
            made[0] =
                TextFile.create(
                    TextFileKind.DELETIONS,
                    table.realPath(),
                    table.shape().header().id(),
                    table.disk(),
                    table.shape().layout(),
                    options.owner()));
    TableFile.forceName(made[0].file());
    return made[0];
  }

  /// Called when the commit is complete, for which [#force] or [#read] was called. Cannot fail.
  void settle() {
    committed = next;
    end = nextEnd;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
