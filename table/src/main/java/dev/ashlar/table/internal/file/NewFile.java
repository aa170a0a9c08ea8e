// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.disk.WriterLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// A file that is written under a temporary name in the folder of its path, and gets its own name
/// when it is complete. A process that is killed before that leaves nothing at the path.
///
/// The file gets its name by a hard link, which fails if the name exists. A rename could replace a
/// table that was made meanwhile. On a file system without hard links the file is copied, which
/// replaces nothing either. But a copy is not atomic: a killed process may leave half a file at the
/// path.
final class NewFile implements AutoCloseable {
  /// Behind the table's name and a number.
  private static final String SUFFIX = ".ashlar-new";

  /// The folders that this process has looked through for files of killed processes. Once is enough
  /// to keep them from piling up, and a folder may have many tables.
  private static final Set<Path> SWEPT = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final Path temporary;
  private final FileChannel channel;

  private NewFile(Path path, Path temporary, FileChannel channel) {
    this.path = path;
    this.temporary = temporary;
    this.channel = channel;
  }

  /// Makes an empty file for a path whose [WriterLock] the caller has.
  static NewFile of(Path path) throws IOException {
    Path temporary =
        path.toAbsolutePath().resolveSibling(path.getFileName() + "." + UUID.randomUUID() + SUFFIX);
    FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    return new NewFile(path, temporary, channel);
  }

  FileChannel channel() {
    return channel;
  }

  /// A name that the file has until it is [published][#publish].
  Path temporaryName() {
    return temporary;
  }

  /// Gives the file its name.
  ///
  /// @return whether the file at the path is the one that was written, and not a copy
  /// @throws FileAlreadyExistsException if there is a file at the path
  boolean publish(Disk disk) throws IOException {
    try {
      disk.link(path, temporary);
      return true;
    } catch (FileAlreadyExistsException taken) {
      throw TablePath.taken(path);
    } catch (UnsupportedOperationException | FileSystemException noHardLinks) {
      Files.copy(temporary, path);
      return false;
    }
  }

  /// Takes the temporary name away. The file stays if it has been published.
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(temporary);
  }

  /// Deletes what killed processes left in the folder of a path, whose lock the caller does not
  /// have yet.
  static void sweepBeside(Path path) {
    Path folder = path.toAbsolutePath().resolveSibling("");
    if (!SWEPT.add(folder)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, NewFile::isTemporary)) {
      files.forEach(NewFile::deleteUnlessInUse);
    } catch (IOException | DirectoryIteratorException unreadable) {
      SWEPT.remove(folder);
    }
  }

  private static boolean isTemporary(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(SUFFIX) && name.length() > suffixLength();
  }

  private static int suffixLength() {
    return 1 + new UUID(0, 0).toString().length() + SUFFIX.length();
  }

  /// Who writes such a file has the lock of the table that it will be.
  private static void deleteUnlessInUse(Path temporary) {
    String name = temporary.getFileName().toString();
    Path table = temporary.resolveSibling(name.substring(0, name.length() - suffixLength()));
    try (WriterLock _ = WriterLock.of(table)) {
      Files.deleteIfExists(temporary);
    } catch (IOException inUse) {
      return;
    }
  }
}
