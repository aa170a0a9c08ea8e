// SPDX-License-Identifier: Apache-2.0
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
@SuppressWarnings("ReachabilityFenceUsage") // An access that throws has touched nothing.
public final class AtomicBytes {
  private static final VarHandle INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
  private static final VarHandle LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

  private final Bytes bytes;

  /// What the first byte of the memory that [#bytes] is a part of is aligned to, at least.
  private final int alignment;

  /// The address of offset 0, where there is one.
  private final long base;

  /// The number of bytes that are reached by their address without a question, as their memory
  /// never ends while it is reachable; otherwise -1. After an acquire each field is loaded again,
  /// so this is all that such an access depends on.
  private final long readable;

  private final long writable;

  /// The same memory, for what only the JDK can check.
  private final MemorySegment segment;

  /// Whether reads and writes leave all checks to the JDK at first, since these follow anyway.
  private final boolean throughJdk;

  private AtomicBytes(Bytes bytes, int alignment) {
    this.bytes = bytes;
    this.alignment = alignment;
    this.base = bytes.base;
    this.readable = bytes.isDirectForever() ? bytes.byteSize : -1;
    this.writable = bytes.readOnly ? -1 : readable;
    this.segment = bytes.segment();
    this.throughJdk = bytes.isCheckedByJdk();
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
    long address = addressToRead(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.get(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    if (throughJdk) {
      try {
        return ($type) $HANDLE.get(segment, offset);
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    return ($type) $HANDLE.get(checkedToRead(offset, $Box.BYTES), offset);
  }

  /// Writes the `$type` at `offset`, without any ordering.
  public void set$Name(long offset, $type value) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $HANDLE.set(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    if (throughJdk) {
      try {
        $HANDLE.set(segment, offset, value);
        return;
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    $HANDLE.set(checkedToWrite(offset, $Box.BYTES), offset, value);
  }

  /// Returns the `$type` at `offset`, with volatile semantics.
  public $type get$NameVolatile(long offset) {
    long address = addressToRead(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.getVolatile(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    if (throughJdk) {
      try {
        return ($type) $HANDLE.getVolatile(segment, offset);
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    return ($type) $HANDLE.getVolatile(checkedToRead(offset, $Box.BYTES), offset);
  }

  /// Returns the `$type` at `offset`, so that later accesses stay after it.
  public $type get$NameAcquire(long offset) {
    long address = addressToRead(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.getAcquire(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    if (throughJdk) {
      try {
        return ($type) $HANDLE.getAcquire(segment, offset);
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    return ($type) $HANDLE.getAcquire(checkedToRead(offset, $Box.BYTES), offset);
  }

  /// Returns the `$type` at `offset`, in program order with other opaque accesses of it.
  public $type get$NameOpaque(long offset) {
    long address = addressToRead(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.getOpaque(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    if (throughJdk) {
      try {
        return ($type) $HANDLE.getOpaque(segment, offset);
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    return ($type) $HANDLE.getOpaque(checkedToRead(offset, $Box.BYTES), offset);
  }

  /// Writes the `$type` at `offset`, with volatile semantics.
  public void set$NameVolatile(long offset, $type value) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $HANDLE.setVolatile(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    if (throughJdk) {
      try {
        $HANDLE.setVolatile(segment, offset, value);
        return;
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    $HANDLE.setVolatile(checkedToWrite(offset, $Box.BYTES), offset, value);
  }

  /// Writes the `$type` at `offset`, so that earlier accesses stay before it.
  public void set$NameRelease(long offset, $type value) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $HANDLE.setRelease(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    if (throughJdk) {
      try {
        $HANDLE.setRelease(segment, offset, value);
        return;
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    $HANDLE.setRelease(checkedToWrite(offset, $Box.BYTES), offset, value);
  }

  /// Writes the `$type` at `offset`, in program order with other opaque accesses of it.
  public void set$NameOpaque(long offset, $type value) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $HANDLE.setOpaque(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    if (throughJdk) {
      try {
        $HANDLE.setOpaque(segment, offset, value);
        return;
      } catch (RuntimeException refused) {
        // Thrown again below, with its reason.
      }
    }
    $HANDLE.setOpaque(checkedToWrite(offset, $Box.BYTES), offset, value);
  }

  /// Writes `value` if the `$type` at `offset` is `expected`, and returns whether it was.
  public boolean compareAndSet$Name(long offset, $type expected, $type value) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      boolean result = $HANDLE.compareAndSet(AllMemory.MEMORY, address, expected, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return $HANDLE.compareAndSet(checkedToWrite(offset, $Box.BYTES), offset, expected, value);
  }

  /// As [#compareAndSet$Name], but may fail and return false although the value is `expected`. For
  /// loops that try again; faster than the other on CPUs without a compare-and-set instruction.
  public boolean weakCompareAndSet$Name(long offset, $type expected, $type value) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      boolean result = $HANDLE.weakCompareAndSet(AllMemory.MEMORY, address, expected, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return $HANDLE.weakCompareAndSet(checkedToWrite(offset, $Box.BYTES), offset, expected, value);
  }

  /// Writes `value` if the `$type` at `offset` is `expected`, and returns what was there.
  public $type compareAndExchange$Name(long offset, $type expected, $type value) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.compareAndExchange(AllMemory.MEMORY, address, expected, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return ($type)
        $HANDLE.compareAndExchange(checkedToWrite(offset, $Box.BYTES), offset, expected, value);
  }

  /// Writes the `$type` at `offset` and returns what was there.
  public $type getAndSet$Name(long offset, $type value) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.getAndSet(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return ($type) $HANDLE.getAndSet(checkedToWrite(offset, $Box.BYTES), offset, value);
  }

  /// Adds to the `$type` at `offset` and returns what was there.
  public $type getAndAdd$Name(long offset, $type delta) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.getAndAdd(AllMemory.MEMORY, address, delta);
      Reference.reachabilityFence(this);
      return result;
    }
    return ($type) $HANDLE.getAndAdd(checkedToWrite(offset, $Box.BYTES), offset, delta);
  }

  /// Sets the bits of `mask` in the `$type` at `offset` and returns what was there.
  public $type getAndBitwiseOr$Name(long offset, $type mask) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.getAndBitwiseOr(AllMemory.MEMORY, address, mask);
      Reference.reachabilityFence(this);
      return result;
    }
    return ($type) $HANDLE.getAndBitwiseOr(checkedToWrite(offset, $Box.BYTES), offset, mask);
  }

  /// Clears the bits not in `mask` in the `$type` at `offset` and returns what was there.
  public $type getAndBitwiseAnd$Name(long offset, $type mask) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.getAndBitwiseAnd(AllMemory.MEMORY, address, mask);
      Reference.reachabilityFence(this);
      return result;
    }
    return ($type) $HANDLE.getAndBitwiseAnd(checkedToWrite(offset, $Box.BYTES), offset, mask);
  }

  /// Flips the bits of `mask` in the `$type` at `offset` and returns what was there.
  public $type getAndBitwiseXor$Name(long offset, $type mask) {
    long address = addressToWrite(offset, $Box.BYTES);
    if (address >= 0 && (address & ($Box.BYTES - 1)) == 0) {
      $type result = ($type) $HANDLE.getAndBitwiseXor(AllMemory.MEMORY, address, mask);
      Reference.reachabilityFence(this);
      return result;
    }
    return ($type) $HANDLE.getAndBitwiseXor(checkedToWrite(offset, $Box.BYTES), offset, mask);
  }

  //@ end
  /// Returns the address of a value if this thread may read it directly, otherwise -1.
  private long addressToRead(long offset, int width) {
    return offset >= 0 && offset <= readable - width
        ? (base & Region.REACH) + (offset & Region.REACH)
        : throughJdk ? -1 : bytes.addressToRead(offset, width);
  }

  /// As [#addressToRead], to write.
  private long addressToWrite(long offset, int width) {
    return offset >= 0 && offset <= writable - width
        ? (base & Region.REACH) + (offset & Region.REACH)
        : throughJdk ? -1 : bytes.addressToWrite(offset, width);
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
