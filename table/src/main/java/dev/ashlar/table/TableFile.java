package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.CommitSlots.Commit;
import dev.ashlar.table.CommitSlots.Found;
import dev.ashlar.table.TableFileException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Makes and opens the files of mapped tables.
final class TableFile {
  private static final int ZEROS = 1 << 16;

  private TableFile() {}

  /// How a file is laid out, other than by its record.
  ///
  /// @param chunkRows of columns
  /// @param blockShift see [Blocks]
  record Plan(long chunkRows, int blockShift) {
    static Plan of(TableLayout<?> layout, long rows) {
      long chunkRows = layout.chunkRows() > 0 ? layout.chunkRows() : layout.capacity(rows);
      return new Plan(Math.max(chunkRows, FileHeader.MIN_CHUNK_ROWS), Blocks.shift(layout));
    }
  }

  static <R extends Record> Table<R> create(
      TableLayout<R> layout, Path path, long rows, Plan plan, Disk disk, Set<TableOption> options)
      throws IOException {
    StackHeadroom.require();
    HeapHeadroom.requireOnce(HeapHeadroom.FILE);
    requireAbsent(path);
    NewFile.sweepBeside(path);
    WriterLock lock = WriterLock.of(path);
    try (NewFile file = NewFile.of(path)) {
      FileChannel channel = file.channel();
      try {
        lock.holdTable(file.temporaryName(), channel);
        FileStorage storage = write(layout, path, rows, plan, disk, lock, channel, options);
        Table<R> table = layout.type().table(layout, storage, storage.map(), rows);
        boolean whole = file.publish(disk);
        forceName(path);
        if (whole) {
          return table;
        }
        storage.close();
      } catch (Throwable failure) {
        channel.close();
        throw failure;
      }
    } catch (Throwable failure) {
      lock.close();
      throw failure;
    }
    FileStorage storage = open(layout, path, true, disk, options);
    return layout.type().table(layout, storage, storage.map(), rows);
  }

  private static FileStorage write(
      TableLayout<?> layout,
      Path path,
      long rows,
      Plan plan,
      Disk disk,
      WriterLock lock,
      FileChannel channel,
      Set<TableOption> options)
      throws IOException {
    long id = ThreadLocalRandom.current().nextLong();
    long chunkRows = layout.layout() == Layout.COLUMNS ? plan.chunkRows() : 0;
    FileHeader header = FileHeader.of(layout, chunkRows, plan.blockShift(), id);
    FileShape shape = new FileShape(layout, header);
    Commit commit = new Commit(0, 0, shape.dataEnd(layout.capacity(rows)), 0);
    write(channel, 0, header.bytes());
    int seal = header.seal();
    write(channel, commit.slot(), commit.bytes(seal));
    write(channel, Commit.copy(), commit.bytes(seal));
    Commit before = new Commit(-1, 0, commit.dataEnd(), 0);
    write(channel, before.slot(), before.bytes(seal));
    disk.lengthen(path, channel, header.dataOffset(), shape.fileSize(commit.dataEnd()));
    disk.force(channel);
    return new FileStorage(
        path, shape, channel, lock, disk, new Found(commit, Recovery.INTACT), options, false);
  }

  /// A lock file is made for a table only.
  private static void requireAbsent(Path path) throws FileAlreadyExistsException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(path.toString());
    }
  }

  /// The name of a new file is not on the disk before its folder is. Where a folder cannot be
  /// forced, the file system has to see to it.
  private static void forceName(Path path) {
    Path folder = path.toAbsolutePath().resolveSibling("");
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException notHere) {
      return;
    }
  }

  static FileStorage open(
      TableLayout<?> layout, Path path, boolean write, Disk disk, Set<TableOption> options)
      throws IOException {
    StackHeadroom.require();
    HeapHeadroom.requireOnce(HeapHeadroom.FILE);
    FileChannel channel =
        write
            ? FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)
            : FileChannel.open(path, StandardOpenOption.READ);
    try {
      FileHeader header = FileHeader.read(path, channel);
      header.require(path, layout);
      FileShape shape = new FileShape(layout, header);
      return write
          ? openLocked(path, shape, channel, disk, options)
          : open(path, shape, channel, null, disk, options);
    } catch (Throwable failure) {
      channel.close();
      throw failure;
    }
  }

  private static FileStorage openLocked(
      Path path, FileShape shape, FileChannel channel, Disk disk, Set<TableOption> options)
      throws IOException {
    WriterLock lock = WriterLock.of(path);
    try {
      lock.holdTable(path, channel);
      return open(path, shape, channel, lock, disk, options);
    } catch (Throwable failure) {
      lock.close();
      throw failure;
    }
  }

  private static FileStorage open(
      Path path,
      FileShape shape,
      FileChannel channel,
      @Nullable WriterLock lock,
      Disk disk,
      Set<TableOption> options)
      throws IOException {
    Found found = shape.header().slots(path, channel).newest();
    if (found == null) {
      throw FileHeader.corrupt(path, "has no commit whose checksum matches: restore a copy");
    }
    if (found.recovery() == Recovery.OLDER_COMMIT
        && !options.contains(TableOption.ALLOW_OLDER_COMMIT)) {
      throw new TableFileException(
          path,
          Reason.DAMAGED_COMMIT,
          "has a damaged record of its newest commit. An older one has %d rows: open it with %s to use that"
              .formatted(found.commit().rows(), TableOption.ALLOW_OLDER_COMMIT));
    }
    shape.require(path, found.commit(), channel.size());
    return new FileStorage(path, shape, channel, lock, disk, found, options, true);
  }

  /// Holes would be filled when a page is written, and then it is too late to say that the disk is
  /// full.
  static void writeZeros(Path path, FileChannel channel, long from, long to) throws IOException {
    requireSpace(path, to - from);
    long position = from;
    while (position < to) {
      position +=
          write(channel, position, ByteBuffer.allocate((int) Math.min(ZEROS, to - position)));
    }
  }

  /// Filling a disk to the last takes long, and what else writes to it fails meanwhile. A disk that
  /// cannot say what it has says 0.
  private static void requireSpace(Path path, long bytes) throws IOException {
    long usable = Files.getFileStore(path.toAbsolutePath().resolveSibling("")).getUsableSpace();
    if (usable > 0 && bytes > usable) {
      throw new IOException(
          "%s needs %d more bytes, and its disk has %d".formatted(path, bytes, usable));
    }
  }

  private static int write(FileChannel channel, long position, ByteBuffer bytes)
      throws IOException {
    while (bytes.hasRemaining()) {
      int written = channel.write(bytes, position + bytes.position());
      assert written >= 0;
    }
    return bytes.position();
  }
}
