// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.SunUnsafe;
import dev.ashlar.lab.experiment.UnavailableException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import sun.misc.Unsafe;

/// Decodes with `sun.misc.Unsafe`, which takes an array and an offset, or null and an address.
@SuppressWarnings("removal") // The other contenders are compared with Unsafe.
final class UnsafeDecoder extends Decoder<UnsafeDecoder.Base> {
  private static final Unsafe UNSAFE = SunUnsafe.get();

  /// An array and an offset in it, or null and an address.
  static final class Base {
    final byte @Nullable [] array;
    final long offset;

    /// The segment of the address, which keeps the memory reachable.
    @SuppressWarnings("unused")
    final @Nullable MemorySegment owner;

    Base(byte @Nullable [] array, long offset, @Nullable MemorySegment owner) {
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
  Base memory(MemoryKind kind, byte[] content) {
    if (kind == MemoryKind.HEAP) {
      return new Base(content, Unsafe.ARRAY_BYTE_BASE_OFFSET, null);
    }
    MemorySegment memory = kind.copyOf(content);
    return new Base(null, memory.address(), memory);
  }

  @Override
  Base slice(Base memory, int offset, int length) {
    return new Base(memory.array, memory.offset + offset, memory.owner);
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
