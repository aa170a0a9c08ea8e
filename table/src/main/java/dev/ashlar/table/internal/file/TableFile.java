// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.Recovery;
import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.disk.WriterLock;
import dev.ashlar.table.internal.file.format.Blocks;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.CommitSlots.Found;
import dev.ashlar.table.internal.file.format.FileChunks;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.file.format.FileShape;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Makes and opens the files of mapped tables.
public final class TableFile {

  private TableFile() {}

  /// The properties of a file's layout that do not come from the record.
  ///
  /// @param chunks of columns
  /// @param blockShift see [Blocks]
  public record Plan(FileChunks chunks, int blockShift) {
    /// A plan of equal chunks.
    public Plan(long chunkRows, int blockShift) {
      this(new FileChunks(chunkRows, 0), blockShift);
    }

    public static Plan of(RecordLayout layout, long rows) {
      int shift = Blocks.shift(layout);
      if (layout.chunkRows() > 0) {
        return new Plan(Math.max(layout.chunkRows(), FileHeader.MIN_CHUNK_ROWS), shift);
      }
      long first = Math.max(layout.capacity(rows), FileHeader.MIN_CHUNK_ROWS);
      return new Plan(
          new FileChunks(first, Layout.roundUp(first / 4, FileHeader.MIN_CHUNK_ROWS)), shift);
    }
  }

  public static <T> T create(
      RecordLayout layout,
      Path path,
      long rows,
      Plan plan,
      Disk disk,
      FileOptions options,
      TableMaker<T> tables)
      throws IOException {
    StackHeadroom.require();
    TablePath.requireFree(path);
    NewFile.sweepBeside(path);
    WriterLock lock = WriterLock.of(path);
    try (NewFile file = NewFile.of(path)) {
      FileChannel channel = file.channel();
      TextFiles unpublished = null;
      try {
        lock.holdTable(file.temporaryName(), channel);
        long id = ThreadLocalRandom.current().nextLong();
        TextFiles texts = TextFiles.create(path, id, disk, layout, options.owner());
        unpublished = texts;
        FileStorage storage =
            write(layout, path, rows, plan, disk, lock, channel, id, texts, options);
        T table = tables.make(storage, storage.map(), rows);
        boolean whole = file.publish(disk);
        unpublished = null;
        forceName(path);
        if (whole) {
          return table;
        }
        storage.close();
      } catch (Throwable failure) {
        channel.close();
        if (unpublished != null) {
          unpublished.delete();
        }
        throw failure;
      }
    } catch (Throwable failure) {
      lock.close();
      throw failure;
    }
    FileStorage storage = open(layout, path, true, disk, options);
    return tables.make(storage, storage.map(), rows);
  }

  private static FileStorage write(
      RecordLayout layout,
      Path path,
      long rows,
      Plan plan,
      Disk disk,
      WriterLock lock,
      FileChannel channel,
      long id,
      TextFiles texts,
      FileOptions options)
      throws IOException {
    FileHeader header = FileHeader.of(layout, plan.chunks(), plan.blockShift(), id);
    FileShape shape = new FileShape(layout, header);
    long dataEnd = shape.dataEnd(layout.capacity(rows));
    Commit commit = new Commit(0, 0, dataEnd, 0, texts.textEnd(), texts.dictionaryEnd(), 0);
    Disk.write(channel, 0, header.bytes());
    int seal = header.seal();
    Disk.write(channel, commit.slot(), commit.bytes(seal));
    Disk.write(channel, Commit.copy(), commit.bytes(seal));
    Commit before = new Commit(-1, 0, dataEnd, 0, texts.textEnd(), texts.dictionaryEnd(), 0);
    Disk.write(channel, before.slot(), before.bytes(seal));
    disk.lengthen(path, channel, header.dataOffset(), shape.fileSize(dataEnd));
    disk.force(channel);
    return new FileStorage(
        path,
        shape,
        channel,
        lock,
        texts,
        disk,
        new Found(commit, Recovery.INTACT),
        options,
        false);
  }

  /// The name of a new file is not on the disk before its folder is. Where a folder cannot be
  /// forced, the file system has to see to it.
  static void forceName(Path path) {
    Path folder = path.toAbsolutePath().resolveSibling("");
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException notHere) {
      return;
    }
  }

  public static FileStorage open(
      RecordLayout layout, Path path, boolean write, Disk disk, FileOptions options)
      throws IOException {
    StackHeadroom.require();
    FileChannel channel = TablePath.open(path, write);
    try {
      FileHeader header = FileHeader.read(path, channel);
      FileShape shape = new FileShape(header.require(path, layout, write), header);
      try {
        return write
            ? openLocked(path, shape, channel, disk, options)
            : open(path, shape, channel, null, disk, options);
      } catch (TableFileException failure) {
        if (header.id() == id(path)) {
          throw failure;
        }
      }
    } catch (Throwable failure) {
      channel.close();
      throw failure;
    }
    // The table was replaced meanwhile, and its texts with it.
    channel.close();
    return open(layout, path, write, disk, options);
  }

  /// The identity of the table that is at a path.
  static long id(Path path) throws IOException {
    try (FileChannel channel = TablePath.open(path, false)) {
      return FileHeader.read(path, channel).id();
    }
  }

  private static FileStorage openLocked(
      Path path, FileShape shape, FileChannel channel, Disk disk, FileOptions options)
      throws IOException {
    WriterLock lock = WriterLock.of(path);
    try {
      lock.holdTable(path, channel);
      if (id(path) != shape.header().id()) {
        throw FileHeader.corrupt(path, "was replaced while it was opened");
      }
      FileReplacement.finish(path, shape.header().id());
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
      FileOptions options)
      throws IOException {
    Found found = shape.header().slots(path, channel).newest();
    if (found == null) {
      throw FileHeader.corrupt(path, "has no commit whose checksum matches: restore a copy");
    }
    if (found.recovery() == Recovery.OLDER_COMMIT && !options.allowOlderCommit()) {
      throw new TableFileException(
          path,
          Reason.DAMAGED_COMMIT,
          "has a damaged record of its newest commit. An older one has %d rows: open it with ALLOW_OLDER_COMMIT to use that"
              .formatted(found.commit().rows()));
    }
    shape.require(path, found.commit(), channel.size());
    return new FileStorage(
            path,
            shape,
            channel,
            lock,
            TextFiles.open(path, shape, found.commit(), lock != null, disk, options.owner()),
            disk,
            found,
            options,
            true)
        .read();
  }
}
