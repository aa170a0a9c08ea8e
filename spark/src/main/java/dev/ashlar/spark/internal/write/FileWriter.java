// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.write;

import dev.ashlar.spark.internal.file.FileAccess;
import dev.ashlar.spark.internal.write.FolderWrite.Written;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.TableLayout;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/// Writes the rows of one task attempt to a file. If the target is not on this machine, the file is
/// written locally and then copied.
final class FileWriter<R extends Record> implements DataWriter<InternalRow> {
  /// A file takes whole chunks, which is much for a few rows, and each chunk takes time to open.
  private static final int CHUNK_ROWS = 1 << 15;

  private final RecordConverter<R> converter;
  private final org.apache.hadoop.fs.Path target;
  private final boolean evenIfEmpty;
  private final Configuration configuration;
  private final Path file;
  private final MappedTable<R> table;

  /// @param evenIfEmpty whether there is a file without rows too: one at least says what the
  ///   columns are
  FileWriter(
      TableLayout<R> layout,
      RecordConverter<R> converter,
      org.apache.hadoop.fs.Path target,
      boolean evenIfEmpty,
      Configuration configuration)
      throws IOException {
    this.converter = converter;
    this.target = target;
    this.evenIfEmpty = evenIfEmpty;
    this.configuration = configuration;
    this.file =
        isLocal()
            ? Path.of(target.toUri().getPath())
            : Files.createTempDirectory("ashlar-spark-").resolve(target.getName());
    this.table = layout.withChunkRows(CHUNK_ROWS).create(file, 0);
  }

  private boolean isLocal() {
    return FileAccess.isLocal(target.toUri());
  }

  @Override
  public void write(InternalRow row) {
    table.append(converter.convert(row));
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    if (table.size() == 0 && !evenIfEmpty) {
      abort();
      return new Written(List.of());
    }
    table.commit();
    table.close();
    List<Path> files = table.files();
    if (!isLocal()) {
      for (Path written : files) {
        target
            .getFileSystem(configuration)
            .copyFromLocalFile(
                new org.apache.hadoop.fs.Path(written.toUri()),
                new org.apache.hadoop.fs.Path(
                    target.getParent(), written.getFileName().toString()));
      }
      delete();
    }
    return new Written(files.stream().map(written -> written.getFileName().toString()).toList());
  }

  @Override
  public void abort() throws IOException {
    try (Closeable _ = this::delete;
        table) {
      return;
    }
  }

  private void delete() throws IOException {
    for (Path written : table.files()) {
      Files.deleteIfExists(written);
    }
    if (!isLocal()) {
      Files.deleteIfExists(file.resolveSibling(file.getFileName() + ".lock"));
      Files.deleteIfExists(file.resolveSibling(""));
    }
  }

  /// Spark calls it after [#commit] and [#abort] too.
  @Override
  public void close() throws IOException {
    table.close();
  }
}
