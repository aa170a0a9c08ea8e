// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Atomic access to the memory of a [Bytes]: with the memory order that a method names, and never
/// torn. Values are little-endian. Bounds, lifetime, threads and permission are those of the
/// `Bytes`.
///
/// ```java
/// AtomicBytes counters = Bytes.of(Arena.ofAuto().allocate(16, 8)).atomics();
/// long before = counters.getAndAddLong(8, 1);
/// counters.setLongRelease(0, before);
/// ```
///
/// Every address must be aligned to the size of the value, or the access throws
/// [IllegalArgumentException] and touches nothing. Native memory has the alignment it was allocated
/// with. The first byte of a `long[]` is aligned for `long`, of an `int[]` for `int` only.
///
/// The methods mean what those of the same names mean in [VarHandle]. `getInt`, `setInt`, `getLong`
/// and `setLong` are its `get` and `set`: with no order, but never torn. In what threads share,
/// they cost less than those of the `Bytes`, which are for loops.
public final class AtomicBytes {
  private static final VarHandle INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
  private static final VarHandle LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

  private static final Class<?> NATIVE_SEGMENT = SegmentAccess.NATIVE_SEGMENT;

  private final Bytes bytes;

  /// What the first byte of the memory that [#bytes] is a part of is aligned to, at least.
  private final int alignment;

  private final MemorySegment segment;

  /// Whether this is native memory that is not lent. Then the class of the segment is known.
  private final boolean isNative;

  private AtomicBytes(Bytes bytes, int alignment) {
    this.bytes = bytes;
    this.alignment = alignment;
    this.segment = bytes.segment();
    this.isNative = bytes.accessPath() == AccessPath.NATIVE;
  }

