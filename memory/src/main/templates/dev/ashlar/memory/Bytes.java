// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.ArrayGrowth;
import dev.ashlar.memory.internal.Generation;
import dev.ashlar.memory.internal.LittleEndian;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A bounded run of bytes, on the heap or native. Its accessors do not slow down when a program
/// uses several kinds of memory.
///
/// ```java
/// Bytes header = Bytes.of(new byte[16]);
/// header.setInt(0, 0xCAFE);
/// header.setLong(8, 42);
/// long sum = header.getInt(0) + header.getLong(8);
/// ```
///
/// **Bounds.** Offsets are in bytes and begin at 0. The size may be more than 4 GiB. An access that
/// is not wholly inside throws [IndexOutOfBoundsException] and changes nothing.
///
/// **Byte order.** Values of several bytes are little-endian on every machine; [#bigEndian] has the
/// other order. No alignment is needed, except by [#atomics].
///
/// **Copies.** Source and target may overlap. The target then gets the bytes that the source had
/// before the copy.
///
/// **Lifetime and threads.** A `Bytes` keeps the array, buffer or segment that it was made of
/// reachable. Once its arena is closed, every access throws [IllegalStateException]. Confined
/// memory belongs to its thread; access by another thread throws [WrongThreadException]. Any thread
/// may use other memory. Only accesses of [#atomics] are ordered between threads.
///
/// **Permission.** A write to read-only memory throws [IllegalArgumentException], as with a
/// segment.
///
/// **Mapped files.** If a file is truncated after it was mapped, access to the lost part throws
/// [InternalError], at that access or soon after. Atomic access to that part, and comparison, may
/// crash the JVM, as with the JDK's own segments.
///
/// Two `Bytes` are equal only if they are the same object; [#mismatch] compares content.
///
/// **Speed.** An `int` offset is faster in loops, and in methods with several accesses: the
/// compiler checks once for several of them. A `long` offset is needed beyond 2 GiB. If a method
/// has more than some dozens of accesses, or if the kind of memory is known, segments are faster:
/// see [Segments] and [Specialized].
///
/// @implNote A `byte[]` is reached through views of the array, native memory through its segment,
///   behind a cast after which the compiler knows the segment's class: see [#accessPath].
@SuppressWarnings("cast") // The template needs it for all types but long.
public final class Bytes {
  // Initialized with this class: an access may come where there is hardly any stack left, and a
  // class whose initialization fails is lost.
  private static final VarHandle BYTE = MethodHandles.arrayElementVarHandle(byte[].class);
  private static final VarHandle SHORT = LittleEndian.SHORT;
  private static final VarHandle INT = LittleEndian.INT;
  private static final VarHandle LONG = LittleEndian.LONG;
  private static final ValueLayout.OfByte BYTE_LAYOUT = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT_LAYOUT = CheckedAccess.SHORT;
  private static final ValueLayout.OfInt INT_LAYOUT = CheckedAccess.INT;
  private static final ValueLayout.OfLong LONG_LAYOUT = CheckedAccess.LONG;

  private static final Class<?> NATIVE_SEGMENT = CheckedAccess.NATIVE_SEGMENT;

  private static final byte[] NO_ARRAY = {};

  /// The number of offsets that an `int` has. An index below it becomes an `int` with a check that
  /// the compiler takes out of a loop; comparing the offset with the `int` stays in it.
  private static final long INT_OFFSETS = Integer.MAX_VALUE;

  /// Masking a limit with this does not change it, and the compiler learns that it is not negative.
  private static final int MAX = Integer.MAX_VALUE;

  /// The kinds of memory: all of a `byte[]`, whose bounds the JDK checks; a part of one; native
  /// memory; all else, and writes that throw. They are ints, because C2 did not take the test of an
  /// enum out of a loop over one `Bytes`, which then took fifteen times as long.
  private static final int ARRAY = 0;

  private static final int SLICE = 1;
  private static final int NATIVE = 2;
  private static final int OTHER = 3;

