package dev.ashlar.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the file of a table asks of the operating system and cannot check. Tests put a disk that
/// fails in its place.
interface Disk {
  Disk REAL =
      (mapping, offset, byteSize) -> {
        try {
          mapping.asSlice(offset, byteSize).force();
        } catch (UncheckedIOException failed) {
          throw failed.getCause();
        }
      };

  /// Makes a range of a mapping reach the disk.
  void force(MemorySegment mapping, long offset, long byteSize) throws IOException;

  /// Gives a file another name.
  default void link(Path name, Path file) throws IOException {
    Files.createLink(name, file);
  }
}
