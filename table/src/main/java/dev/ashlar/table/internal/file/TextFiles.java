// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.FileShape;
import dev.ashlar.table.internal.file.format.TextFileKind;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The files beside a table that have its texts.
///
/// A commit forces these files before the rows. A thread that later writes a row covered by a
/// checksum forces the row's texts itself.
///
/// @param texts of any length; null if rows have none
/// @param dictionary of the texts with codes; null if rows have none
record TextFiles(@Nullable TextFile texts, @Nullable FileDictionary dictionary)
    implements Closeable {
  /// Makes those of a new table.
  static TextFiles create(
      Path table, long tableId, Disk disk, RecordLayout layout, @Nullable Thread owner)
      throws IOException {
    Schema schema = layout.schema();
    TextFile texts =
        schema.hasTexts()
            ? TextFile.create(TextFileKind.TEXTS, table, tableId, disk, layout, owner)
            : null;
    try {
      FileDictionary dictionary =
          schema.hasCodes()
              ? FileDictionary.create(
                  TextFile.create(TextFileKind.DICTIONARY, table, tableId, disk, layout, owner))
              : null;
      return new TextFiles(texts, dictionary);
    } catch (Throwable failed) {
      new TextFiles(texts, null).delete();
      throw failed;
    }
  }

  /// Opens those of a table.
  ///
  /// @throws dev.ashlar.table.TableFileException if one is missing, too short, or that of another
  ///   table, or the dictionary is damaged
  static TextFiles open(
      Path table, FileShape shape, Commit commit, boolean write, Disk disk, @Nullable Thread owner)
      throws IOException {
    RecordLayout layout = shape.layout();
    long id = shape.header().id();
    TextFile texts =
        layout.schema().hasTexts()
            ? TextFile.open(
                TextFileKind.TEXTS, table, id, commit.textEnd(), write, disk, layout, owner)
            : null;
    try {
      long end = commit.dictionaryEnd();
      FileDictionary dictionary =
          layout.schema().hasCodes()
              ? FileDictionary.open(
                  TextFile.open(
                      TextFileKind.DICTIONARY, table, id, end, write, disk, layout, owner),
                  end,
                  write)
              : null;
      return new TextFiles(texts, dictionary);
    } catch (Throwable failed) {
      new TextFiles(texts, null).close();
      throw failed;
    }
  }

  Stream<Path> paths() {
    return Stream.concat(
        Stream.ofNullable(texts).map(TextFile::file),
        Stream.ofNullable(dictionary).map(FileDictionary::file));
  }

  /// Where texts of any length end; 0 if there are none.
  long textEnd() {
    return texts == null ? 0 : texts.end();
  }

  /// Where the dictionary ends; 0 if there is none.
  long dictionaryEnd() {
    return dictionary == null ? 0 : dictionary.end();
  }

  /// Forces texts of any length.
  ///
  /// @param from their committed end
  /// @param rewrite whether pages may read back as they are not on the disk
  /// @return the end to commit
  long forceTexts(long from, boolean rewrite) throws IOException {
    if (texts == null) {
      return 0;
    }
    long end = texts.end();
    if (rewrite) {
      texts.rewrite(from, end);
    }
    texts.force(from, end);
    return end;
  }

  /// Forces the dictionary.
  ///
  /// @return the end to commit
  long forceDictionary() throws IOException {
    return dictionary == null ? 0 : dictionary.forceAll();
  }

  /// @throws IOException if a force has failed, so that nothing is committed any more
  void requireForced() throws IOException {
    if (texts != null) {
      texts.requireForced();
    }
    if (dictionary != null) {
      dictionary.requireForced();
    }
  }

  /// Returns the object that looks up the texts of rows; null if rows have no texts of any length.
  @Nullable TextChecks checks(Blocks blocks) {
    return texts == null ? null : new TextChecks(texts, blocks);
  }

  /// Closes the files that were made for a table which could not be published, and takes them away.
  void delete() throws IOException {
    close();
    if (texts != null) {
      texts.delete();
    }
    if (dictionary != null) {
      dictionary.delete();
    }
  }

  /// Can be called again after it has failed.
  @Override
  public void close() throws IOException {
    try (texts;
        dictionary) {
      return;
    }
  }
}
