package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A bounded run of bytes, on the heap or native, whose accessors do not slow down when a program
/// uses several kinds of memory.
///
/// **Bounds.** Offsets are in bytes, from 0 to [#byteSize], and may exceed 4 GiB. An access that is
/// not wholly inside throws [IndexOutOfBoundsException] and touches nothing.
///
/// **Byte order.** What is wider than a byte is little-endian on every machine; [#bigEndian] is the
/// other order. Nothing need be aligned, except for [#atomics].
///
/// **Lifetime and threads.** A `Bytes` keeps the array, buffer or segment it was made of reachable
/// and ends with it: after its arena was closed every access throws [IllegalStateException].
/// Confined memory belongs to its thread; in another, access throws [WrongThreadException]. All
/// other memory may be used by any thread, without any ordering; see [#atomics] for that.
///
/// **Permission.** A write to read-only memory throws [UnsupportedOperationException].
///
/// **Mapped files.** Access to a part of a file that was cut off after it was mapped throws
/// [InternalError], at that access or soon after; atomic access and comparison may end the JVM, as
/// they do through the JDK's own segments.
///
/// Two `Bytes` are equal only if they are the same object; [#mismatch] compares content.
///
/// @implNote A `byte[]` and native memory, if what ends it is known and native access is granted,
///   are reached without any call or type profile, see [#access]. So that this holds however rare
///   one kind is in a program, an accessor is one method with both paths in it: a path in a method
///   of its own would be inlined only where the profile says that it is often taken, and one call
///   in a loop slows down all kinds.
@SuppressWarnings("ReferenceEquality") // A thread is its own identity.
public final class Bytes {
  static final VarHandle SHORT = arrayView(short[].class);
  static final VarHandle INT = arrayView(int[].class);
  static final VarHandle LONG = arrayView(long[].class);
  private static final MemorySegment.Scope ALWAYS = MemorySegment.NULL.scope();

  /// The time of [System#nanoTime] from which on there may be loops over arrays.
  static final long SINCE = System.nanoTime();

  /// Addresses beyond are left to the JDK. Masked with this, an address or a size is what it was,
  /// and the compiler knows that their sum is inside of all memory: nothing is checked twice.
  private static final long REACH = (1L << 56) - 1;

  final byte @Nullable [] array;

  /// The index in [#array], or the address, of offset 0.
  final long base;

  private final long byteSize;

  /// The same memory as a segment; if it is a `byte[]`, null until somebody asks. Threads may race
  /// to set it, to segments that are equal.
  private @Nullable MemorySegment segment;

  private final MemorySegment.Scope scope;

  /// Whether native memory lasts as long as [#segment] is reachable, and any thread may use it.
  private final boolean direct;

  /// The only thread that may use native memory directly; null if [#direct] decides.
  private final @Nullable Thread owner;

  private final boolean readOnly;

  /// Says whether the memory is still lent to whom it was lent as [#lent].
  private final Generation generation;

  private final long lent;

  private Bytes(byte[] array, long base, long byteSize, boolean readOnly) {
    this.array = array;
    this.base = base;
    this.byteSize = byteSize;
    this.scope = ALWAYS;
    this.direct = false;
    this.owner = null;
    this.readOnly = readOnly;
    this.generation = Generation.ONLY;
    this.lent = Generation.NOT_LENT;
  }

  private Bytes(MemorySegment segment, boolean direct, @Nullable Thread owner) {
    this(segment, direct, owner, Generation.ONLY, Generation.NOT_LENT);
  }

  private Bytes(
      MemorySegment segment,
      boolean direct,
      @Nullable Thread owner,
      Generation generation,
      long lent) {
    this.array = null;
    this.base = segment.address();
    this.byteSize = segment.byteSize();
    this.segment = segment;
    this.scope = segment.scope();
    this.direct = direct;
    this.owner = owner;
    this.readOnly = segment.isReadOnly();
    this.generation = generation;
    this.lent = lent;
  }

