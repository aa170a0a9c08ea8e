// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Says why there can be no table at a path, and what to do. The exceptions of the JDK often have
/// only the path.
public final class TablePath {
  private TablePath() {}

  /// Checks that a table can be created.
  ///
  /// @throws FileAlreadyExistsException if there is anything at the path
  /// @throws NoSuchFileException if its folder is missing
  static void requireFree(Path path) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw taken(path);
    }
    Path folder = path.toAbsolutePath().resolveSibling("");
    if (!Files.exists(folder)) {
      throw new NoSuchFileException(
          path.toString(), null, "there is no folder %s: make it first".formatted(folder));
    }
    if (!Files.isDirectory(folder)) {
      throw new FileSystemException(
          path.toString(), null, folder + " is a file: name a folder in its place");
    }
  }

  /// Returns the exception to throw if there is anything where a table is to be created.
  static FileAlreadyExistsException taken(Path path) {
    String there =
        Files.isDirectory(path)
            ? "a folder is there: name a file in it"
            : Files.exists(path)
                ? "a file is there: open(path) opens a table. Delete or move it and the files beside it to create another"
                : "a symbolic link to nothing is there: delete it";
    return new FileAlreadyExistsException(path.toString(), null, there);
  }

  /// Opens the file of a table.
  ///
  /// @throws NoSuchFileException if there is none
  /// @throws TableFileException if it is a folder
  public static FileChannel open(Path path, boolean write) throws IOException {
    if (Files.isDirectory(path)) {
      throw new TableFileException(
          path, Reason.NOT_A_TABLE, "is a folder: name the file of a table in it");
    }
    try {
      return write
          ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
          : FileChannel.open(path, StandardOpenOption.READ);
    } catch (NoSuchFileException missing) {
      throw new NoSuchFileException(
          path.toString(), null, "there is no such file: create(path, rows) makes a table");
    }
  }
}
