// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import dev.ashlar.table.MappedTable;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/// A file that is open on this machine: itself, or a copy of one in another file system, which ends
/// with this.
///
/// @param copy null if the file is local
record LocalFile(MappedTable<?> table, @Nullable Path copy) implements Closeable {
  static LocalFile of(URI file, Configuration configuration) throws IOException {
    if (FileAccess.isLocal(file)) {
      return new LocalFile(FileAccess.open(Path.of(file.getPath())), null);
    }
    Path copy = Files.createTempFile("ashlar-", "");
    try {
      var from = new org.apache.hadoop.fs.Path(file);
      FileSystem system = from.getFileSystem(configuration);
      try (var bytes = system.open(from);
          var to = Files.newOutputStream(copy)) {
        bytes.transferTo(to);
      }
      return new LocalFile(FileAccess.open(copy), copy);
    } catch (IOException failed) {
      Files.deleteIfExists(copy);
      throw new IOException("The copy of %s: %s".formatted(file, failed.getMessage()), failed);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      table.close();
    } finally {
      if (copy != null) {
        Files.deleteIfExists(copy);
      }
    }
  }
}