  /// The array; empty if there is none.
  final byte[] array;

  /// The index in [#array] of offset 0; of other memory its address.
  final long base;

  final long byteSize;
  final boolean readOnly;

  /// The first offset at which there is no room for so many bytes; of slices of arrays.
  private final int limit1;

  private final int limit2;
  private final int limit4;
  private final int limit8;

  /// The kind for reads, and for writes. The compiler tests it once for many accesses.
  private final int reading;

  private final int writing;

  /// The segment; of a `byte[]` one that is not used.
  private final MemorySegment memory;

  /// A `byte[]` as a segment, made when it is first needed. Threads may race to set it, to equal
  /// segments.
  private @Nullable MemorySegment ofArray;

  /// Shows whether the loan with number [#lent] still holds.
  private final Generation generation;

  private final long lent;

  private Bytes(byte[] array, long base, long byteSize, boolean readOnly) {
    this.array = array;
    this.base = base;
    this.byteSize = byteSize;
    this.readOnly = readOnly;
    this.limit1 = (int) byteSize;
    this.limit2 = Math.max((int) byteSize - 1, 0);
    this.limit4 = Math.max((int) byteSize - 3, 0);
    this.limit8 = Math.max((int) byteSize - 7, 0);
    this.memory = MemorySegment.NULL;
    this.reading = byteSize == array.length ? ARRAY : SLICE;
    this.writing = readOnly ? OTHER : reading;
    this.generation = Generation.ONLY;
    this.lent = Generation.NOT_LENT;
  }

  /// @param lent the number of the loan that ends it
  private Bytes(MemorySegment segment, Generation generation, long lent) {
    CheckedAccess.prepare();
    this.array = NO_ARRAY;
    this.base = segment.address();
    this.byteSize = segment.byteSize();
    this.readOnly = segment.isReadOnly();
    this.limit1 = 0;
    this.limit2 = 0;
    this.limit4 = 0;
    this.limit8 = 0;
    this.memory = segment;
    boolean isKnown = NATIVE_SEGMENT.isInstance(segment) && lent == Generation.NOT_LENT;
    this.reading = isKnown ? NATIVE : OTHER;
    this.writing = readOnly ? OTHER : reading;
    this.generation = generation;
    this.lent = lent;
  }

  /// Returns the bytes of `array`, which is not copied.
  public static Bytes of(byte[] array) {
    return new Bytes(array, 0, array.length, false);
  }

  /// Returns `length` bytes of `array` from index `offset` on; the array is not copied.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside the array
  public static Bytes of(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return new Bytes(array, offset, length, false);
  }

  /// Returns the memory of `segment`, with its bounds, lifetime, thread and permission.
  public static Bytes of(MemorySegment segment) {
    if (segment.heapBase().orElse(null) instanceof byte[] array) {
      return new Bytes(array, segment.address(), segment.byteSize(), false);
    }
    return new Bytes(segment, Generation.ONLY, Generation.NOT_LENT);
  }

  /// Returns the bytes between the position and the limit of `buffer`, whatever its byte order.
  public static Bytes of(ByteBuffer buffer) {
    return of(MemorySegment.ofBuffer(buffer));
  }

  /// Returns memory that lasts as long as it is reachable, and throws once the loan has ended.
  static Bytes lent(MemorySegment memory, Generation generation, long lent) {
    return new Bytes(memory, generation, lent);
  }

  /// Returns the size in bytes.
  public long byteSize() {
    return byteSize;
  }

  /// Returns whether writes throw.
  public boolean isReadOnly() {
    return readOnly;
  }

  /// Returns whether this is memory outside the heap.
  public boolean isNative() {
    return !isArray() && NATIVE_SEGMENT.isInstance(memory);
  }

  /// Returns how the memory is reached.
  public AccessPath accessPath() {
    return switch (reading) {
      case ARRAY, SLICE -> AccessPath.ARRAY;
      case NATIVE -> AccessPath.NATIVE;
      default -> AccessPath.CHECKED;
    };
  }

