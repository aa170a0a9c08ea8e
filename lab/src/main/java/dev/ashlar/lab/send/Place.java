// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import dev.ashlar.lab.experiment.ScratchFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The memory of the sent message.
enum Place {
  HEAP,
  NATIVE,
  MAPPED;

  /// {@return memory with that content}
  MemorySegment segment(byte[] content) {
    return switch (this) {
      case HEAP -> MemorySegment.ofArray(content);
      case NATIVE ->
          Arena.ofAuto()
              .allocate(content.length, Long.BYTES)
              .copyFrom(MemorySegment.ofArray(content));
      case MAPPED -> mapped(content);
    };
  }

  private static MemorySegment mapped(byte[] content) {
    try {
      Path path = Files.createTempFile(ScratchFiles.PREFIX, ".mapped");
      try (FileChannel file =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        Files.write(path, content);
        return file.map(FileChannel.MapMode.READ_WRITE, 0, content.length, Arena.ofAuto());
      } finally {
        ScratchFiles.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
