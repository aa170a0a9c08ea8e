// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file;

import dev.ashlar.table.internal.file.format.FileHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the file of a table asks of the operating system and cannot check. Tests put a disk that
/// fails in its place.
public interface Disk {
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

  /// Has the pages of a range of a mapping written by the next force, though nobody changed them.
  /// Other threads may write there meanwhile: nothing of that gets lost.
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
    TableFile.writeZeros(path, channel, from, to);
  }

  /// As [#lengthen]. If there is no room, the file is as before.
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
}