  /// Whether this is a `byte[]` or a part of one.
  boolean isArray() {
    return reading <= SLICE;
  }

  /// Throws unless `length` bytes at `offset` are inside and the loan holds.
  void checkRange(long offset, long length) {
    if (!generation.isPlainly(lent) || (offset | length) < 0 || offset > byteSize - length) {
      throw failure(offset, length);
    }
  }

  void checkWriteRange(long offset, long length) {
    if (readOnly) {
      throw new IllegalArgumentException("These bytes are read-only");
    }
    checkRange(offset, length);
  }

  private RuntimeException failure(long offset, long length) {
    if (!generation.isPlainly(lent)) {
      return new IllegalStateException("The lease of these bytes was released");
    }
    return new IndexOutOfBoundsException(
        "offset " + offset + ", length " + length + ", of " + byteSize + " bytes");
  }

  //@ let  inside  Objects.checkIndex(offset, $limit & MAX)
  //@ for  Name   type   HANDLE  LAYOUT        limit   width
  //@      Byte   byte   BYTE    BYTE_LAYOUT   limit1  1
  //@      Short  short  SHORT   SHORT_LAYOUT  limit2  2
  //@      Int    int    INT     INT_LAYOUT    limit4  4
  //@      Long   long   LONG    LONG_LAYOUT   limit8  8
  //@ for  offsets  ofArray                                        ofSlice
  //@      int      offset                                         (int) base + $inside
  //@      long     (int) Objects.checkIndex(offset, INT_OFFSETS)  (int) base + (int) $inside
  /// Returns the `$type` at `offset`.
  public $type get$Name($offsets offset) {
    try {
      int kind = reading;
      if (kind <= SLICE) {
        return kind == ARRAY
            ? ($type) $HANDLE.get(array, $ofArray)
            : ($type) $HANDLE.get(array, $ofSlice);
      }
      if (kind == NATIVE) {
        return ((MemorySegment) NATIVE_SEGMENT.cast(memory)).get($LAYOUT, offset);
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    return ($type) CheckedAccess.get(this, offset, $width);
  }

  /// Writes the `$type` at `offset`.
  public void set$Name($offsets offset, $type value) {
    try {
      int kind = writing;
      if (kind == ARRAY) {
        $HANDLE.set(array, $ofArray, value);
        return;
      }
      if (kind == SLICE) {
        $HANDLE.set(array, $ofSlice, value);
        return;
      }
      if (kind == NATIVE) {
        ((MemorySegment) NATIVE_SEGMENT.cast(memory)).set($LAYOUT, offset, value);
        return;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    CheckedAccess.set(this, offset, $width, value);
  }

  //@ end
  //@ end
  //@ for  offsets
  //@      int
  //@      long
  //@ for  type    Name    read                                         Stored  written
  //@      char    Char    (char) getShort(offset)                      Short   (short) value
  //@      float   Float   Float.intBitsToFloat(getInt(offset))         Int     Float.floatToRawIntBits(value)
  //@      double  Double  Double.longBitsToDouble(getLong(offset))     Long    Double.doubleToRawLongBits(value)
  /// Returns the `$type` at `offset`.
  public $type get$Name($offsets offset) {
    return $read;
  }

  /// Writes the `$type` at `offset`.
  public void set$Name($offsets offset, $type value) {
    set$Stored(offset, $written);
  }

  //@ end
  //@ for  type  Name   value                                read
  //@      int   Byte   byte at `offset`, 0 to 255           Byte.toUnsignedInt
  //@      int   Short  16-bit integer at `offset`, 0 to 2^16 - 1   Short.toUnsignedInt
  //@      long  Int    32-bit integer at `offset`, 0 to 2^32 - 1   Integer.toUnsignedLong
  /// Returns the $value.
  public $type getUnsigned$Name($offsets offset) {
    return $read(get$Name(offset));
  }

  //@ end
  //@ end
  /// Copies `length` bytes from `offset` to `targetOffset` of `target`.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyTo(long offset, Bytes target, long targetOffset, long length) {
    Bulk.copy(this, offset, target, targetOffset, length);
  }

  /// Copies `length` bytes from `offset` to index `targetIndex` of `target`.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyTo(long offset, byte[] target, int targetIndex, int length) {
    Bulk.copy(this, offset, target, targetIndex, length);
  }

  /// Copies `length` bytes from `sourceOffset` of `source` to `offset`.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyFrom(long offset, Bytes source, long sourceOffset, long length) {
    Bulk.copy(source, sourceOffset, this, offset, length);
  }

  /// Copies `length` bytes from index `sourceIndex` of `source` to `offset`.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyFrom(long offset, byte[] source, int sourceIndex, int length) {
    Bulk.copy(source, sourceIndex, this, offset, length);
  }

