// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.file.disk.WriterLock;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.file.format.TextFileHeader;
import dev.ashlar.table.internal.file.format.TextFileKind;
import dev.ashlar.table.internal.statistics.StatisticsFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.List;
import java.util.stream.Stream;

/// A table that is written beside another, `FILE.replacement`, and then put in its place. Whoever
/// has the old table open keeps it.
///
/// The table's own file is replaced by a rename, at which the new table counts. Only then its texts
/// get their names, each by a rename. In between they are found as `FILE.replacement.text`, as they
/// have the table's number. So whatever a killed process leaves is either the old table or the new
/// one.
public final class FileReplacement implements AutoCloseable {
  private static final String SUFFIX = ".replacement";

  private final Path table;
  private final FileChannel channel;
  private final WriterLock lock;
  private boolean published;

  private FileReplacement(Path table, FileChannel channel, WriterLock lock) {
    this.table = table;
    this.channel = channel;
    this.lock = lock;
  }

  /// Takes the lock of a table, and deletes what a killed process has not put in its place.
  public static FileReplacement of(Path path) throws IOException {
    FileChannel channel = TablePath.open(path, false);
    try {
      Path table = WriterLock.realPath(path);
      WriterLock lock = WriterLock.of(table);
      try {
        lock.holdTable(table, channel);
        finish(table, FileHeader.read(table, channel).id());
        FileReplacement replacement = new FileReplacement(table, channel, lock);
        replacement.delete();
        return replacement;
      } catch (Throwable failure) {
        lock.close();
        throw failure;
      }
    } catch (Throwable failure) {
      channel.close();
      throw failure;
    }
  }

  /// Where to write the new table.
  public Path made() {
    return beside(table, SUFFIX);
  }

  private static Path beside(Path table, String suffix) {
    return table.resolveSibling(table.getFileName() + suffix);
  }

  /// Where the texts of a table are.
  static Path texts(TextFileKind kind, Path table, long tableId) throws IOException {
    Path real = WriterLock.realPath(table);
    Path replacement = beside(real, SUFFIX + kind.suffix());
    return has(kind, replacement, tableId) ? replacement : beside(real, kind.suffix());
  }

  private static boolean has(TextFileKind kind, Path texts, long tableId) throws IOException {
    try (FileChannel channel = FileChannel.open(texts, StandardOpenOption.READ)) {
      return TextFileHeader.isOf(kind, channel, tableId);
    } catch (NoSuchFileException none) {
      return false;
    }
  }

  /// Gives the texts of a table their own names. The caller has its lock.
  static void finish(Path path, long tableId) throws IOException {
    Path table = WriterLock.realPath(path);
    for (TextFileKind kind : TextFileKind.values()) {
      Path texts = texts(kind, table, tableId);
      Path own = beside(table, kind.suffix());
      if (!texts.equals(own)) {
        Files.move(texts, own, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  /// Puts the new table, which is committed and closed, in the place of the old one.
  ///
  /// @throws IOException if it cannot be; the old table is as before
  public void publish() throws IOException {
    long id;
    try (FileChannel made = FileChannel.open(made(), StandardOpenOption.READ)) {
      id = FileHeader.read(made(), made).id();
    }
    for (Path file : files()) {
      copyPermissions(file);
    }
    // Windows replaces no file that is open.
    channel.close();
    try {
      Files.move(made(), table, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException refused) {
      throw new IOException(
          "%s cannot be replaced, perhaps as a program has it open: close it there, and try again. %s"
              .formatted(table, refused.getMessage()),
          refused);
    }
    published = true;
    TableFile.forceName(table);
    finish(table, id);
    for (TextFileKind kind : TextFileKind.values()) {
      Path texts = beside(table, kind.suffix());
      if (!has(kind, texts, id)) {
        Files.deleteIfExists(texts);
      }
    }
    Path statistics = StatisticsFile.path(made());
    if (Files.exists(statistics)) {
      Files.move(statistics, StatisticsFile.path(table), StandardCopyOption.ATOMIC_MOVE);
    }
    TableFile.forceName(table);
  }

  /// The files of the new table.
  private List<Path> files() {
    return Stream.concat(
            Stream.of(made(), StatisticsFile.path(made())),
            Stream.of(TextFileKind.values()).map(kind -> beside(table, SUFFIX + kind.suffix())))
        .filter(Files::exists)
        .toList();
  }

  private void copyPermissions(Path file) throws IOException {
    PosixFileAttributeView of = Files.getFileAttributeView(table, PosixFileAttributeView.class);
    if (of != null) {
      Files.setPosixFilePermissions(file, of.readAttributes().permissions());
    }
  }

  private void delete() throws IOException {
    for (Path file : files()) {
      Files.delete(file);
    }
  }

  @Override
  public void close() throws IOException {
    try (channel;
        lock) {
      if (!published) {
        delete();
      }
    }
  }
}
