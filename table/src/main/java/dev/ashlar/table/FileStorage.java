package dev.ashlar.table;

import dev.ashlar.table.FileHeader.Commit;
import dev.ashlar.table.TableFileException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// A file that is mapped: a [FileHeader], and the rows behind it.
///
/// Columns are laid out in chunks of equally many rows, since a column cannot grow where another
/// one follows it. The file is as long as it has to be and never shrinks; what it has room for
/// follows from its length. Growing maps it anew; the older mapping shows the same pages. Mappings
/// end when nobody can reach them, so that nobody who still looks at one is harmed.
final class FileStorage implements Storage {
  private static final int ZEROS = 1 << 16;

  private final TableLayout<?> layout;
  private final Path path;
  private final FileHeader header;
  private final FileChannel channel;
  private final @Nullable WriterLock lock;
  private final Disk disk;
  private @Nullable MemorySegment mapping;
  private Commit commit;

  private FileStorage(
      TableLayout<?> layout,
      Path path,
      FileHeader header,
      FileChannel channel,
      @Nullable WriterLock lock,
      Disk disk,
      Commit commit) {
    this.layout = layout;
    this.path = path;
    this.header = header;
    this.channel = channel;
    this.lock = lock;
    this.disk = disk;
    this.commit = commit;
  }

  static long columnsChunk(long rows) {
    return Math.max(rows, FileHeader.MIN_CHUNK_ROWS);
  }

  static <R extends Record> Table<R> create(
      TableLayout<R> layout, Path path, long rows, long chunkRows, Disk disk) throws IOException {
    requireAbsent(path);
    NewFile.sweepBeside(path);
    WriterLock lock = WriterLock.of(path);
    try (NewFile file = NewFile.of(path)) {
      lock.holdTable(file.temporaryName(), file.channel());
      FileHeader header = FileHeader.of(layout, layout.layout() == Layout.COLUMNS ? chunkRows : 0);
      FileStorage storage =
          new FileStorage(layout, path, header, file.channel(), lock, disk, new Commit(0, 0));
      try {
        storage.write(0, header.bytes());
        storage.write(storage.commit.offset(), header.slot(storage.commit));
        storage.writeZeros(header.dataOffset(), storage.fileSize(rows));
        Table<R> table = layout.type().table(layout, storage, storage.map(), rows);
        boolean whole = file.publish(disk);
        forceName(path);
        if (whole) {
          return table;
        }
      } catch (Throwable failure) {
        storage.channel.close();
        throw failure;
      }
      storage.channel.close();
    } catch (Throwable failure) {
      lock.close();
      throw failure;
    }
    lock.close();
    return open(layout, path, true, disk).table(layout.type(), rows);
  }

