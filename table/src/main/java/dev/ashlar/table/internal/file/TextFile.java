// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.memory.internal.UninterruptibleThread;
import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextWords;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.disk.FileMappings;
import dev.ashlar.table.internal.file.disk.WriterLock;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.file.format.TextFileHeader;
import dev.ashlar.table.internal.file.format.TextFileKind;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Texts of a mapped table, in a file beside it, which is mapped as a whole. Threads reserve places
/// in it by a compare-and-set.
///
/// A failed force may be reported only once, and its data may be lost. So nothing is forced after
/// it, and the table is not committed any more.
final class TextFile extends TextArea implements Closeable {
  /// A piece is a part of the file: rows have its number, and an offset.
  private static final int PIECE_SHIFT = 30;

  private static final long MIN_SIZE = 1 << 16;

  private final Path path;
  private final FileChannel channel;
  private final boolean writable;
  private final Disk disk;
  private final FileMappings mappings;

  /// The identity of the file, to recognize another file at the same path; null if files have none.
  private final @Nullable Object key;

  /// Where the next text goes.
  private final AtomicLong end = new AtomicLong(TextFileHeader.SIZE);

  /// The whole file as it was when it was mapped last; nothing when it is closed.
  private volatile MemorySegment memory;

  private volatile @Nullable Throwable failure;

  private TextFile(
      Path path,
      FileChannel channel,
      boolean writable,
      Disk disk,
      RecordLayout layout,
      @Nullable Thread owner)
      throws IOException {
    this.path = path;
    this.channel = channel;
    this.writable = writable;
    this.disk = disk;
    this.mappings = new FileMappings(path, layout, channel, writable, owner);
    this.key = WriterLock.key(path);
    this.memory = mappings.map(channel.size());
  }

