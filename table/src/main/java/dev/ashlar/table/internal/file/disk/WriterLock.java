// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.disk;

import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps other writers of a table out, in this process and in others.
///
/// The lock is on a file beside the table's file, to which symbolic links are followed. It is not
/// on the table's own file, because closing any channel of a file may end the process's locks on
/// it, and readers open and close the table's file. For the same reason this process opens the lock
/// file only while it does not hold the lock.
///
/// Only the holder of the lock deletes the lock file. A file may be deleted between opening and
/// locking it. So after locking, the file is compared with the file that has the name now; if they
/// differ, locking starts again. If the file system gives files no identity, the lock file is not
/// deleted.
///
/// A hard link to the table may be in another folder, beside another lock file. Within this process
/// the table's own file identifies it.
public final class WriterLock implements AutoCloseable {
  /// The files that writers in this process hold, by their [#identity], with their locks. The map
  /// keeps the channel of a table that is never closed reachable; if it were collected, the lock
  /// would end. The map's monitor is held while lock files are opened and closed.
  private static final Map<Object, WriterLock> HELD = new HashMap<>();

  private final Path table;
  private final LockFile file;
  private final FileChannel channel;

  /// A lock file that was found at its path. Its time of creation distinguishes it from a later
  /// file that got the inode number of a deleted one.
  private record LockFile(Path path, @Nullable Object key, FileTime created) {
    static @Nullable LockFile at(Path path) throws IOException {
      try {
        BasicFileAttributes found =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new LockFile(path, found.fileKey(), found.creationTime());
      } catch (NoSuchFileException missing) {
        return null;
      }
    }

    /// Returns the key of the file in [#HELD].
    Object identity() throws IOException {
      return key == null ? path.toRealPath() : key;
    }

    void delete() throws IOException {
      if (key != null && equals(at(path))) {
        Files.delete(path);
      }
    }
  }

  /// The files that this writer holds, each with an open channel. While a file is open, no other
  /// file gets its identity, even if it was deleted and the table was not closed.
  private final Map<Object, FileChannel> files = new HashMap<>();

  private WriterLock(Path table, LockFile file, FileChannel channel) {
    this.table = table;
    this.file = file;
    this.channel = channel;
  }

  /// Takes the lock of a table.
  ///
  /// @throws TableFileException if another writer has the path
  public static WriterLock of(Path table) throws IOException {
    Path path = beside(table, ".lock");
    synchronized (HELD) {
      while (true) {
        LockFile file = LockFile.at(path);
        if (file == null) {
          create(path);
        } else {
          WriterLock lock = tryLock(table, file);
          if (lock != null) {
            return lock;
          }
        }
      }
    }
  }

  private static void create(Path path) throws IOException {
    try {
      Files.createFile(path);
    } catch (FileAlreadyExistsException madeMeanwhile) {
      return;
    }
  }

  /// Returns null if the file that was locked is no longer the one at the path.
  private static @Nullable WriterLock tryLock(Path table, LockFile file) throws IOException {
    if (HELD.containsKey(file.identity())) {
      throw openHere(table);
    }
    if (Files.isDirectory(file.path(), LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(
          file.path().toString(), null, "a table has its lock file there: move the folder away");
    }
    FileChannel channel;
    try {
      channel = FileChannel.open(file.path(), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException deletedMeanwhile) {
      return null;
    }
    WriterLock lock = new WriterLock(table, file, channel);
    try {
      if (channel.tryLock() == null) {
        throw new TableFileException(
            table,
            Reason.LOCKED,
            "another process has it open for writing (lock file %s): close it there, or use openReadOnly(path)"
                .formatted(file.path()));
      }
      if (!file.equals(LockFile.at(file.path()))) {
        channel.close();
        return null;
      }
      lock.hold(file.identity(), channel);
      return lock;
    } catch (OverlappingFileLockException anotherLoadersClass) {
      channel.close();
      throw openHere(table);
    } catch (Throwable failure) {
      lock.release();
      throw failure;
    }
  }

  /// Keeps other writers in this process from the table's own file, whatever name they know.
  ///
  /// @param name one that the file has now
  /// @param channel of that file
  /// @throws TableFileException if one of them has it
  public void holdTable(Path name, FileChannel channel) throws IOException {
    hold(identity(name), channel);
  }

  /// Whether a path is that of the table's own file.
  public boolean holds(Path name) throws IOException {
    synchronized (HELD) {
      return files.containsKey(identity(name));
    }
  }

  private void hold(Object identity, FileChannel open) throws IOException {
    synchronized (HELD) {
      if (HELD.containsKey(identity)) {
        throw openHere(table);
      }
      files.put(identity, open);
      HELD.put(identity, this);
    }
  }

  private static TableFileException openHere(Path table) {
    return new TableFileException(
        table,
        Reason.LOCKED,
        "this process has it open for writing already: close it there, or use openReadOnly(path)");
  }

  /// Returns the path of a file beside a table, where symbolic links lead.
  public static Path beside(Path table, String suffix) throws IOException {
    Path real = realPath(table);
    return real.resolveSibling(real.getFileName() + suffix);
  }

  /// Returns the absolute path without symbolic links, of a table that need not be there.
  public static Path realPath(Path table) throws IOException {
    return Files.exists(table)
        ? table.toRealPath()
        : table.toAbsolutePath().resolveSibling("").toRealPath().resolve(table.getFileName());
  }

  /// Returns an identity that all names of a file share; if the file system has none, the path
  /// without symbolic links.
  private static Object identity(Path path) throws IOException {
    Object key = key(path);
    return key == null ? path.toRealPath() : key;
  }

  /// Returns the identity of a file; null where the file system knows none.
  public static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /// Deletes the lock file while its lock keeps others from making another, then gives up the lock.
  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (HELD.containsValue(this)) {
        try {
          file.delete();
        } finally {
          release();
        }
      }
    }
  }

  private void release() throws IOException {
    synchronized (HELD) {
      channel.close();
      HELD.values().removeIf(holder -> holder == this);
      files.clear();
    }
  }
}
