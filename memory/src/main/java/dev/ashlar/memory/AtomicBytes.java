package dev.ashlar.memory;

import dev.ashlar.memory.internal.AllMemory;
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

  private AtomicBytes(Bytes bytes, int alignment) {
    this.bytes = bytes;
    this.alignment = alignment;
    this.base = bytes.base;
    this.readable = bytes.isDirectForever() ? bytes.byteSize : -1;
    this.writable = bytes.readOnly ? -1 : readable;
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

  /// Returns the `int` at `offset`, without any ordering.
  public int getInt(long offset) {
    long address = addressToRead(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.get(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int) INT.get(checkedToRead(offset, Integer.BYTES), offset);
  }

  /// Writes the `int` at `offset`, without any ordering.
  public void setInt(long offset, int value) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      INT.set(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    INT.set(checkedToWrite(offset, Integer.BYTES), offset, value);
  }

  /// Returns the `int` at `offset`, with volatile semantics.
  public int getIntVolatile(long offset) {
    long address = addressToRead(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.getVolatile(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int) INT.getVolatile(checkedToRead(offset, Integer.BYTES), offset);
  }

  /// Returns the `int` at `offset`, so that later accesses stay after it.
  public int getIntAcquire(long offset) {
    long address = addressToRead(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.getAcquire(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int) INT.getAcquire(checkedToRead(offset, Integer.BYTES), offset);
  }

  /// Returns the `int` at `offset`, in program order with other opaque accesses of it.
  public int getIntOpaque(long offset) {
    long address = addressToRead(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.getOpaque(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int) INT.getOpaque(checkedToRead(offset, Integer.BYTES), offset);
  }

  /// Writes the `int` at `offset`, with volatile semantics.
  public void setIntVolatile(long offset, int value) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      INT.setVolatile(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    INT.setVolatile(checkedToWrite(offset, Integer.BYTES), offset, value);
  }

  /// Writes the `int` at `offset`, so that earlier accesses stay before it.
  public void setIntRelease(long offset, int value) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      INT.setRelease(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    INT.setRelease(checkedToWrite(offset, Integer.BYTES), offset, value);
  }

  /// Writes the `int` at `offset`, in program order with other opaque accesses of it.
  public void setIntOpaque(long offset, int value) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      INT.setOpaque(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    INT.setOpaque(checkedToWrite(offset, Integer.BYTES), offset, value);
  }

  /// Writes `value` if the `int` at `offset` is `expected`, and returns whether it was.
  public boolean compareAndSetInt(long offset, int expected, int value) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      boolean result = INT.compareAndSet(AllMemory.MEMORY, address, expected, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return INT.compareAndSet(checkedToWrite(offset, Integer.BYTES), offset, expected, value);
  }

  /// As [#compareAndSetInt], but may fail and return false although the value is `expected`. For
  /// loops that try again; faster than the other on CPUs without a compare-and-set instruction.
  public boolean weakCompareAndSetInt(long offset, int expected, int value) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      boolean result = INT.weakCompareAndSet(AllMemory.MEMORY, address, expected, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return INT.weakCompareAndSet(checkedToWrite(offset, Integer.BYTES), offset, expected, value);
  }

  /// Writes `value` if the `int` at `offset` is `expected`, and returns what was there.
  public int compareAndExchangeInt(long offset, int expected, int value) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.compareAndExchange(AllMemory.MEMORY, address, expected, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int)
        INT.compareAndExchange(checkedToWrite(offset, Integer.BYTES), offset, expected, value);
  }

  /// Writes the `int` at `offset` and returns what was there.
  public int getAndSetInt(long offset, int value) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.getAndSet(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int) INT.getAndSet(checkedToWrite(offset, Integer.BYTES), offset, value);
  }

  /// Adds to the `int` at `offset` and returns what was there.
  public int getAndAddInt(long offset, int delta) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.getAndAdd(AllMemory.MEMORY, address, delta);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int) INT.getAndAdd(checkedToWrite(offset, Integer.BYTES), offset, delta);
  }

  /// Sets the bits of `mask` in the `int` at `offset` and returns what was there.
  public int getAndBitwiseOrInt(long offset, int mask) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.getAndBitwiseOr(AllMemory.MEMORY, address, mask);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int) INT.getAndBitwiseOr(checkedToWrite(offset, Integer.BYTES), offset, mask);
  }

  /// Clears the bits not in `mask` in the `int` at `offset` and returns what was there.
  public int getAndBitwiseAndInt(long offset, int mask) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.getAndBitwiseAnd(AllMemory.MEMORY, address, mask);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int) INT.getAndBitwiseAnd(checkedToWrite(offset, Integer.BYTES), offset, mask);
  }

  /// Flips the bits of `mask` in the `int` at `offset` and returns what was there.
  public int getAndBitwiseXorInt(long offset, int mask) {
    long address = addressToWrite(offset, Integer.BYTES);
    if (address >= 0 && (address & (Integer.BYTES - 1)) == 0) {
      int result = (int) INT.getAndBitwiseXor(AllMemory.MEMORY, address, mask);
      Reference.reachabilityFence(this);
      return result;
    }
    return (int) INT.getAndBitwiseXor(checkedToWrite(offset, Integer.BYTES), offset, mask);
  }

  /// Returns the `long` at `offset`, without any ordering.
  public long getLong(long offset) {
    long address = addressToRead(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.get(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long) LONG.get(checkedToRead(offset, Long.BYTES), offset);
  }

  /// Writes the `long` at `offset`, without any ordering.
  public void setLong(long offset, long value) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      LONG.set(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    LONG.set(checkedToWrite(offset, Long.BYTES), offset, value);
  }

  /// Returns the `long` at `offset`, with volatile semantics.
  public long getLongVolatile(long offset) {
    long address = addressToRead(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.getVolatile(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long) LONG.getVolatile(checkedToRead(offset, Long.BYTES), offset);
  }

  /// Returns the `long` at `offset`, so that later accesses stay after it.
  public long getLongAcquire(long offset) {
    long address = addressToRead(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.getAcquire(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long) LONG.getAcquire(checkedToRead(offset, Long.BYTES), offset);
  }

  /// Returns the `long` at `offset`, in program order with other opaque accesses of it.
  public long getLongOpaque(long offset) {
    long address = addressToRead(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.getOpaque(AllMemory.MEMORY, address);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long) LONG.getOpaque(checkedToRead(offset, Long.BYTES), offset);
  }

  /// Writes the `long` at `offset`, with volatile semantics.
  public void setLongVolatile(long offset, long value) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      LONG.setVolatile(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    LONG.setVolatile(checkedToWrite(offset, Long.BYTES), offset, value);
  }

  /// Writes the `long` at `offset`, so that earlier accesses stay before it.
  public void setLongRelease(long offset, long value) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      LONG.setRelease(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    LONG.setRelease(checkedToWrite(offset, Long.BYTES), offset, value);
  }

  /// Writes the `long` at `offset`, in program order with other opaque accesses of it.
  public void setLongOpaque(long offset, long value) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      LONG.setOpaque(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return;
    }
    LONG.setOpaque(checkedToWrite(offset, Long.BYTES), offset, value);
  }

  /// Writes `value` if the `long` at `offset` is `expected`, and returns whether it was.
  public boolean compareAndSetLong(long offset, long expected, long value) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      boolean result = LONG.compareAndSet(AllMemory.MEMORY, address, expected, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return LONG.compareAndSet(checkedToWrite(offset, Long.BYTES), offset, expected, value);
  }

  /// As [#compareAndSetLong], but may fail and return false although the value is `expected`. For
  /// loops that try again; faster than the other on CPUs without a compare-and-set instruction.
  public boolean weakCompareAndSetLong(long offset, long expected, long value) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      boolean result = LONG.weakCompareAndSet(AllMemory.MEMORY, address, expected, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return LONG.weakCompareAndSet(checkedToWrite(offset, Long.BYTES), offset, expected, value);
  }

  /// Writes `value` if the `long` at `offset` is `expected`, and returns what was there.
  public long compareAndExchangeLong(long offset, long expected, long value) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.compareAndExchange(AllMemory.MEMORY, address, expected, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long)
        LONG.compareAndExchange(checkedToWrite(offset, Long.BYTES), offset, expected, value);
  }

  /// Writes the `long` at `offset` and returns what was there.
  public long getAndSetLong(long offset, long value) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.getAndSet(AllMemory.MEMORY, address, value);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long) LONG.getAndSet(checkedToWrite(offset, Long.BYTES), offset, value);
  }

  /// Adds to the `long` at `offset` and returns what was there.
  public long getAndAddLong(long offset, long delta) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.getAndAdd(AllMemory.MEMORY, address, delta);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long) LONG.getAndAdd(checkedToWrite(offset, Long.BYTES), offset, delta);
  }

  /// Sets the bits of `mask` in the `long` at `offset` and returns what was there.
  public long getAndBitwiseOrLong(long offset, long mask) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.getAndBitwiseOr(AllMemory.MEMORY, address, mask);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long) LONG.getAndBitwiseOr(checkedToWrite(offset, Long.BYTES), offset, mask);
  }

  /// Clears the bits not in `mask` in the `long` at `offset` and returns what was there.
  public long getAndBitwiseAndLong(long offset, long mask) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.getAndBitwiseAnd(AllMemory.MEMORY, address, mask);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long) LONG.getAndBitwiseAnd(checkedToWrite(offset, Long.BYTES), offset, mask);
  }

  /// Flips the bits of `mask` in the `long` at `offset` and returns what was there.
  public long getAndBitwiseXorLong(long offset, long mask) {
    long address = addressToWrite(offset, Long.BYTES);
    if (address >= 0 && (address & (Long.BYTES - 1)) == 0) {
      long result = (long) LONG.getAndBitwiseXor(AllMemory.MEMORY, address, mask);
      Reference.reachabilityFence(this);
      return result;
    }
    return (long) LONG.getAndBitwiseXor(checkedToWrite(offset, Long.BYTES), offset, mask);
  }

  /// Returns the address of a value if this thread may read it directly, otherwise -1.
  private long addressToRead(long offset, int width) {
    return offset >= 0 && offset <= readable - width
        ? (base & Region.REACH) + (offset & Region.REACH)
        : bytes.addressToRead(offset, width);
  }

  /// As [#addressToRead], to write.
  private long addressToWrite(long offset, int width) {
    return offset >= 0 && offset <= writable - width
        ? (base & Region.REACH) + (offset & Region.REACH)
        : bytes.addressToWrite(offset, width);
  }

  /// Checks a read, and returns the memory as a segment.
  private MemorySegment checkedToRead(long offset, int width) {
    bytes.checkRange(offset, width);
    requireAligned(offset, width);
    return bytes.segment();
  }

  /// Checks a write, and returns the memory as a segment.
  private MemorySegment checkedToWrite(long offset, int width) {
    bytes.checkWriteRange(offset, width);
    requireAligned(offset, width);
    return bytes.segment();
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