  static AtomicBytes of(Bytes bytes) {
    if (bytes.isArray()) {
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

  //@ for  Name  type  Box      HANDLE
  //@      Int   int   Integer  INT
  //@      Long  long  Long     LONG
  /// Returns the `$type` at `offset`, without any ordering.
  public $type get$Name(long offset) {
    try {
      return isNative
          ? ($type) $HANDLE.get((MemorySegment) NATIVE_SEGMENT.cast(segment), offset)
          : ($type) $HANDLE.get(checkedToRead(offset, $Box.BYTES), offset);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, false);
    }
  }

  /// Writes the `$type` at `offset`, without any ordering.
  public void set$Name(long offset, $type value) {
    try {
      if (isNative) {
        $HANDLE.set((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, value);
      } else {
        $HANDLE.set(checkedToWrite(offset, $Box.BYTES), offset, value);
      }
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Returns the `$type` at `offset`, with volatile semantics.
  public $type get$NameVolatile(long offset) {
    try {
      return isNative
          ? ($type) $HANDLE.getVolatile((MemorySegment) NATIVE_SEGMENT.cast(segment), offset)
          : ($type) $HANDLE.getVolatile(checkedToRead(offset, $Box.BYTES), offset);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, false);
    }
  }

  /// Returns the `$type` at `offset`, so that later accesses stay after it.
  public $type get$NameAcquire(long offset) {
    try {
      return isNative
          ? ($type) $HANDLE.getAcquire((MemorySegment) NATIVE_SEGMENT.cast(segment), offset)
          : ($type) $HANDLE.getAcquire(checkedToRead(offset, $Box.BYTES), offset);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, false);
    }
  }

  /// Returns the `$type` at `offset`, in program order with other opaque accesses of it.
  public $type get$NameOpaque(long offset) {
    try {
      return isNative
          ? ($type) $HANDLE.getOpaque((MemorySegment) NATIVE_SEGMENT.cast(segment), offset)
          : ($type) $HANDLE.getOpaque(checkedToRead(offset, $Box.BYTES), offset);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, false);
    }
  }

  /// Writes the `$type` at `offset`, with volatile semantics.
  public void set$NameVolatile(long offset, $type value) {
    try {
      if (isNative) {
        $HANDLE.setVolatile((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, value);
      } else {
        $HANDLE.setVolatile(checkedToWrite(offset, $Box.BYTES), offset, value);
      }
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Writes the `$type` at `offset`, so that earlier accesses stay before it.
  public void set$NameRelease(long offset, $type value) {
    try {
      if (isNative) {
        $HANDLE.setRelease((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, value);
      } else {
        $HANDLE.setRelease(checkedToWrite(offset, $Box.BYTES), offset, value);
      }
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Writes the `$type` at `offset`, in program order with other opaque accesses of it.
  public void set$NameOpaque(long offset, $type value) {
    try {
      if (isNative) {
        $HANDLE.setOpaque((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, value);
      } else {
        $HANDLE.setOpaque(checkedToWrite(offset, $Box.BYTES), offset, value);
      }
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Writes `value` if the `$type` at `offset` is `expected`, and returns whether it was.
  public boolean compareAndSet$Name(long offset, $type expected, $type value) {
    try {
      return isNative
          ? $HANDLE.compareAndSet((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, expected, value)
          : $HANDLE.compareAndSet(checkedToWrite(offset, $Box.BYTES), offset, expected, value);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// As [#compareAndSet$Name], but may fail and return false although the value is `expected`. For
  /// loops that try again; faster than the other on CPUs without a compare-and-set instruction.
  public boolean weakCompareAndSet$Name(long offset, $type expected, $type value) {
    try {
      return isNative
          ? $HANDLE.weakCompareAndSet((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, expected, value)
          : $HANDLE.weakCompareAndSet(checkedToWrite(offset, $Box.BYTES), offset, expected, value);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Writes `value` if the `$type` at `offset` is `expected`, and returns what was there.
  public $type compareAndExchange$Name(long offset, $type expected, $type value) {
    try {
      return isNative
          ? ($type) $HANDLE.compareAndExchange((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, expected, value)
          : ($type) $HANDLE.compareAndExchange(checkedToWrite(offset, $Box.BYTES), offset, expected, value);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Writes the `$type` at `offset` and returns what was there.
  public $type getAndSet$Name(long offset, $type value) {
    try {
      return isNative
          ? ($type) $HANDLE.getAndSet((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, value)
          : ($type) $HANDLE.getAndSet(checkedToWrite(offset, $Box.BYTES), offset, value);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Adds to the `$type` at `offset` and returns what was there.
  public $type getAndAdd$Name(long offset, $type delta) {
    try {
      return isNative
          ? ($type) $HANDLE.getAndAdd((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, delta)
          : ($type) $HANDLE.getAndAdd(checkedToWrite(offset, $Box.BYTES), offset, delta);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Sets the bits of `mask` in the `$type` at `offset` and returns what was there.
  public $type getAndBitwiseOr$Name(long offset, $type mask) {
    try {
      return isNative
          ? ($type) $HANDLE.getAndBitwiseOr((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, mask)
          : ($type) $HANDLE.getAndBitwiseOr(checkedToWrite(offset, $Box.BYTES), offset, mask);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Clears the bits not in `mask` in the `$type` at `offset` and returns what was there.
  public $type getAndBitwiseAnd$Name(long offset, $type mask) {
    try {
      return isNative
          ? ($type) $HANDLE.getAndBitwiseAnd((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, mask)
          : ($type) $HANDLE.getAndBitwiseAnd(checkedToWrite(offset, $Box.BYTES), offset, mask);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  /// Flips the bits of `mask` in the `$type` at `offset` and returns what was there.
  public $type getAndBitwiseXor$Name(long offset, $type mask) {
    try {
      return isNative
          ? ($type) $HANDLE.getAndBitwiseXor((MemorySegment) NATIVE_SEGMENT.cast(segment), offset, mask)
          : ($type) $HANDLE.getAndBitwiseXor(checkedToWrite(offset, $Box.BYTES), offset, mask);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  //@ end
  /// Returns why an access was refused: our reason, which says more, or else the JDK's.
  private RuntimeException reason(
      RuntimeException refused, long offset, int width, boolean isWrite) {
    try {
      var _ = isWrite ? checkedToWrite(offset, width) : checkedToRead(offset, width);
      return refused;
    } catch (RuntimeException reason) {
      return reason;
    }
  }

  /// Checks a read, and returns the memory as a segment.
  private MemorySegment checkedToRead(long offset, int width) {
    bytes.checkRange(offset, width);
    requireAligned(offset, width);
    return segment;
  }

  /// Checks a write, and returns the memory as a segment.
  private MemorySegment checkedToWrite(long offset, int width) {
    bytes.checkWriteRange(offset, width);
    requireAligned(offset, width);
    return segment;
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
