// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.disk.FileMappings;
import dev.ashlar.table.internal.file.disk.WriterLock;
import dev.ashlar.table.internal.file.format.BlockTable;
import dev.ashlar.table.internal.file.format.CommitSlots;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.file.format.CommitSlots.Found;
import dev.ashlar.table.internal.file.format.FileShape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A mapped file and its newest commit. It also forces data to the disk. The caller keeps other
/// threads out.
///
/// **A failed force** may be reported only once, and pages that did not reach the disk can be read
/// back as if they had. So nothing is forced after it.
final class OpenFile {
  private final Path path;
  private final Path realPath;
  private final FileShape shape;
  private final FileChannel channel;
  private final boolean writable;
  private final Disk disk;
  private final FileMappings mappings;
  private Commit commit;
  private @Nullable Throwable failure;

  /// @param owner the only thread that may use the table; null if any may
  OpenFile(
      Path path,
      FileShape shape,
      FileChannel channel,
      boolean writable,
      Disk disk,
      Commit commit,
      @Nullable Thread owner)
      throws IOException {
    this.path = path;
    this.realPath = WriterLock.realPath(path);
    this.shape = shape;
    this.channel = channel;
    this.writable = writable;
    this.disk = disk;
    this.mappings = new FileMappings(path, shape.layout(), channel, writable, owner);
    this.commit = commit;
  }

  /// The file, as its user names it.
  Path path() {
    return path;
  }

  /// The file by the one path that all its names lead to. What belongs to the table is beside it.
  Path realPath() {
    return realPath;
  }

  FileShape shape() {
    return shape;
  }

  FileMappings mappings() {
    return mappings;
  }

  Disk disk() {
    return disk;
  }

  /// The last one that is complete, or else was found when the file was opened.
  Commit commit() {
    return commit;
  }

  boolean hasFailed() {
    return failure != null;
  }

  void requireWritable() {
    mappings.requireOwner();
    mapping();
    if (!writable) {
      throw new IllegalArgumentException(path + " is open to read only: use open(path)");
    }
  }

  void requireForced() throws IOException {
    if (failure != null) {
      throw new IOException(
          path
              + " cannot be committed any more, as a force has failed and what it wrote may be"
              + " lost: close it and open it again",
          failure);
    }
  }

  /// Returns the exception to throw when the table is used after its end.
  IllegalStateException closed() {
    return new IllegalStateException("The table in " + path + " is closed");
  }

  void map() throws IOException {
    mappings.map(shape.fileSize(commit.dataEnd()));
  }

  /// Returns the newest commit that a writer has completed, or the one that is known.
  Commit newestCommit() {
    Found found = CommitSlots.of(mapping(), shape.header().seal()).newest();
    // What the writer wrote before this commit is read after it.
    VarHandle.acquireFence();
    return found == null || found.commit().number() <= commit.number() ? commit : found.commit();
  }

  /// Whether all rows of a commit are in the mapping.
  boolean isMapped(Commit other) {
    return other.dataEnd() == commit.dataEnd();
  }

  /// Goes on to a newer commit of a writer, and maps the file anew if it is longer.
  void follow(Commit newer) throws IOException {
    if (isMapped(newer)) {
      shape.require(path, newer, mapping().byteSize());
    } else {
      shape.require(path, newer, channel.size());
      mappings.map(shape.fileSize(newer.dataEnd()));
    }
    commit = newer;
  }

  MemorySegment mapping() {
    MemorySegment mapping = mappings.newest();
    if (mapping == null) {
      throw closed();
    }
    return mapping;
  }

  /// Maps the whole file once more, beside the table's mappings.
  ///
  /// @throws IOException if the file was cut off, as mapping would make it longer by zeros; also if
  ///   this thread is interrupted; the channel is then closed
  MemorySegment mapApart(Arena arena) throws IOException {
    long size = shape.fileSize(commit.dataEnd());
    if (channel.size() < size) {
      throw new IOException(
          "%s has %d bytes, and had %d: it was cut off".formatted(path, channel.size(), size));
    }
    return channel.map(MapMode.READ_WRITE, 0, size, arena);
  }

  /// The memory of the rows.
  MemorySegment data() {
    return mapping().asSlice(shape.dataOffset(), commit.dataEnd() - shape.dataOffset());
  }

  BlockTable blockTable() {
    return blockTable(mapping(), commit);
  }

  BlockTable blockTable(MemorySegment mapping, Commit of) {
    long size = shape.blockTableSize(of.dataEnd());
    return new BlockTable(mapping.asSlice(of.dataEnd(), size));
  }

  void force(long from, long to) throws IOException {
    force(mapping(), from, to);
  }

  private void force(MemorySegment mapping, long from, long to) throws IOException {
    try {
      disk.force(mapping, from, to - from);
    } catch (Throwable failed) {
      failure = failed;
      throw failed;
    }
  }

  /// Forces the entries of these blocks in the block table.
  void forceEntries(MemorySegment mapping, long fromBlock, long toBlock) throws IOException {
    long table = commit.dataEnd();
    force(mapping, table + BlockTable.offset(fromBlock), table + BlockTable.offset(toBlock));
  }

  void forceEntries(long fromBlock, long toBlock) throws IOException {
    forceEntries(mapping(), fromBlock, toBlock);
  }

  /// Makes the file longer by zeros, and maps it anew. If there is no room, it is as before.
  void lengthen(long from, long to) throws IOException {
    disk.lengthenOrRestore(path, channel, from, to);
    try {
      disk.force(channel);
    } catch (Throwable failed) {
      failure = failed;
      throw failed;
    }
    mappings.map(to);
  }

  /// Writes that belong to a commit and must not reach the disk before it.
  interface Completion {
    void run() throws IOException;
  }

  /// Writes the record of a commit all of whose rows are on the disk.
  ///
  /// @param completion runs when it is the newest
  void complete(Commit next, Completion completion) throws IOException {
    write(next, next.slot());
    commit = next;
    completion.run();
    write(next, Commit.copy());
  }

  private void write(Commit next, long offset) throws IOException {
    MemorySegment record = MemorySegment.ofBuffer(next.bytes(shape.header().seal()));
    mapping().asSlice(offset, record.byteSize()).copyFrom(record);
    force(offset, offset + record.byteSize());
  }
}
