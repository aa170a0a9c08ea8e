package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteOrder;

/// Atomic access to the memory of a [Bytes]: with the memory order that a method names, and never
/// torn. Values are little-endian. Bounds, lifetime, threads and permission are those of the
/// `Bytes`.
///
/// Every address must be aligned to the size of the value, or the access throws
/// [IllegalArgumentException] and touches nothing. Native memory has the alignment it was allocated
/// with. The first byte of a `long[]` is aligned for `long`, of an `int[]` for `int` only.
///
/// The methods mean what those of the same names mean in [VarHandle].
public final class AtomicBytes {
  private static final VarHandle INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle().withInvokeExactBehavior();
  private static final VarHandle LONG =
      ValueLayout.JAVA_LONG
          .withOrder(ByteOrder.LITTLE_ENDIAN)
          .varHandle()
          .withInvokeExactBehavior();

  private final Bytes bytes;

  /// What the first byte of the memory that [#bytes] is a part of is aligned to, at least.
  private final int alignment;

  private AtomicBytes(Bytes bytes, int alignment) {
    this.bytes = bytes;
    this.alignment = alignment;
  }

  static AtomicBytes of(Bytes bytes) {
    if (bytes.array != null) {
      throw unsupported();
    }
    MemorySegment segment = bytes.segment();
    if (segment.isNative() || isOfWords(segment, Long.BYTES)) {
      return new AtomicBytes(bytes, Long.BYTES);
    }
    if (isOfWords(segment, Integer.BYTES)) {
      return new AtomicBytes(bytes, Integer.BYTES);
    }
    throw unsupported();
  }

