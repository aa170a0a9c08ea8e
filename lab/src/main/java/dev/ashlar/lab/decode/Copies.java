// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.ScratchFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Copies of a content outside the heap. They live as long as they are reachable.
final class Copies {
  private Copies() {}

  static MemorySegment nativeSegment(byte[] content) {
    MemorySegment copy = Arena.ofAuto().allocate(content.length, Long.BYTES);
    copy.copyFrom(MemorySegment.ofArray(content));
    return copy;
  }

  static ByteBuffer directBuffer(byte[] content) {
    return ByteBuffer.allocateDirect(content.length).put(content).flip();
  }

  static MemorySegment mappedSegment(byte[] content) {
    return mapped(
        content,
        file -> file.map(FileChannel.MapMode.READ_WRITE, 0, content.length, Arena.ofAuto()));
  }

  static ByteBuffer mappedBuffer(byte[] content) {
    return mapped(content, file -> file.map(FileChannel.MapMode.READ_WRITE, 0, content.length));
  }

  private interface Mapping<T> {
    T of(FileChannel file) throws IOException;
  }

  private static <T> T mapped(byte[] content, Mapping<T> mapping) {
    try {
      Path path = Files.createTempFile(ScratchFiles.PREFIX, ".mapped");
      try (FileChannel file =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        Files.write(path, content);
        return mapping.of(file);
      } finally {
        ScratchFiles.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
