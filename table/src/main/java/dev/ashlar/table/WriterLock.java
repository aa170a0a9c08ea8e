package dev.ashlar.table;

import dev.ashlar.table.TableFileException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Keeps other writers of a table out, in this process and in others.
///
/// The lock is on a file beside the table's: closing any channel of a file may end the locks that
/// the process has on it, and readers open and close the table's own. The file stays, since a name
/// that comes and goes could be locked twice.
record WriterLock(FileChannel channel) implements AutoCloseable {
  static WriterLock of(Path table) throws IOException {
    Path path = table.resolveSibling(table.getFileName() + ".lock");
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (tryLock(channel) == null) {
        throw new TableFileException(table, Reason.LOCKED, "is open in another process");
      }
      return new WriterLock(channel);
    } catch (OverlappingFileLockException here) {
      channel.close();
      throw new TableFileException(table, Reason.LOCKED, "is open in this process");
    } catch (Throwable failure) {
      channel.close();
      throw failure;
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    return channel.tryLock();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