  private static VarHandle arrayView(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN)
        .withInvokeExactBehavior();
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
  ///
  /// Confined memory is best given by its own thread: in another the `Bytes` can be made, but stays
  /// [Access#CHECKED] even for the thread that owns it.
  ///
  /// @throws IllegalArgumentException if it has 2^56 bytes or more
  public static Bytes of(MemorySegment segment) {
    if (segment.byteSize() > REACH) {
      throw new IllegalArgumentException(
          "The segment has " + segment.byteSize() + " bytes; Bytes have at most " + REACH);
    }
    if (segment.isNative()) {
      return ofNative(segment);
    }
    if (segment.heapBase().orElse(null) instanceof byte[] array) {
      return new Bytes(array, segment.address(), segment.byteSize(), false);
    }
    return new Bytes(segment, false, null);
  }

  /// Returns the bytes between the position and the limit of `buffer`, whatever its byte order.
  public static Bytes of(ByteBuffer buffer) {
    return of(MemorySegment.ofBuffer(buffer));
  }

  private static Bytes ofNative(MemorySegment segment) {
    boolean addressable =
        segment.address() >= 0
            && segment.address() <= REACH
            && segment.byteSize() <= REACH - segment.address();
    Lifetime lifetime = Lifetime.of(segment);
    if (!addressable || lifetime == Lifetime.UNKNOWN) {
      return new Bytes(segment, false, null);
    }
    if (!NativeAccess.GRANTED) {
      NativeAccess.logOnce("Bytes of native memory are slower than they could be");
      return new Bytes(segment, false, null);
    }
    ProfileWarmup.require();
    if (lifetime == Lifetime.REACHABLE) {
      return new Bytes(segment, true, null);
    }
    Thread thread = Thread.currentThread();
    return new Bytes(segment, false, segment.isAccessibleBy(thread) ? thread : null);
  }

  /// Returns memory that lasts as long as it is reachable, and throws once the loan has ended.
  static Bytes lent(MemorySegment memory, Generation generation, long lent) {
    ProfileWarmup.require();
    return new Bytes(memory, NativeAccess.GRANTED, null, generation, lent);
  }

  /// The size in bytes.
  public long byteSize() {
    return byteSize;
  }

  /// Whether writes throw.
  public boolean isReadOnly() {
    return readOnly;
  }

  /// Whether this is memory outside the heap.
  public boolean isNative() {
    MemorySegment segment = this.segment;
    return segment != null && segment.isNative();
  }

  /// How the memory is reached, and whether more could be had with native access.
  public Access access() {
    if (array != null) {
      return Access.ARRAY;
    }
    if (direct || owner != null) {
      return Access.NATIVE;
    }
    return isNative() && Lifetime.of(segment()) != Lifetime.UNKNOWN && !NativeAccess.GRANTED
        ? Access.CHECKED_WITHOUT_NATIVE_ACCESS
        : Access.CHECKED;
  }

  /// Returns the byte at `offset`.
  public byte getByte(long offset) {
    long at = check(offset, Byte.BYTES);
    byte[] array = this.array;
    if (array != null) {
      return array[(int) (base + at)];
    }
    if (direct || owner == Thread.currentThread()) {
      try {
        return (byte) Everything.BYTE.get(Everything.MEMORY, (base & REACH) + at);
      } finally {
        Reference.reachabilityFence(this);
      }
    }
    return Checked.getByte(segment(), offset);
  }

  /// Writes the byte at `offset`.
  public void putByte(long offset, byte value) {
    long at = checkWrite(offset, Byte.BYTES);
    byte[] array = this.array;
    if (array != null) {
      array[(int) (base + at)] = value;
    } else if (direct || owner == Thread.currentThread()) {
      try {
        Everything.BYTE.set(Everything.MEMORY, (base & REACH) + at, value);
      } finally {
        Reference.reachabilityFence(this);
      }
    } else {
      Checked.putByte(segment(), offset, value);
    }
  }

  /// Returns the little-endian `short` at `offset`, which need not be aligned.
  public short getShort(long offset) {
    long at = check(offset, Short.BYTES);
    byte[] array = this.array;
    if (array != null) {
      return (short) SHORT.get(array, (int) (base + at));
    }
    if (direct || owner == Thread.currentThread()) {
      try {
        return (short) Everything.SHORT.get(Everything.MEMORY, (base & REACH) + at);
      } finally {
        Reference.reachabilityFence(this);
      }
    }
    return Checked.getShort(segment(), offset);
  }

