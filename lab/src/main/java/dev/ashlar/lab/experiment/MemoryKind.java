// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/// The kinds of memory that one call site can meet. A polluted call site has met all kinds that its
/// contender supports.
///
/// All memory is zeroed, and native memory is aligned to eight bytes. No arena is closed, so
/// confined and shared memory lives as long as the JVM.
public enum MemoryKind {
  /// A `byte[]`.
  HEAP,
  /// Native memory of an automatic arena.
  NATIVE,
  /// A mapped file.
  MAPPED,
  /// Native memory that is confined to the thread that allocates it.
  CONFINED,
  /// Native memory of a shared arena, which any thread may close.
  SHARED;

  private interface Mapping<T> {
    T of(FileChannel file) throws IOException;
  }

  /// Allocates a segment of this kind.
  public MemorySegment allocate(int byteSize) {
    return switch (this) {
      case HEAP -> MemorySegment.ofArray(new byte[byteSize]);
      case NATIVE -> Arena.ofAuto().allocate(byteSize, Long.BYTES);
      case MAPPED -> mapped(file -> file.map(MapMode.READ_WRITE, 0, byteSize, Arena.ofAuto()));
      case CONFINED -> Arena.ofConfined().allocate(byteSize, Long.BYTES);
      case SHARED -> Arena.ofShared().allocate(byteSize, Long.BYTES);
    };
  }

  /// Allocates a segment of this kind with the given content.
  public MemorySegment copyOf(byte[] content) {
    MemorySegment copy = allocate(content.length);
    copy.copyFrom(MemorySegment.ofArray(content));
    return copy;
  }

  /// Allocates a buffer of this kind, with the JDK's older methods where they exist.
  public ByteBuffer allocateBuffer(int byteSize) {
    return switch (this) {
      case HEAP -> ByteBuffer.allocate(byteSize);
      case NATIVE -> ByteBuffer.allocateDirect(byteSize + Long.BYTES).alignedSlice(Long.BYTES);
      case MAPPED -> mapped(file -> file.map(MapMode.READ_WRITE, 0, byteSize));
      case CONFINED, SHARED -> allocate(byteSize).asByteBuffer();
    };
  }

  /// Allocates a buffer of this kind with the given content.
  public ByteBuffer bufferOf(byte[] content) {
    return allocateBuffer(content.length).put(0, content);
  }

  private static <T> T mapped(Mapping<T> mapping) {
    Path path = ScratchFiles.create(".mapped");
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return mapping.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ScratchFiles.delete(path);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
