package dev.ashlar.table;

import dev.ashlar.table.TableFileException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps other writers of a table out, in this process and in others.
///
/// The lock is on a file beside the table's, where its symbolic links lead: closing any channel of
/// a file may end the locks that the process has on it, and readers open and close the table's own.
/// For the same reason this process opens the lock file only while it does not hold it. The file
/// stays, since a name that comes and goes could be locked twice.
///
/// A hard link may be in another folder, beside another lock file. Within this process it is known
/// by the table's own file.
final class WriterLock implements AutoCloseable {
  /// The files that writers in this process hold, each as its [#identity], and with its lock: were
  /// the channel of a table that nobody closes collected, the lock would end. Its monitor is held
  /// while lock files are opened and closed.
  private static final Map<Object, WriterLock> HELD = new HashMap<>();

  private final Path table;
  private final FileChannel channel;

  /// The files it holds, each with an open channel of it, were it only to keep that reachable:
  /// while a file is open, no other gets its identity, even if it was deleted and nobody closed the
  /// table.
  private final Map<Object, FileChannel> files = new HashMap<>();

  private WriterLock(Path table, FileChannel channel) {
    this.table = table;
    this.channel = channel;
  }

  /// @throws TableFileException if another writer has the path
  static WriterLock of(Path table) throws IOException {
    Path path = beside(table);
    synchronized (HELD) {
      if (Files.exists(path) && HELD.containsKey(identity(path))) {
        throw openHere(table);
      }
      FileChannel channel =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
      try {
        if (tryLock(channel) == null) {
          throw new TableFileException(table, Reason.LOCKED, "is open in another process");
        }
        WriterLock lock = new WriterLock(table, channel);
        lock.hold(path, channel);
        return lock;
      } catch (OverlappingFileLockException anotherLoadersClass) {
        channel.close();
        throw openHere(table);
      } catch (Throwable failure) {
        channel.close();
        throw failure;
      }
    }
  }

  /// Keeps other writers in this process from the table's own file, whatever name they know.
  ///
  /// @param channel of that file
  /// @throws TableFileException if one of them has it
  void holdTable(FileChannel channel) throws IOException {
    hold(table, channel);
  }

  private void hold(Path path, FileChannel open) throws IOException {
    Object file = identity(path);
    synchronized (HELD) {
      if (HELD.putIfAbsent(file, this) != null) {
        throw openHere(table);
      }
      files.put(file, open);
    }
  }

  private static TableFileException openHere(Path table) {
    return new TableFileException(table, Reason.LOCKED, "is open in this process");
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    return channel.tryLock();
  }

  private static Path beside(Path table) throws IOException {
    Path real =
        Files.exists(table)
            ? table.toRealPath()
            : table.toAbsolutePath().resolveSibling("").toRealPath().resolve(table.getFileName());
    return real.resolveSibling(real.getFileName() + ".lock");
  }

  /// Returns what all names of a file have in common; where the file system does not say, the path
  /// without symbolic links.
  private static Object identity(Path path) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key == null ? path.toRealPath() : key;
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      HELD.keySet().removeAll(files.keySet());
      files.clear();
      channel.close();
    }
  }
}
