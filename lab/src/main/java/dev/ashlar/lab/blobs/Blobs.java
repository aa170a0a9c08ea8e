// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.blobs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.SunUnsafe;
import dev.ashlar.memory.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import sun.misc.Unsafe;

/// A contender that stores blobs of one size.
abstract class Blobs {
  private final int count;
  private final int byteSize;

  Blobs(int count, int byteSize) {
    this.count = count;
    this.byteSize = byteSize;
  }

  final int count() {
    return count;
  }

  final int byteSize() {
    return byteSize;
  }

  /// Replaces a blob with a copy of `content`.
  abstract void put(int blob, byte[] content);

  /// {@return a new array with the content of a blob}
  abstract byte[] fetch(int blob);

  final void fill() {
    byte[] content = new byte[byteSize];
    for (int blob = 0; blob < count; blob++) {
      for (int i = 0; i < byteSize; i++) {
        content[i] = content(blob, i);
      }
      put(blob, content);
    }
  }

  /// Compares a blob with the content from [#fill], byte by byte.
  final void verify(int blob) {
    byte[] content = fetch(blob);
    Proof.requireEqual(content.length, byteSize, "the length of a blob");
    for (int i = 0; i < byteSize; i++) {
      Proof.requireEqual(content[i], content(blob, i), "a byte of a blob");
    }
  }

  private static byte content(int blob, int index) {
    return (byte) (((blob * 31 + index) * 0x9E37_79B1) >>> 24);
  }

  /// Creates the blobs of a contender.
  interface Factory {
    Blobs of(int count, int byteSize);
  }

  /// An array for each blob. Both [#put] and [#fetch] copy the array.
  static final class Arrays extends Blobs {
    private final byte[][] blobs;

    Arrays(int count, int byteSize) {
      super(count, byteSize);
      blobs = new byte[count][];
    }

    @Override
    void put(int blob, byte[] content) {
      blobs[blob] = content.clone();
    }

    @Override
    byte[] fetch(int blob) {
      return blobs[blob].clone();
    }
  }

  /// A direct `ByteBuffer` for each blob.
  static final class Buffers extends Blobs {
    private final ByteBuffer[] blobs;

    Buffers(int count, int byteSize) {
      super(count, byteSize);
      blobs = new ByteBuffer[count];
      for (int blob = 0; blob < count; blob++) {
        blobs[blob] = ByteBuffer.allocateDirect(byteSize);
      }
    }

    @Override
    void put(int blob, byte[] content) {
      blobs[blob].put(0, content);
    }

    @Override
    byte[] fetch(int blob) {
      byte[] content = new byte[byteSize()];
      blobs[blob].get(0, content);
      return content;
    }
  }

  /// The JDK's `MemorySegment` over native memory.
  static final class Segment extends Blobs {
    private final MemorySegment memory;

    Segment(int count, int byteSize) {
      super(count, byteSize);
      memory = Arena.ofAuto().allocate((long) count * byteSize, Long.BYTES);
    }

    @Override
    void put(int blob, byte[] content) {
      MemorySegment.copy(content, 0, memory, JAVA_BYTE, (long) blob * byteSize(), byteSize());
    }

    @Override
    byte[] fetch(int blob) {
      return memory.asSlice((long) blob * byteSize(), byteSize()).toArray(JAVA_BYTE);
    }
  }

  /// `sun.misc.Unsafe` over native memory.
  @SuppressWarnings("removal") // The other contenders are compared with Unsafe.
  static final class OverUnsafe extends Blobs {
    private static final Unsafe UNSAFE = SunUnsafe.get();

    private final MemorySegment owner;

    OverUnsafe(int count, int byteSize) {
      super(count, byteSize);
      owner = Arena.ofAuto().allocate((long) count * byteSize, Long.BYTES);
    }

    private long address(int blob) {
      return owner.address() + (long) blob * byteSize();
    }

    @Override
    void put(int blob, byte[] content) {
      UNSAFE.copyMemory(content, Unsafe.ARRAY_BYTE_BASE_OFFSET, null, address(blob), byteSize());
    }

    @Override
    byte[] fetch(int blob) {
      byte[] content = new byte[byteSize()];
      UNSAFE.copyMemory(null, address(blob), content, Unsafe.ARRAY_BYTE_BASE_OFFSET, byteSize());
      return content;
    }
  }

  /// [Bytes] over native memory.
  static final class OverBytes extends Blobs {
    private final Bytes memory;

    OverBytes(int count, int byteSize) {
      super(count, byteSize);
      memory = Bytes.of(Arena.ofAuto().allocate((long) count * byteSize, Long.BYTES));
    }

    @Override
    void put(int blob, byte[] content) {
      memory.copyFrom((long) blob * byteSize(), content, 0, byteSize());
    }

    @Override
    byte[] fetch(int blob) {
      byte[] content = new byte[byteSize()];
      memory.copyTo((long) blob * byteSize(), content, 0, byteSize());
      return content;
    }
  }
}