  /// Whether an array has elements of at least `width` bytes. The array of a read-only segment is
  /// out of reach, but its alignment shows at one of its first offsets.
  private static boolean isOfWords(MemorySegment heap, int width) {
    long toWord = -heap.address() & (width - 1);
    return heap.byteSize() < toWord || heap.asSlice(toWord).maxByteAlignment() >= width;
  }

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException(
        "The JDK has no atomic access to the bytes of a byte[], short[] or char[]: use native"
            + " memory, or MemorySegment.ofArray(long[])");
  }

  /// Returns the `int` at `offset`, with volatile semantics.
  public int getIntVolatile(long offset) {
    try {
      if (reach(offset, Integer.BYTES)) {
        return (int) INT.getVolatile(Everything.MEMORY, bytes.base + offset);
      }
      return (int) INT.getVolatile(bytes.segment(), offset);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Returns the `int` at `offset`, so that later accesses stay after it.
  public int getIntAcquire(long offset) {
    try {
      if (reach(offset, Integer.BYTES)) {
        return (int) INT.getAcquire(Everything.MEMORY, bytes.base + offset);
      }
      return (int) INT.getAcquire(bytes.segment(), offset);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Returns the `int` at `offset`, in program order with other opaque accesses of it.
  public int getIntOpaque(long offset) {
    try {
      if (reach(offset, Integer.BYTES)) {
        return (int) INT.getOpaque(Everything.MEMORY, bytes.base + offset);
      }
      return (int) INT.getOpaque(bytes.segment(), offset);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes the `int` at `offset`, with volatile semantics.
  public void putIntVolatile(long offset, int value) {
    try {
      if (claim(offset, Integer.BYTES)) {
        INT.setVolatile(Everything.MEMORY, bytes.base + offset, value);
      } else {
        INT.setVolatile(bytes.segment(), offset, value);
      }
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes the `int` at `offset`, so that earlier accesses stay before it.
  public void putIntRelease(long offset, int value) {
    try {
      if (claim(offset, Integer.BYTES)) {
        INT.setRelease(Everything.MEMORY, bytes.base + offset, value);
      } else {
        INT.setRelease(bytes.segment(), offset, value);
      }
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes the `int` at `offset`, in program order with other opaque accesses of it.
  public void putIntOpaque(long offset, int value) {
    try {
      if (claim(offset, Integer.BYTES)) {
        INT.setOpaque(Everything.MEMORY, bytes.base + offset, value);
      } else {
        INT.setOpaque(bytes.segment(), offset, value);
      }
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes `value` if the `int` at `offset` is `expected`, and returns whether it was.
  public boolean compareAndSetInt(long offset, int expected, int value) {
    try {
      if (claim(offset, Integer.BYTES)) {
        return INT.compareAndSet(Everything.MEMORY, bytes.base + offset, expected, value);
      }
      return INT.compareAndSet(bytes.segment(), offset, expected, value);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes `value` if the `int` at `offset` is `expected`, and returns what was there.
  public int compareAndExchangeInt(long offset, int expected, int value) {
    try {
      if (claim(offset, Integer.BYTES)) {
        return (int)
            INT.compareAndExchange(Everything.MEMORY, bytes.base + offset, expected, value);
      }
      return (int) INT.compareAndExchange(bytes.segment(), offset, expected, value);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes the `int` at `offset` and returns what was there.
  public int getAndSetInt(long offset, int value) {
    try {
      if (claim(offset, Integer.BYTES)) {
        return (int) INT.getAndSet(Everything.MEMORY, bytes.base + offset, value);
      }
      return (int) INT.getAndSet(bytes.segment(), offset, value);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Adds to the `int` at `offset` and returns what was there.
  public int getAndAddInt(long offset, int delta) {
    try {
      if (claim(offset, Integer.BYTES)) {
        return (int) INT.getAndAdd(Everything.MEMORY, bytes.base + offset, delta);
      }
      return (int) INT.getAndAdd(bytes.segment(), offset, delta);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Sets the bits of `mask` in the `int` at `offset` and returns what was there.
  public int getAndBitwiseOrInt(long offset, int mask) {
    try {
      if (claim(offset, Integer.BYTES)) {
        return (int) INT.getAndBitwiseOr(Everything.MEMORY, bytes.base + offset, mask);
      }
      return (int) INT.getAndBitwiseOr(bytes.segment(), offset, mask);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Clears the bits not in `mask` in the `int` at `offset` and returns what was there.
  public int getAndBitwiseAndInt(long offset, int mask) {
    try {
      if (claim(offset, Integer.BYTES)) {
        return (int) INT.getAndBitwiseAnd(Everything.MEMORY, bytes.base + offset, mask);
      }
      return (int) INT.getAndBitwiseAnd(bytes.segment(), offset, mask);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Returns the `long` at `offset`, with volatile semantics.
  public long getLongVolatile(long offset) {
    try {
      if (reach(offset, Long.BYTES)) {
        return (long) LONG.getVolatile(Everything.MEMORY, bytes.base + offset);
      }
      return (long) LONG.getVolatile(bytes.segment(), offset);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Returns the `long` at `offset`, so that later accesses stay after it.
  public long getLongAcquire(long offset) {
    try {
      if (reach(offset, Long.BYTES)) {
        return (long) LONG.getAcquire(Everything.MEMORY, bytes.base + offset);
      }
      return (long) LONG.getAcquire(bytes.segment(), offset);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Returns the `long` at `offset`, in program order with other opaque accesses of it.
  public long getLongOpaque(long offset) {
    try {
      if (reach(offset, Long.BYTES)) {
        return (long) LONG.getOpaque(Everything.MEMORY, bytes.base + offset);
      }
      return (long) LONG.getOpaque(bytes.segment(), offset);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes the `long` at `offset`, with volatile semantics.
  public void putLongVolatile(long offset, long value) {
    try {
      if (claim(offset, Long.BYTES)) {
        LONG.setVolatile(Everything.MEMORY, bytes.base + offset, value);
      } else {
        LONG.setVolatile(bytes.segment(), offset, value);
      }
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes the `long` at `offset`, so that earlier accesses stay before it.
  public void putLongRelease(long offset, long value) {
    try {
      if (claim(offset, Long.BYTES)) {
        LONG.setRelease(Everything.MEMORY, bytes.base + offset, value);
      } else {
        LONG.setRelease(bytes.segment(), offset, value);
      }
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes the `long` at `offset`, in program order with other opaque accesses of it.
  public void putLongOpaque(long offset, long value) {
    try {
      if (claim(offset, Long.BYTES)) {
        LONG.setOpaque(Everything.MEMORY, bytes.base + offset, value);
      } else {
        LONG.setOpaque(bytes.segment(), offset, value);
      }
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes `value` if the `long` at `offset` is `expected`, and returns whether it was.
  public boolean compareAndSetLong(long offset, long expected, long value) {
    try {
      if (claim(offset, Long.BYTES)) {
        return LONG.compareAndSet(Everything.MEMORY, bytes.base + offset, expected, value);
      }
      return LONG.compareAndSet(bytes.segment(), offset, expected, value);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes `value` if the `long` at `offset` is `expected`, and returns what was there.
  public long compareAndExchangeLong(long offset, long expected, long value) {
    try {
      if (claim(offset, Long.BYTES)) {
        return (long)
            LONG.compareAndExchange(Everything.MEMORY, bytes.base + offset, expected, value);
      }
      return (long) LONG.compareAndExchange(bytes.segment(), offset, expected, value);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Writes the `long` at `offset` and returns what was there.
  public long getAndSetLong(long offset, long value) {
    try {
      if (claim(offset, Long.BYTES)) {
        return (long) LONG.getAndSet(Everything.MEMORY, bytes.base + offset, value);
      }
      return (long) LONG.getAndSet(bytes.segment(), offset, value);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Adds to the `long` at `offset` and returns what was there.
  public long getAndAddLong(long offset, long delta) {
    try {
      if (claim(offset, Long.BYTES)) {
        return (long) LONG.getAndAdd(Everything.MEMORY, bytes.base + offset, delta);
      }
      return (long) LONG.getAndAdd(bytes.segment(), offset, delta);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Sets the bits of `mask` in the `long` at `offset` and returns what was there.
  public long getAndBitwiseOrLong(long offset, long mask) {
    try {
      if (claim(offset, Long.BYTES)) {
        return (long) LONG.getAndBitwiseOr(Everything.MEMORY, bytes.base + offset, mask);
      }
      return (long) LONG.getAndBitwiseOr(bytes.segment(), offset, mask);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Clears the bits not in `mask` in the `long` at `offset` and returns what was there.
  public long getAndBitwiseAndLong(long offset, long mask) {
    try {
      if (claim(offset, Long.BYTES)) {
        return (long) LONG.getAndBitwiseAnd(Everything.MEMORY, bytes.base + offset, mask);
      }
      return (long) LONG.getAndBitwiseAnd(bytes.segment(), offset, mask);
    } finally {
      Reference.reachabilityFence(bytes);
    }
  }

  /// Checks a read, and returns whether it goes through all of memory.
  private boolean reach(long offset, int width) {
    bytes.check(offset, width);
    requireAligned(offset, width);
    return bytes.isDirect();
  }

  /// Checks a write, and returns whether it goes through all of memory.
  private boolean claim(long offset, int width) {
    bytes.checkWrite(offset, width);
    requireAligned(offset, width);
    return bytes.isDirect();
  }

  private void requireAligned(long offset, int width) {
    if (((bytes.base + offset) & (width - 1)) != 0 || width > alignment) {
      throw misaligned(offset, width);
    }
  }

  private IllegalArgumentException misaligned(long offset, int width) {
    return new IllegalArgumentException(
        width > alignment
            ? "Atomic access to " + width + " bytes needs native memory or a long[]"
            : "offset "
                + offset
                + " is misaligned: atomic access to "
                + width
                + " bytes needs an address that is a multiple of "
                + width
                + ", and offset 0 of these bytes is "
                + (bytes.base & (width - 1))
                + " beyond one");
  }
}
