// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import static dev.ashlar.text.Malformed.REPORT;

import dev.ashlar.table.TableFileException;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextDictionary;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.file.format.TextFileHeader;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;

/// The dictionary of a mapped table, in a file of its own: texts one behind the other, from code 1
/// on. A text that is not whole ends the dictionary. A process that opens the file, or follows a
/// writer, reads the texts that it does not have yet.
final class FileDictionary extends TextDictionary implements Closeable {
  private final TextFile file;

  /// The place of the text that gets the code `nextCode`, and of the text behind it. The code is
  /// given last: a text that was written and got no code is overwritten.
  private long end = TextFileHeader.SIZE;

  private long endOfNext;
  private int nextCode = 1;

  /// Behind the texts that are on the disk, and their codes.
  private long forcedEnd = TextFileHeader.SIZE;

  private volatile int forcedCodes;

  /// Whether pages may read back as they are not on the disk.
  private boolean mayBeLost;

  private FileDictionary(TextFile file) {
    super(file);
    this.file = file;
  }

  /// @param file that is new
  static FileDictionary create(TextFile file) {
    return new FileDictionary(file);
  }

  /// Reads all texts that a file has. A writer keeps those behind the committed ones: rows that
  /// were written again since may have their codes.
  ///
  /// @param committed where the committed texts end
  /// @throws TableFileException if one of these is damaged
  static FileDictionary open(TextFile file, long committed, boolean write) throws IOException {
    try {
      return read(file, committed, write);
    } catch (Throwable failed) {
      file.close();
      throw failed;
    }
  }

  private static FileDictionary read(TextFile file, long committed, boolean write)
      throws TableFileException {
    FileDictionary dictionary = new FileDictionary(file);
    dictionary.follow();
    if (dictionary.end() < committed) {
      throw FileHeader.corrupt(
          file.file(),
          "has a damaged text at %d, and texts up to %d were committed: restore a copy"
              .formatted(dictionary.end(), committed));
    }
    if (write) {
      // What is left of a text that is not whole must not be taken for one behind a shorter text.
      file.clear(dictionary.end());
    }
    dictionary.forcedEnd = committed;
    dictionary.mayBeLost = true;
    return dictionary;
  }

  @Override
  protected long addToArea(String text, int length) {
    settle();
    long next = end + Layout.roundUp((long) TextArea.PREFIX + length, Long.BYTES);
    file.reserveTo(next);
    long place = TextFile.place(end + TextArea.PREFIX);
    endOfNext = next;
    file.write(place, text, length, false);
    return place;
  }

  /// Goes on behind the text that was added last, if it got its code.
  private void settle() {
    if (knownCount() > nextCode) {
      end = endOfNext;
      nextCode = knownCount();
    }
  }

  @Override
  protected void follow() {
    settle();
    while (addNext()) {
      settle();
    }
  }

  /// Adds the text behind the last one; returns whether there is one that is whole.
  private boolean addNext() {
    long place = TextFile.place(end + TextArea.PREFIX);
    int length = file.wholeLength(place);
    if (length == 0) {
      return false;
    }
    try {
      MemorySegment memory = file.memory(place, length);
      if (memory == null) {
        return false;
      }
      String text = Utf8.decode(memory, file.offset(place), length, REPORT);
      endOfNext = end + Layout.roundUp((long) TextArea.PREFIX + length, Long.BYTES);
      publish(text, length, place);
      return true;
    } catch (MalformedTextException malformed) {
      return false;
    }
  }

  @Override
  protected void force(int to) {
    if (to > forcedCodes) {
      try {
        forceAll();
      } catch (IOException failed) {
        throw new UncheckedIOException(
            file.file() + " cannot be written: " + failed.getMessage(), failed);
      }
    }
  }

  void requireForced() throws IOException {
    file.requireForced();
  }

  /// Where the text goes that is added next.
  synchronized long end() {
    settle();
    return end;
  }

  /// Takes the file away that was made for a table which could not be published.
  void delete() throws IOException {
    file.delete();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /// Makes all texts reach the disk.
  ///
  /// @return where they end
  synchronized long forceAll() throws IOException {
    settle();
    if (end > forcedEnd) {
      if (mayBeLost) {
        file.rewrite(forcedEnd, end);
      }
      file.force(forcedEnd, end);
      forcedEnd = end;
      mayBeLost = false;
    }
    forcedCodes = nextCode;
    return end;
  }
}