  /// Writes a little-endian `short` at `offset`, which need not be aligned.
  public void putShort(long offset, short value) {
    long at = checkWrite(offset, Short.BYTES);
    byte[] array = this.array;
    if (array != null) {
      SHORT.set(array, (int) (base + at), value);
    } else if (direct || owner == Thread.currentThread()) {
      try {
        Everything.SHORT.set(Everything.MEMORY, (base & REACH) + at, value);
      } finally {
        Reference.reachabilityFence(this);
      }
    } else {
      Checked.putShort(segment(), offset, value);
    }
  }

  /// Returns the little-endian `int` at `offset`, which need not be aligned.
  public int getInt(long offset) {
    long at = check(offset, Integer.BYTES);
    byte[] array = this.array;
    if (array != null) {
      return (int) INT.get(array, (int) (base + at));
    }
    if (direct || owner == Thread.currentThread()) {
      try {
        return (int) Everything.INT.get(Everything.MEMORY, (base & REACH) + at);
      } finally {
        Reference.reachabilityFence(this);
      }
    }
    return Checked.getInt(segment(), offset);
  }

  /// Writes a little-endian `int` at `offset`, which need not be aligned.
  public void putInt(long offset, int value) {
    long at = checkWrite(offset, Integer.BYTES);
    byte[] array = this.array;
    if (array != null) {
      INT.set(array, (int) (base + at), value);
    } else if (direct || owner == Thread.currentThread()) {
      try {
        Everything.INT.set(Everything.MEMORY, (base & REACH) + at, value);
      } finally {
        Reference.reachabilityFence(this);
      }
    } else {
      Checked.putInt(segment(), offset, value);
    }
  }

  /// Returns the little-endian `long` at `offset`, which need not be aligned.
  public long getLong(long offset) {
    long at = check(offset, Long.BYTES);
    byte[] array = this.array;
    if (array != null) {
      return (long) LONG.get(array, (int) (base + at));
    }
    if (direct || owner == Thread.currentThread()) {
      try {
        return (long) Everything.LONG.get(Everything.MEMORY, (base & REACH) + at);
      } finally {
        Reference.reachabilityFence(this);
      }
    }
    return Checked.getLong(segment(), offset);
  }

  /// Writes a little-endian `long` at `offset`, which need not be aligned.
  public void putLong(long offset, long value) {
    long at = checkWrite(offset, Long.BYTES);
    byte[] array = this.array;
    if (array != null) {
      LONG.set(array, (int) (base + at), value);
    } else if (direct || owner == Thread.currentThread()) {
      try {
        Everything.LONG.set(Everything.MEMORY, (base & REACH) + at, value);
      } finally {
        Reference.reachabilityFence(this);
      }
    } else {
      Checked.putLong(segment(), offset, value);
    }
  }

  /// Returns the little-endian `char` at `offset`, which need not be aligned.
  public char getChar(long offset) {
    return (char) getShort(offset);
  }

  /// Writes a little-endian `char` at `offset`, which need not be aligned.
  public void putChar(long offset, char value) {
    putShort(offset, (short) value);
  }

  /// Returns the little-endian `float` at `offset`, which need not be aligned.
  public float getFloat(long offset) {
    return Float.intBitsToFloat(getInt(offset));
  }

  /// Writes a little-endian `float` at `offset`, which need not be aligned.
  public void putFloat(long offset, float value) {
    putInt(offset, Float.floatToRawIntBits(value));
  }

  /// Returns the little-endian `double` at `offset`, which need not be aligned.
  public double getDouble(long offset) {
    return Double.longBitsToDouble(getLong(offset));
  }

  /// Writes a little-endian `double` at `offset`, which need not be aligned.
  public void putDouble(long offset, double value) {
    putLong(offset, Double.doubleToRawLongBits(value));
  }

  /// Copies `length` bytes from `offset` to `targetOffset` of `target`. The ranges may overlap.
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

  /// Copies `length` bytes from `sourceOffset` of `source` to `offset`. The ranges may overlap.
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

  /// Sets `length` bytes from `offset` on to `value`.
  public void fill(long offset, long length, byte value) {
    Bulk.fill(this, offset, length, value);
  }

  /// Returns the first index at which `length` bytes from `offset` on and as many bytes of `that`
  /// from `thatOffset` on differ, counted from the start of the ranges; -1 if they are the same.
  public long mismatch(long offset, Bytes that, long thatOffset, long length) {
    return Bulk.mismatch(this, offset, that, thatOffset, length);
  }

