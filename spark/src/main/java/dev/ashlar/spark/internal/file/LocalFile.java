// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.file;

import dev.ashlar.table.MappedTable;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/// An open file on this machine: the file itself, or a copy of a file in another file system. A
/// copy is deleted on close.
///
/// @param copy the copy; null if the file is local
public record LocalFile(MappedTable<?> table, @Nullable Path copy) implements Closeable {
  public static LocalFile of(URI file, Configuration configuration) throws IOException {
    if (FileAccess.isLocal(file)) {
      return new LocalFile(FileAccess.open(Path.of(file.getPath())), null);
    }
    Path copy = Files.createTempFile("ashlar-spark-", "");
    try {
      var from = new org.apache.hadoop.fs.Path(file);
      copy(from, copy, configuration);
      boolean hasTexts = FileAccess.hasTexts(copy);
      for (String end : CommittedFiles.NEEDED) {
        if ((hasTexts || end.equals(CommittedFiles.DELETED))
            && from.getFileSystem(configuration).exists(from.suffix(end))) {
          copy(from.suffix(end), beside(copy, end), configuration);
        }
      }
      return new LocalFile(FileAccess.open(copy), copy);
    } catch (IOException failed) {
      delete(copy);
      throw new IOException("The copy of %s: %s".formatted(file, failed.getMessage()), failed);
    }
  }

  private static void copy(org.apache.hadoop.fs.Path from, Path to, Configuration configuration)
      throws IOException {
    try (var bytes = from.getFileSystem(configuration).open(from);
        var copy = Files.newOutputStream(to)) {
      bytes.transferTo(copy);
    }
  }

  private static Path beside(Path file, String end) {
    return file.resolveSibling(file.getFileName() + end);
  }

  private static void delete(Path copy) throws IOException {
    Files.deleteIfExists(copy);
    for (String end : CommittedFiles.NEEDED) {
      Files.deleteIfExists(beside(copy, end));
    }
  }

  @Override
  public void close() throws IOException {
    try (Closeable _ = this::deleteCopy;
        table) {
      return;
    }
  }

  private void deleteCopy() throws IOException {
    if (copy != null) {
      delete(copy);
    }
  }
}
