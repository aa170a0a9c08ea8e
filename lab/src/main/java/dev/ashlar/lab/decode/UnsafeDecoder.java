// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.SunUnsafe;
import dev.ashlar.lab.experiment.UnavailableException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import sun.misc.Unsafe;

/// `sun.misc.Unsafe`: an object or null, and an offset or an address.
@SuppressWarnings("removal") // It is what the others are measured by.
final class UnsafeDecoder extends Decoder<UnsafeDecoder.Base> {
  private static final Unsafe UNSAFE = SunUnsafe.get();

  /// An array and an offset in it, or null and an address.
  static final class Base {
    private final byte @Nullable [] array;
    private final long offset;

    /// The memory at the address; kept reachable.
    @SuppressWarnings("unused")
    private final @Nullable MemorySegment owner;

    private Base(byte @Nullable [] array, long offset, @Nullable MemorySegment owner) {
      this.array = array;
      this.offset = offset;
      this.owner = owner;
    }
  }

  UnsafeDecoder() {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      throw new UnavailableException("Unsafe reads big-endian on this processor");
    }
  }

  @Override
  boolean has(Kind kind) {
    return kind != Kind.READ_ONLY;
  }

  @Override
  Base memory(Kind kind, byte[] content) {
    return switch (kind) {
      case HEAP, READ_ONLY -> new Base(content, Unsafe.ARRAY_BYTE_BASE_OFFSET, null);
      case NATIVE -> outside(Copies.nativeSegment(content));
      case MAPPED -> outside(Copies.mappedSegment(content));
    };
  }

  private static Base outside(MemorySegment memory) {
    return new Base(null, memory.address(), memory);
  }

  @Override
  long decode(Base memory, int end) {
    byte[] array = memory.array;
    long base = memory.offset;
    int at = 0;
    while (at < end) {
      if (UNSAFE.getByte(array, base + at) < 0) {
        lastInt = UNSAFE.getInt(array, base + at);
        at += Integer.BYTES;
      } else {
        lastLong = UNSAFE.getLong(array, base + at);
        at += Long.BYTES;
      }
    }
    return at;
  }
}
