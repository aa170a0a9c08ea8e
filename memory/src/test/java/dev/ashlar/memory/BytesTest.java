// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/// Every kind of memory that a [Bytes] can be made of.
final class BytesTest {
  abstract static class HeapContract extends BytesBulkContract {
    @Override
    AccessPath access() {
      return AccessPath.ARRAY;
    }

    @Override
    boolean isNative() {
      return false;
    }
  }

  abstract static class NativeContract extends BytesBulkContract {
    @Override
    AccessPath access() {
      return AccessPath.NATIVE;
    }
  }

  @Nested
  final class OfByteArray extends HeapContract {
    @Override
    Memory memory() {
      byte[] array = new byte[SIZE];
      return new Memory(Bytes.of(array), MemorySegment.ofArray(array));
    }
  }

  @Nested
  final class OfPartOfByteArray extends HeapContract {
    @Override
    Memory memory() {
      byte[] array = new byte[SIZE + 20];
      return new Memory(Bytes.of(array, 7, SIZE), MemorySegment.ofArray(array).asSlice(7, SIZE));
    }
  }

  @Nested
  final class OfReadOnlyByteArray extends HeapContract {
    @Override
    Memory memory() {
      byte[] array = new byte[SIZE + 20];
      return new Memory(
          Bytes.of(array).asReadOnly().asSlice(5, SIZE),
          MemorySegment.ofArray(array).asSlice(5, SIZE));
    }

    @Override
    boolean isReadOnly() {
      return true;
    }
  }

  @Nested
  final class OfHeapSegment extends HeapContract {
    @Override
    Memory memory() {
      MemorySegment segment = MemorySegment.ofArray(new byte[SIZE + 9]).asSlice(9);
      return new Memory(Bytes.of(segment), segment);
    }
  }

  @Nested
  final class OfHeapBuffer extends HeapContract {
    @Override
    Memory memory() {
      ByteBuffer buffer = ByteBuffer.allocate(SIZE + 9).position(4).limit(SIZE + 4);
      return new Memory(Bytes.of(buffer), MemorySegment.ofBuffer(buffer));
    }
  }

  @Nested
  final class OfReadOnlyHeapBuffer extends HeapContract {
    @Override
    Memory memory() {
      ByteBuffer buffer = ByteBuffer.allocate(SIZE);
      return new Memory(Bytes.of(buffer.asReadOnlyBuffer()), MemorySegment.ofBuffer(buffer));
    }

    @Override
    AccessPath access() {
      return AccessPath.CHECKED;
    }

    @Override
    boolean isReadOnly() {
      return true;
    }
  }

  /// Memory of a `long[]`: aligned, so that it has atomics, and no `ByteBuffer`.
  abstract static class LongArrayContract extends HeapContract {
    @Override
    AccessPath access() {
      return AccessPath.CHECKED;
    }

    @Override
    boolean hasAtomics() {
      return true;
    }

    @Override
    boolean hasByteBuffer() {
      return false;
    }
  }

  @Nested
  final class OfLongArray extends LongArrayContract {
    @Override
    Memory memory() {
      MemorySegment segment = MemorySegment.ofArray(new long[SIZE / Long.BYTES]);
      return new Memory(Bytes.of(segment), segment);
    }
  }

  @Nested
  final class OfReadOnlyLongArray extends LongArrayContract {
    @Override
    Memory memory() {
      MemorySegment segment = MemorySegment.ofArray(new long[SIZE / Long.BYTES]);
      return new Memory(Bytes.of(segment.asReadOnly()), segment);
    }

    @Override
    boolean isReadOnly() {
      return true;
    }
  }

  @Nested
  final class OfShortArray extends HeapContract {
    @Override
    Memory memory() {
      MemorySegment segment = MemorySegment.ofArray(new short[SIZE / Short.BYTES]);
      return new Memory(Bytes.of(segment), segment);
    }

    @Override
    AccessPath access() {
      return AccessPath.CHECKED;
    }

    @Override
    boolean hasByteBuffer() {
      return false;
    }
  }