  /// Copies `length` bytes from `offset` to `targetOffset` of `target`.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
    Bulk.copy(this, offset, target, targetOffset, length);
  }

  /// Copies `length` bytes from `sourceOffset` of `source` to `offset`.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyFrom(long offset, MemorySegment source, long sourceOffset, long length) {
    Bulk.copy(source, sourceOffset, this, offset, length);
  }

  /// Copies `length` bytes from `offset` to the absolute index `targetIndex` of `target`, up to its
  /// limit at most. Position and limit stay as they are.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyTo(long offset, ByteBuffer target, int targetIndex, int length) {
    Bulk.copy(this, offset, target, targetIndex, length);
  }

  /// Copies `length` bytes from the absolute index `sourceIndex` of `source`, up to its limit at
  /// most, to `offset`. Position and limit stay as they are.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyFrom(long offset, ByteBuffer source, int sourceIndex, int length) {
    Bulk.copy(source, sourceIndex, this, offset, length);
  }

  /// Copies `count` little-endian values from `offset` to index `targetIndex` of `array`.
  ///
  /// @param array a `byte[]`, `short[]`, `char[]`, `int[]`, `long[]`, `float[]` or `double[]`
  /// @throws IllegalArgumentException if `array` is of another type
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyToArray(long offset, Object array, int targetIndex, int count) {
    Bulk.copyToArray(this, offset, array, targetIndex, count);
  }

  /// Copies `count` values from index `sourceIndex` of `array` to `offset`, little-endian.
  ///
  /// @param array a `byte[]`, `short[]`, `char[]`, `int[]`, `long[]`, `float[]` or `double[]`
  /// @throws IllegalArgumentException if `array` is of another type
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyFromArray(long offset, Object array, int sourceIndex, int count) {
    Bulk.copyFromArray(array, sourceIndex, this, offset, count);
  }

  /// Returns a copy of all bytes.
  ///
  /// @throws IllegalStateException if there are more than an array can hold
  public byte[] toByteArray() {
    if (byteSize > ArrayGrowth.MAX_LENGTH) {
      throw new IllegalStateException(
          byteSize + " bytes are more than an array can hold: copy them in parts with copyTo");
    }
    byte[] copy = new byte[(int) byteSize];
    copyTo(0, copy, 0, copy.length);
    return copy;
  }

  /// Returns the offset of the first byte that is `value`, or -1 if there is none.
  public long indexOf(byte value) {
    return indexOf(0, byteSize, value);
  }

  /// Searches `length` bytes from `offset` on. Returns the offset of the first byte that is `value`,
  /// or -1 if there is none. The result counts from the start of this object.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside these bytes
  public long indexOf(long offset, long length, byte value) {
    return Bulk.indexOf(this, offset, length, value);
  }

  /// Sets `length` bytes from `offset` on to `value`.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside these bytes; nothing is written
  public void fill(long offset, long length, byte value) {
    Bulk.fill(this, offset, length, value);
  }

  /// Compares `length` bytes from `offset` on with as many bytes of `that` from `thatOffset` on.
  /// Returns the first index at which they differ, relative to the start of the ranges; -1 if they
  /// are the same.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory
  public long mismatch(long offset, Bytes that, long thatOffset, long length) {
    return Bulk.mismatch(this, offset, that, thatOffset, length);
  }

  /// Returns the first offset at which this and `that` differ. Returns -1 if both have the same
  /// content, and the smaller size if only one is a prefix of the other.
  public long mismatch(Bytes that) {
    long common = Math.min(byteSize, that.byteSize);
    long mismatch = mismatch(0, that, 0, common);
    return mismatch < 0 && byteSize != that.byteSize ? common : mismatch;
  }

  /// Compares contents as unsigned bytes, from the first byte on; a prefix comes first. As a
  /// [java.util.Comparator] this is not consistent with `equals`, which compares identity.
  public static int compare(Bytes a, Bytes b) {
    long mismatch = a.mismatch(b);
    if (mismatch < 0) {
      return 0;
    }
    return mismatch < Math.min(a.byteSize, b.byteSize)
        ? Byte.compareUnsigned(a.getByte(mismatch), b.getByte(mismatch))
        : Long.compare(a.byteSize, b.byteSize);
  }

  /// Returns the bytes from `offset` to the end: the same memory under new bounds.
  ///
  /// @throws IndexOutOfBoundsException if `offset` is negative or greater than the size
  public Bytes asSlice(long offset) {
    return asSlice(offset, byteSize - offset);
  }

  /// Returns `length` bytes from `offset` on: the same memory under new bounds.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside these bytes
  public Bytes asSlice(long offset, long length) {
    Objects.checkFromIndexSize(offset, length, byteSize);
    return isArray()
        ? new Bytes(array, base + offset, length, readOnly)
        : new Bytes(memory.asSlice(offset, length), generation, lent);
  }

  /// Returns a read-only view of the same memory.
  public Bytes asReadOnly() {
    if (readOnly) {
      return this;
    }
    return isArray()
        ? new Bytes(array, base, byteSize, true)
        : new Bytes(memory.asReadOnly(), generation, lent);
  }

  /// Returns the same memory as a segment, with the same bounds, lifetime, thread and permission.
  ///
  /// @throws IllegalStateException if this is the memory of a lease that was released
  public MemorySegment asSegment() {
    if (!generation.isPlainly(lent)) {
      throw failure(0, 0);
    }
    return segment();
  }

  MemorySegment segment() {
    if (!isArray()) {
      return memory;
    }
    MemorySegment known = ofArray;
    return known == null ? wrap() : known;
  }

  private MemorySegment wrap() {
    MemorySegment slice = MemorySegment.ofArray(array).asSlice(base, byteSize);
    MemorySegment wrapped = readOnly ? slice.asReadOnly() : slice;
    ofArray = wrapped;
    return wrapped;
  }

  /// Returns the same memory as a little-endian buffer.
  ///
  /// @throws IllegalStateException if there are more bytes than a buffer can have
  /// @throws UnsupportedOperationException if the memory is an array of another type than `byte[]`
  public ByteBuffer asByteBuffer() {
    return asSegment().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Returns big-endian access to the same memory.
  public BigEndianBytes bigEndian() {
    return new BigEndianBytes(this);
  }

  /// Returns atomic access to the same memory.
  ///
  /// @throws UnsupportedOperationException if the memory is a `byte[]` or another array without
  ///   atomic access. Native memory, `long[]` and `int[]` have it
  public AtomicBytes atomics() {
    return AtomicBytes.of(this);
  }

  /// Returns a text with the size, the [#accessPath] and the permission, without the content.
  @Override
  public String toString() {
    return "Bytes[byteSize="
        + byteSize
        + ", accessPath="
        + accessPath()
        + (readOnly ? ", readOnly]" : "]");
  }
}