  /// Returns the first offset at which this and `that` differ, the smaller size if one is a prefix
  /// of the other, -1 if they are the same.
  public long mismatch(Bytes that) {
    long common = Math.min(byteSize, that.byteSize);
    long mismatch = mismatch(0, that, 0, common);
    return mismatch < 0 && byteSize != that.byteSize ? common : mismatch;
  }

  /// Compares as unsigned bytes from the first on; a prefix comes first. A [java.util.Comparator]
  /// of content, while equality is identity.
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
  public Bytes asSlice(long offset) {
    return asSlice(offset, byteSize - offset);
  }

  /// Returns `length` bytes from `offset` on: the same memory under new bounds.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside these bytes
  public Bytes asSlice(long offset, long length) {
    Objects.checkFromIndexSize(offset, length, byteSize);
    return array != null
        ? new Bytes(array, base + offset, length, readOnly)
        : within(segment().asSlice(offset, length));
  }

  /// Returns the same memory, not to be written through the result.
  public Bytes asReadOnly() {
    if (readOnly) {
      return this;
    }
    return array != null ? new Bytes(array, base, byteSize, true) : within(segment().asReadOnly());
  }

  /// The same memory, or a part of it, reached in the same way.
  private Bytes within(MemorySegment narrowed) {
    return new Bytes(narrowed, direct, owner, generation, lent);
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

  /// Returns the same memory as a buffer, little-endian as this is.
  ///
  /// @throws IllegalStateException if there are more bytes than a buffer can have
  /// @throws UnsupportedOperationException if they are those of an array of another type than
  ///   `byte[]`
  public ByteBuffer asByteBuffer() {
    return asSegment().asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Returns big-endian access to the same memory.
  public BigEndianBytes bigEndian() {
    return new BigEndianBytes(this);
  }

  /// Returns atomic access to the same memory.
  ///
  /// @throws UnsupportedOperationException if the memory has none: native memory and that of a
  ///   `long[]` or `int[]` have it, that of a `byte[]` has not
  public AtomicBytes atomics() {
    return AtomicBytes.of(this);
  }

  /// Returns `offset`; throws unless `width` bytes there are inside and the memory still lives.
  /// Memory that never ends is asked too: a question put to some kinds only may be too rare to be
  /// inlined.
  long check(long offset, int width) {
    if (scope.isAlive() && generation.isPlainly(lent)) {
      try {
        return Objects.checkIndex(offset, (byteSize & REACH) - width + 1);
      } catch (IndexOutOfBoundsException _) {
        // Its message would speak of a size that the caller does not know.
      }
    }
    throw failure(offset, width);
  }

  long checkWrite(long offset, int width) {
    if (readOnly) {
      throw new UnsupportedOperationException("These bytes are read-only");
    }
    return check(offset, width);
  }

  /// As [#check], for a range of any length.
  void checkRange(long offset, long length) {
    if (!scope.isAlive()
        || !generation.isPlainly(lent)
        || (offset | length) < 0
        || offset > byteSize - length) {
      throw failure(offset, length);
    }
  }

  void checkWriteRange(long offset, long length) {
    if (readOnly) {
      throw new UnsupportedOperationException("These bytes are read-only");
    }
    checkRange(offset, length);
  }

  private RuntimeException failure(long offset, long length) {
    if (!scope.isAlive()) {
      return new IllegalStateException("The arena of these bytes is closed");
    }
    if (!generation.isPlainly(lent)) {
      return new IllegalStateException("The lease of these bytes was released");
    }
    return new IndexOutOfBoundsException(
        "offset " + offset + ", length " + length + ", of " + byteSize + " bytes");
  }

  /// Whether this thread may use native memory directly.
  boolean isDirect() {
    return direct || owner == Thread.currentThread();
  }

  MemorySegment segment() {
    MemorySegment segment = this.segment;
    return segment == null ? wrap() : segment;
  }

  private MemorySegment wrap() {
    MemorySegment slice =
        MemorySegment.ofArray(Objects.requireNonNull(array)).asSlice(base, byteSize);
    segment = readOnly ? slice.asReadOnly() : slice;
    return segment;
  }
}