  /// Makes an empty one beside a table that has none, whose [WriterLock] the caller has. One that
  /// is there already was left by a process that was killed.
  ///
  /// @throws FileAlreadyExistsException if there is a file that no table has made
  static TextFile create(
      TextFileKind kind,
      Path table,
      long tableId,
      Disk disk,
      RecordLayout layout,
      @Nullable Thread owner)
      throws IOException {
    Path path = WriterLock.beside(table, kind.suffix());
    deleteLeftOver(kind, path);
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      ByteBuffer header = TextFileHeader.bytes(kind, tableId);
      Disk.write(channel, 0, header);
      disk.lengthen(path, channel, TextFileHeader.SIZE, MIN_SIZE);
      disk.force(channel);
      return new TextFile(path, channel, true, disk, layout, owner);
    } catch (Throwable failed) {
      channel.close();
      Files.deleteIfExists(path);
      throw failed;
    }
  }

  private static void deleteLeftOver(TextFileKind kind, Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!isLeftOver(kind, path)) {
      throw new FileAlreadyExistsException(
          path.toString(),
          null,
          "a table has its %s there, and this was made by something else: move it away"
              .formatted(kind.content()));
    }
    Files.delete(path);
  }

  private static boolean isLeftOver(TextFileKind kind, Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return TextFileHeader.isIn(kind, channel) || TextFileHeader.isUnfinished(channel);
    }
  }

  /// Opens that of a table.
  ///
  /// @param committed where its committed texts end
  /// @throws TableFileException if it is missing, too short, or that of another table
  static TextFile open(
      TextFileKind kind,
      Path table,
      long tableId,
      long committed,
      boolean write,
      Disk disk,
      RecordLayout layout,
      @Nullable Thread owner)
      throws IOException {
    Path path = FileReplacement.texts(kind, table, tableId);
    FileChannel channel;
    try {
      channel =
          write
              ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
              : FileChannel.open(path, StandardOpenOption.READ);
    } catch (NoSuchFileException missing) {
      if (!path.equals(FileReplacement.texts(kind, table, tableId))) {
        return open(kind, table, tableId, committed, write, disk, layout, owner);
      }
      throw new TableFileException(
          table,
          Reason.MISSING_ROWS,
          "needs %s, which is missing: the files of a table are copied and moved together"
              .formatted(path));
    }
    try {
      TextFileHeader.require(kind, path, channel, tableId, committed);
      TextFile texts = new TextFile(path, channel, write, disk, layout, owner);
      texts.end.set(committed);
      return texts;
    } catch (NoSuchFileException renamed) {
      channel.close();
      return open(kind, table, tableId, committed, write, disk, layout, owner);
    } catch (Throwable failed) {
      channel.close();
      throw failed;
    }
  }

  @Override
  public Path file() {
    return path;
  }

  /// Takes the file away that was made for a table which could not be published.
  void delete() throws IOException {
    Files.deleteIfExists(path);
  }

  @Override
  public @Nullable MemorySegment memory(long rest, int length) {
    MemorySegment now = memory;
    if (now.byteSize() == 0) {
      return null;
    }
    long to = offset(rest) + length;
    return writable || to <= now.byteSize() ? now : followed(to);
  }

  @Override
  public long offset(long rest) {
    long piece = (long) TextWords.piece(rest) << PIECE_SHIFT;
    return TextFileHeader.SIZE + piece + TextWords.offset(rest);
  }

  /// Returns the rest of a row whose text is there in the file.
  static long place(long offset) {
    long place = offset - TextFileHeader.SIZE;
    return TextWords.place(
        (int) (place >>> PIECE_SHIFT), (int) (place & ((1L << PIECE_SHIFT) - 1)));
  }

  @Override
  protected boolean hasChecksums() {
    return true;
  }

  @Override
  protected long reserve(int length) {
    long size = Layout.roundUp((long) PREFIX + length, Long.BYTES);
    while (true) {
      long at = end.get();
      if (at + size > memory.byteSize()) {
        reserveTo(at + size);
      } else if (end.compareAndSet(at, at + size)) {
        return place(at + PREFIX);
      }
    }
  }

  @Override
  public void reserveBytes(long byteSize) {
    reserveTo(Math.addExact(end.get(), byteSize));
  }

  @Override
  public boolean isFree(long rest, int length) {
    return offset(rest) + length > end.get();
  }

  /// Overwrites what is behind all texts.
  void clear(long from) {
    memory.asSlice(from).fill((byte) 0);
  }

  /// Where the next text goes.
  long end() {
    return end.get();
  }

  /// Keeps the texts before that, which rows refer to though they are not committed.
  void keep(long to) {
    end.accumulateAndGet(Layout.roundUp(to, Long.BYTES), Math::max);
  }

  /// Makes the file so long, at least.
  synchronized void reserveTo(long wanted) {
    requireOpen();
    long now = memory.byteSize();
    if (wanted > now) {
      long size = Layout.roundUp(Math.max(wanted, now + now / 2), FileHeader.PAGE);
      try {
        requireForced();
        run("Ashlar text growth", () -> lengthen(now, size));
      } catch (IOException full) {
        throw new UncheckedIOException(
            "%s cannot grow to %d bytes: %s".formatted(path, size, full.getMessage()), full);
      }
    }
  }

  /// If there is no room, the file is as before.
  private void lengthen(long from, long to) throws IOException {
    disk.lengthenOrRestore(path, channel, from, to);
    try {
      disk.force(channel);
    } catch (Throwable failed) {
      failure = failed;
      throw failed;
    }
    memory = mappings.map(to);
  }

  /// Maps what a writer has added to the file.
  private synchronized MemorySegment followed(long to) {
    requireOpen();
    if (to > memory.byteSize()) {
      try {
        run(
            "Ashlar text refresh",
            () -> {
              long size = channel.size();
              if (to <= size) {
                memory = mappings.map(size);
              }
            });
      } catch (IOException failed) {
        throw new UncheckedIOException(
            "%s cannot be mapped: %s".formatted(path, failed.getMessage()), failed);
      }
    }
    return memory;
  }

  interface Work {
    void run() throws IOException;
  }

  /// An interrupt would close the channel, so a thread that no other code can interrupt uses it.
  static void run(String name, Work work) throws IOException {
    Exception failed =
        new UninterruptibleThread(name) {
          @Override
          protected void work() throws IOException {
            work.run();
          }
        }.runToEnd();
    if (failed instanceof IOException disk) {
      throw disk;
    }
    if (failed != null) {
      throw new IOException(failed.getMessage(), failed);
    }
  }

  private void requireOpen() {
    if (mappings.newest() == null) {
      throw new IllegalStateException("The texts in " + path + " are closed");
    }
  }

  void requireForced() throws IOException {
    if (failure != null) {
      throw new IOException(
          path
              + " cannot be committed any more, as a force has failed and what it wrote may be"
              + " lost: close the table and open it again",
          failure);
    }
  }

  /// Makes a range of the file reach the disk.
  void force(long from, long to) throws IOException {
    requireForced();
    try {
      disk.force(memory, from, to - from);
    } catch (Throwable failed) {
      failure = failed;
      throw failed;
    }
  }

  @Override
  protected void force(long rest, int length) {
    forceForRows(offset(rest) - PREFIX, offset(rest) + length);
  }

  @Override
  public void force() {
    forceForRows(TextFileHeader.SIZE, end.get());
  }

  private void forceForRows(long from, long to) {
    try {
      force(from, to);
    } catch (IOException failed) {
      throw new UncheckedIOException(path + " cannot be written: " + failed.getMessage(), failed);
    }
  }

  /// Has pages written again by the next force, as a former process may have lost them.
  void rewrite(long from, long to) {
    disk.rewrite(memory, from, to - from);
  }

  private boolean isAtPath() {
    try {
      return key != null && key.equals(WriterLock.key(path));
    } catch (IOException deleted) {
      return false;
    }
  }

  /// Can be called again after it has failed.
  @Override
  public synchronized void close() throws IOException {
    memory = MemorySegment.NULL;
    try (channel) {
      mappings.close(this::isAtPath);
    }
  }
}