  @Nested
  final class OfSliceOfLongArray extends LongArrayContract {
    @Override
    Memory memory() {
      MemorySegment all = MemorySegment.ofArray(new long[SIZE / Long.BYTES + 4]);
      return new Memory(Bytes.of(all).asSlice(16).asSlice(8, SIZE), all.asSlice(24, SIZE));
    }
  }

  @Nested
  final class OfSliceOfConfinedArena extends NativeContract {
    private final Arena arena = Arena.ofConfined();

    @Override
    Memory memory() {
      MemorySegment all = arena.allocate(SIZE + 48, Long.BYTES);
      return new Memory(Bytes.of(all).asSlice(16).asSlice(8, SIZE), all.asSlice(24, SIZE));
    }

    @AfterEach
    void close() {
      arena.close();
    }
  }

  @Nested
  final class OfReadOnlySliceOfAutomaticArena extends NativeContract {
    @Override
    Memory memory() {
      MemorySegment all = Arena.ofAuto().allocate(SIZE + 48, Long.BYTES);
      return new Memory(
          Bytes.of(all).asSlice(16).asReadOnly().asSlice(8, SIZE), all.asSlice(24, SIZE));
    }

    @Override
    boolean isReadOnly() {
      return true;
    }
  }

  @Nested
  final class OfConfinedArena extends NativeContract {
    private final Arena arena = Arena.ofConfined();

    @Override
    Memory memory() {
      MemorySegment segment = arena.allocate(SIZE, Long.BYTES);
      return new Memory(Bytes.of(segment), segment);
    }

    @AfterEach
    void close() {
      arena.close();
    }
  }

  @Nested
  final class OfAutomaticArena extends NativeContract {
    @Override
    Memory memory() {
      MemorySegment segment = Arena.ofAuto().allocate(SIZE, Long.BYTES);
      return new Memory(Bytes.of(segment), segment);
    }
  }

  @Nested
  final class OfGlobalArena extends NativeContract {
    @Override
    Memory memory() {
      MemorySegment segment = Arena.global().allocate(SIZE, Long.BYTES);
      return new Memory(Bytes.of(segment), segment);
    }
  }

  @Nested
  final class OfSharedArena extends NativeContract {
    private final Arena arena = Arena.ofShared();

    @Override
    Memory memory() {
      MemorySegment segment = arena.allocate(SIZE, Long.BYTES);
      return new Memory(Bytes.of(segment), segment);
    }

    @AfterEach
    void close() {
      arena.close();
    }
  }

  @Nested
  final class OfDirectBuffer extends NativeContract {
    @Override
    Memory memory() {
      ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE + 16).position(8).limit(SIZE + 8);
      return new Memory(Bytes.of(buffer), MemorySegment.ofBuffer(buffer));
    }
  }

  @Nested
  final class OfMappedFile extends NativeContract {
    @TempDir private Path folder;
    private final Arena arena = Arena.ofConfined();

    @Override
    Memory memory() throws IOException {
      MemorySegment segment = map(folder, MapMode.READ_WRITE, arena);
      return new Memory(Bytes.of(segment), segment);
    }

    @AfterEach
    void close() {
      arena.close();
    }
  }

  @Nested
  final class OfReadOnlyMappedFile extends NativeContract {
    @TempDir private Path folder;
    private final Arena arena = Arena.ofConfined();

    @Override
    Memory memory() throws IOException {
      MemorySegment judge = map(folder, MapMode.READ_WRITE, arena);
      return new Memory(Bytes.of(map(folder, MapMode.READ_ONLY, arena)), judge);
    }

    @Override
    boolean isReadOnly() {
      return true;
    }

    @AfterEach
    void close() {
      arena.close();
    }
  }

  private static MemorySegment map(Path folder, MapMode mode, Arena arena) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("mapped"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      if (file.size() == 0) {
        file.write(ByteBuffer.allocate(BytesContract.SIZE));
      }
      return file.map(mode, 0, BytesContract.SIZE, arena);
    }
  }
}
