// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Atomic access to the memory of a [Bytes]. A method's name says its memory order, and no access
/// is torn. Values are little-endian. Bounds, lifetime, threads and permission are those of the
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
/// The methods have the meaning of the methods with the same names in [VarHandle]. `getInt`,
/// `setInt`, `getLong` and `setLong` are its `get` and `set`: without order, but never torn. For
/// memory that threads share, they cost less than the accessors of `Bytes`, which are made for
/// loops.
public final class AtomicBytes {
  private static final VarHandle INT =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
  private static final VarHandle LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

  private static final Class<?> NATIVE_SEGMENT = CheckedAccess.NATIVE_SEGMENT;

  private final Bytes bytes;

  /// The smallest alignment of the first byte of the memory that [#bytes] is a part of.
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

  //@ let  known  (MemorySegment) NATIVE_SEGMENT.cast(segment)
  //@ for  Name  type  Box      HANDLE
  //@      Int   int   Integer  INT
  //@      Long  long  Long     LONG
  //@ for  result   method                   parameters                                operation                           arguments                checked         isWrite  doc
  //@      $type    get$Name                 long offset                               ($type) $HANDLE.get                 offset                   checkedToRead   false    Returns the `$type` at `offset`, without any ordering.
  //@      $type    get$NameVolatile         long offset                               ($type) $HANDLE.getVolatile         offset                   checkedToRead   false    Returns the `$type` at `offset`, with volatile semantics.
  //@      $type    get$NameAcquire          long offset                               ($type) $HANDLE.getAcquire          offset                   checkedToRead   false    Returns the `$type` at `offset`, so that later accesses stay after it.
  //@      $type    get$NameOpaque           long offset                               ($type) $HANDLE.getOpaque           offset                   checkedToRead   false    Returns the `$type` at `offset`, in program order with other opaque accesses of it.
  //@      boolean  compareAndSet$Name       long offset, $type expected, $type value  $HANDLE.compareAndSet               offset, expected, value  checkedToWrite  true     Writes `value` if the `$type` at `offset` is `expected`, and returns whether it was.
  //@      boolean  weakCompareAndSet$Name   long offset, $type expected, $type value  $HANDLE.weakCompareAndSet           offset, expected, value  checkedToWrite  true     As [#compareAndSet$Name], but may fail and return false although the value is `expected`. For loops that try again; faster than the other on CPUs without a compare-and-set instruction.
  //@      $type    compareAndExchange$Name  long offset, $type expected, $type value  ($type) $HANDLE.compareAndExchange  offset, expected, value  checkedToWrite  true     Writes `value` if the `$type` at `offset` is `expected`, and returns what was there.
  //@      $type    getAndSet$Name           long offset, $type value                  ($type) $HANDLE.getAndSet           offset, value            checkedToWrite  true     Writes the `$type` at `offset` and returns what was there.
  //@      $type    getAndAdd$Name           long offset, $type delta                  ($type) $HANDLE.getAndAdd           offset, delta            checkedToWrite  true     Adds to the `$type` at `offset` and returns what was there.
  //@      $type    getAndBitwiseOr$Name     long offset, $type mask                   ($type) $HANDLE.getAndBitwiseOr     offset, mask             checkedToWrite  true     Sets the bits of `mask` in the `$type` at `offset` and returns what was there.
  //@      $type    getAndBitwiseAnd$Name    long offset, $type mask                   ($type) $HANDLE.getAndBitwiseAnd    offset, mask             checkedToWrite  true     Clears the bits not in `mask` in the `$type` at `offset` and returns what was there.
  //@      $type    getAndBitwiseXor$Name    long offset, $type mask                   ($type) $HANDLE.getAndBitwiseXor    offset, mask             checkedToWrite  true     Flips the bits of `mask` in the `$type` at `offset` and returns what was there.
  /// $doc
  public $result $method($parameters) {
    try {
      return isNative
          ? $operation($known, $arguments)
          : $operation($checked(offset, $Box.BYTES), $arguments);
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, $isWrite);
    }
  }

  //@ end
  //@ for  method            operation    doc
  //@      set$Name          set          without any ordering
  //@      set$NameVolatile  setVolatile  with volatile semantics
  //@      set$NameRelease   setRelease   so that earlier accesses stay before it
  //@      set$NameOpaque    setOpaque    in program order with other opaque accesses of it
  /// Writes the `$type` at `offset`, $doc.
  public void $method(long offset, $type value) {
    try {
      if (isNative) {
        $HANDLE.$operation($known, offset, value);
      } else {
        $HANDLE.$operation(checkedToWrite(offset, $Box.BYTES), offset, value);
      }
    } catch (RuntimeException refused) {
      throw reason(refused, offset, $Box.BYTES, true);
    }
  }

  //@ end
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
