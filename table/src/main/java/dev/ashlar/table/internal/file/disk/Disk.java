// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.disk;

import dev.ashlar.table.internal.file.format.FileHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// The operations of the operating system on the file of a table. Tests replace it by a disk that
/// fails.
public interface Disk {
  /// Zeros that are written at a time.
  int ZEROS = 1 << 16;

  VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  Disk REAL =
      (mapping, offset, byteSize) -> checked(() -> mapping.asSlice(offset, byteSize).force());

  /// Throws what a segment's force cannot declare.
  static void checked(Runnable force) throws IOException {
    try {
      force.run();
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
  }

  /// Makes a range of a mapping reach the disk.
  void force(MemorySegment mapping, long offset, long byteSize) throws IOException;

  /// Makes a whole file reach the disk.
  default void force(FileChannel channel) throws IOException {
    channel.force(true);
  }

  /// Makes the next force write the pages of a range of a mapping, even if they are unchanged.
  /// Other threads may write to the range meanwhile; their writes are not lost.
  default void rewrite(MemorySegment mapping, long offset, long byteSize) {
    for (long page = offset & -FileHeader.PAGE; page < offset + byteSize; page += FileHeader.PAGE) {
      long word;
      do {
        word = (long) WORD.getVolatile(mapping, page);
      } while (!WORD.compareAndSet(mapping, page, word, word));
    }
  }

  /// Makes a file longer by zeros, which take their room on the disk at once.
  default void lengthen(Path path, FileChannel channel, long from, long to) throws IOException {
    writeZeros(path, channel, from, to);
  }

  /// Same as [#lengthen]. If there is no room, the file is as before.
  default void lengthenOrRestore(Path path, FileChannel channel, long from, long to)
      throws IOException {
    try {
      lengthen(path, channel, from, to);
    } catch (Throwable full) {
      channel.truncate(from);
      throw full;
    }
  }

  /// Gives a file another name.
  default void link(Path name, Path file) throws IOException {
    Files.createLink(name, file);
  }

  /// Holes would be filled when a page is written, and then it is too late to say that the disk is
  /// full.
  private static void writeZeros(Path path, FileChannel channel, long from, long to)
      throws IOException {
    requireSpace(path, to - from);
    long position = from;
    try {
      while (position < to) {
        position +=
            write(channel, position, ByteBuffer.allocate((int) Math.min(ZEROS, to - position)));
      }
    } catch (IOException full) {
      throw new IOException(
          "%s cannot have %d more bytes: %s".formatted(path, to - from, full.getMessage()), full);
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

  /// Writes all of `bytes`, and returns how many they were.
  static int write(FileChannel channel, long position, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int written = channel.write(bytes, position + bytes.position());
      assert written >= 0;
    }
    return bytes.position();
  }
}