  /// A lock file is made for a table only.
  private static void requireAbsent(Path path) throws FileAlreadyExistsException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(path.toString());
    }
  }

  static FileStorage open(TableLayout<?> layout, Path path, boolean write, Disk disk)
      throws IOException {
    FileChannel channel =
        write
            ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
            : FileChannel.open(path, StandardOpenOption.READ);
    try {
      FileHeader header = FileHeader.read(path, channel);
      header.require(path, layout);
      return write
          ? openLocked(layout, path, header, channel, disk)
          : open(layout, path, header, channel, null, disk);
    } catch (Throwable failure) {
      channel.close();
      throw failure;
    }
  }

  private static FileStorage openLocked(
      TableLayout<?> layout, Path path, FileHeader header, FileChannel channel, Disk disk)
      throws IOException {
    WriterLock lock = WriterLock.of(path);
    try {
      lock.holdTable(path, channel);
      return open(layout, path, header, channel, lock, disk);
    } catch (Throwable failure) {
      lock.close();
      throw failure;
    }
  }

  private static FileStorage open(
      TableLayout<?> layout,
      Path path,
      FileHeader header,
      FileChannel channel,
      @Nullable WriterLock lock,
      Disk disk)
      throws IOException {
    Commit commit = header.lastCommit(path, channel);
    FileStorage storage = new FileStorage(layout, path, header, channel, lock, disk, commit);
    storage.requireRows();
    return storage;
  }

  private void requireRows() throws IOException {
    long rows;
    try {
      rows = capacity(channel.size());
    } catch (ArithmeticException impossible) {
      throw FileHeader.corrupt(path, "has impossibly large chunks");
    }
    if (header.chunkRows() != 0 && rows / header.chunkRows() > Integer.MAX_VALUE) {
      throw FileHeader.corrupt(path, "has impossibly many chunks");
    }
    if (commit.rows() > rows || (rows == 0 && header.layout() == Layout.COLUMNS)) {
      throw new TableFileException(
          path,
          Reason.MISSING_ROWS,
          "has room for %d rows, of %d committed".formatted(rows, commit.rows()));
    }
  }

  /// The name of a new file is not on the disk before its folder is. Where a folder cannot be
  /// forced, the file system has to see to it.
  private static void forceName(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException notHere) {
      return;
    }
  }

  private long chunkSize() {
    return layout.layout().byteSize(layout.type().schema(), header.chunkRows());
  }

  /// Returns the size of a file for at least so many rows.
  private long fileSize(long rows) {
    long chunk = header.chunkRows();
    long size =
        chunk == 0
            ? Math.multiplyExact(rows, layout.bytesPerRow())
            : Math.multiplyExact(Math.max(1, Math.ceilDiv(rows, chunk)), chunkSize());
    return Math.addExact(header.dataOffset(), size);
  }

  private long capacity(long fileSize) {
    long data = Math.max(0, fileSize - header.dataOffset());
    return header.chunkRows() == 0
        ? data / layout.bytesPerRow()
        : data / chunkSize() * header.chunkRows();
  }

  /// Holes would be filled when a page is written, and then it is too late to say that the disk is
  /// full.
  private void writeZeros(long from, long to) throws IOException {
    requireSpace(to - from);
    long position = from;
    while (position < to) {
      position += write(position, ByteBuffer.allocate((int) Math.min(ZEROS, to - position)));
    }
    channel.force(true);
  }

  /// Filling a disk to the last takes long, and what else writes to it fails meanwhile. A disk that
  /// cannot say what it has says 0.
  private void requireSpace(long bytes) throws IOException {
    long usable = Files.getFileStore(path.toAbsolutePath().getParent()).getUsableSpace();
    if (usable > 0 && bytes > usable) {
      throw new IOException(
          "%s needs %d more bytes, and its disk has %d".formatted(path, bytes, usable));
    }
  }

  private int write(long position, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int written = channel.write(bytes, position + bytes.position());
      assert written >= 0;
    }
    return bytes.position();
  }

  /// Returns the table with the rows of the last commit.
  <R extends Record> Table<R> openTable(TableType<R> type) throws IOException {
    return table(type, commit.rows());
  }

  <R extends Record> Table<R> table(TableType<R> type, long rows) throws IOException {
    try {
      return type.table(layout, this, map(), rows);
    } catch (Throwable failure) {
      close();
      throw failure;
    }
  }

  private Placement map() throws IOException {
    long rows = capacity(channel.size());
    MemorySegment mapped =
        channel.map(
            lock == null ? MapMode.READ_ONLY : MapMode.READ_WRITE,
            0,
            fileSize(rows),
            Arena.ofAuto());
    mapping = mapped;
    MemorySegment data = mapped.asSlice(header.dataOffset());
    long chunk = header.chunkRows();
    if (chunk == 0 || chunk == rows) {
      return Placement.ofNative(layout, data, rows);
    }
    Table<?>[] parts = new Table<?>[Math.toIntExact(rows / chunk)];
    for (int i = 0; i < parts.length; i++) {
      MemorySegment part = data.asSlice(i * chunkSize(), chunkSize());
      parts[i] = layout.type().table(layout, this, Placement.ofNative(layout, part, chunk), chunk);
    }
    return Placement.ofParts(layout, parts, chunk);
  }

  /// An interrupt closes the channel that the thread is using, and the table could never grow
  /// again. So it is used by a thread that nobody knows; the one that waits for it keeps its
  /// interrupt.
  @Override
  public Placement grow(Table<?> table, long capacity) throws IOException {
    requireWritable();
    long now = fileSize(table.capacity());
    long wanted = fileSize(capacity);
    Thread.Builder thread = Thread.ofPlatform().inheritInheritableThreadLocals(false);
    try {
      return CompletableFuture.supplyAsync(() -> extend(now, wanted), thread::start).join();
    } catch (CompletionException failed) {
      Throwable cause = Objects.requireNonNullElse(failed.getCause(), failed);
      throw new IOException(
          "%s cannot grow to %d rows: %s".formatted(path, capacity, cause.getMessage()), cause);
    }
  }

  private Placement extend(long now, long wanted) {
    try {
      try {
        writeZeros(now, wanted);
      } catch (IOException full) {
        channel.truncate(now);
        throw full;
      }
      return map();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed.getMessage(), failed);
    }
  }

  @Override
  public void commit(long rows) throws IOException {
    MemorySegment all = requireWritable();
    disk.force(all, header.dataOffset(), all.byteSize() - header.dataOffset());
    Commit next = commit.next(rows);
    MemorySegment.copy(
        MemorySegment.ofBuffer(header.slot(next)), 0, all, next.offset(), FileHeader.SLOT_SIZE);
    disk.force(all, next.offset(), FileHeader.SLOT_SIZE);
    commit = next;
  }

  private MemorySegment requireWritable() {
    if (mapping == null) {
      throw Table.closed();
    }
    if (lock == null) {
      throw Table.readOnly();
    }
    return mapping;
  }

  void close() throws IOException {
    mapping = null;
    try (lock;
        channel) {
      return;
    }
  }
}
