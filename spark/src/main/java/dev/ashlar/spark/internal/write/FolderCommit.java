// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.spark.internal.file.CommittedFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/// Commits a query's files to a folder: all of them at once, by renaming one folder.
///
/// ```
/// _temporary-ID/attempts/part-00000-7.ashlar   1  each attempt of a task writes a file of its own
/// _temporary-ID/write-ID/part-00000-7.ashlar   2  the driver moves those that Spark has committed
/// _temporary-ID/write-ID/_replaces                and, to overwrite, names what was there
/// write-ID/…                                   3  the driver renames the folder: this is the commit
///                                              4  what is replaced is deleted, then _replaces
/// ```
///
/// An attempt that was abandoned may still be writing. It writes to `attempts`, which is never
/// renamed.
///
/// @param folder the folder that the query writes to
/// @param id the id of the query
public record FolderCommit(Path folder, String id, Configuration configuration) {
  private static final String TEMPORARY = "_temporary-";
  private static final System.Logger LOG = System.getLogger(FolderCommit.class.getName());

  /// No query writes for so long: what is older is of a driver that was killed.
  private static final Duration ABANDONED = Duration.ofDays(7);

  private static final int DELETE_TRIES = 100;

  private static final Duration DELETE_PAUSE = Duration.ofMillis(10);

  private Path temporary() {
    return new Path(folder, TEMPORARY + id);
  }

  public Path attempts() {
    return new Path(temporary(), "attempts");
  }

  private FileSystem system() throws IOException {
    return folder.getFileSystem(configuration);
  }

  public void begin() throws IOException {
    if (!system().mkdirs(attempts())) {
      throw new IOException("The folder %s cannot be made".formatted(attempts()));
    }
  }

  /// Makes the files the contents of the folder, or adds them to its contents.
  ///
  /// @param files the names of the files in [#attempts]
  /// @param overwrite whether the files replace the present contents
  void commit(List<String> files, boolean overwrite) throws IOException {
    FileSystem system = system();
    Path written = new Path(temporary(), "write-" + id);
    system.mkdirs(written);
    for (String file : files) {
      rename(system, new Path(attempts(), file), new Path(written, file));
    }
    List<FileStatus> replaced = overwrite ? CommittedFiles.all(system, folder) : List.of();
    if (!replaced.isEmpty()) {
      try (var names = system.create(new Path(written, CommittedFiles.REPLACES))) {
        names.write(
            replaced.stream()
                .map(entry -> entry.getPath().getName())
                .collect(Collectors.joining(CommittedFiles.SEPARATOR))
                .getBytes(UTF_8));
      }
    }
    Path published = new Path(folder, written.getName());
    rename(system, written, published);
    cleanUp(system, replaced, published);
  }

  private static void rename(FileSystem system, Path from, Path to) throws IOException {
    if (!system.rename(from, to)) {
      throw new IOException("%s cannot be renamed to %s".formatted(from, to));
    }
  }

  /// Failures are only logged: the query has been committed, and files that remain are hidden.
  private void cleanUp(FileSystem system, List<FileStatus> replaced, Path published) {
    try {
      for (FileStatus entry : replaced) {
        system.delete(entry.getPath(), true);
      }
      if (!replaced.isEmpty()) {
        system.delete(new Path(published, CommittedFiles.REPLACES), false);
      }
      abort();
    } catch (IOException failed) {
      LOG.log(System.Logger.Level.WARNING, folder + ": what was replaced is still there", failed);
    }
  }

  /// Deletes the query's uncommitted files, and files that killed drivers have left.
  public void abort() throws IOException {
    FileSystem system = system();
    deleteWritten(system);
    long oldest = System.currentTimeMillis() - ABANDONED.toMillis();
    for (FileStatus entry : system.listStatus(folder)) {
      if (entry.getPath().getName().startsWith(TEMPORARY) && entry.getModificationTime() < oldest) {
        system.delete(entry.getPath(), true);
      }
    }
  }

  /// An attempt that was given up may make a file while the folder is being deleted, which then
  /// stays. Once it is gone, no attempt on this machine makes one.
  private void deleteWritten(FileSystem system) throws IOException {
    Path written = temporary();
    system.delete(written, true);
    for (int tries = 1; tries < DELETE_TRIES && system.exists(written); tries++) {
      LockSupport.parkNanos(DELETE_PAUSE.toNanos());
      system.delete(written, true);
    }
  }
}
