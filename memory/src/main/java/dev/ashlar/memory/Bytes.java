// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.ArrayGrowth;
import dev.ashlar.memory.internal.Lifetime;
import dev.ashlar.memory.internal.LittleEndian;
import dev.ashlar.memory.internal.NativeAccess;
import dev.ashlar.memory.internal.StackHeadroom;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

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
/// **Bounds.** Offsets are in bytes, from 0 to [#byteSize], and may exceed 4 GiB. An access that is
/// not wholly inside throws [IndexOutOfBoundsException] and touches nothing.
///
/// **Byte order.** Values of several bytes are little-endian on every machine; [#bigEndian] is the
/// other order. No alignment is needed, except by [#atomics].
///
/// **Lifetime and threads.** A `Bytes` keeps the array, buffer or segment that it was made of
/// reachable, and ends with it: after its arena was closed every access throws
/// [IllegalStateException]. Confined memory belongs to its thread; in another, access throws
/// [WrongThreadException]. All other memory may be used by any thread, without any ordering; see
/// [#atomics] for that.
///
/// **Permission.** A write to read-only memory throws [UnsupportedOperationException].
///
/// **Mapped files.** Access to a part of a file that was cut off after it was mapped throws
/// [InternalError], at that access or soon after. Atomic access and comparison may end the JVM, as
/// they do through the JDK's own segments.
///
/// Two `Bytes` are equal only if they are the same object; [#mismatch] compares content.
///
/// **Speed.** An `int` offset is the faster one, in loops and where a method has many accesses: the
/// compiler checks once for several. A `long` offset is needed beyond 2 GiB. A method with more
/// than a dozen accesses is faster through a [BytesWindow].
///
/// @implNote A `byte[]`, and native memory whose lifetime is known, are reached without any call or
///   type profile if native access is granted; see [#accessPath]. An accessor has all fast paths in
///   it. C2 would inline a path in a method of its own only where the profile has enough calls, and
///   one call in a loop slows down all kinds. Accessors are short, so that more than a dozen of
///   them fit into one method.
@SuppressWarnings("ReachabilityFenceUsage") // An access that throws has touched nothing.
public final class Bytes extends Region {
  // Initialized with this class: an access may come where there is hardly any stack left, and a
  // class whose initialization fails is lost.
  private static final VarHandle SHORT = LittleEndian.SHORT;
  private static final VarHandle INT = LittleEndian.INT;
  private static final VarHandle LONG = LittleEndian.LONG;

  /// The number of offsets that an `int` has. An index below it becomes an `int` with a check that
  /// C2 takes out of a loop; comparing the offset with the `int` stays in it.
  private static final long INT_OFFSETS = Integer.MAX_VALUE;

  /// The time of [System#nanoTime] from which on there may be loops over arrays.
  static final long SINCE = System.nanoTime();

  /// Whether the classes that native memory, and windows, need are initialized. Where that
  /// overflows the stack, a class is lost for the whole JVM. Threads may race to set them.
  private static boolean nativeReady;

  private static boolean windowsReady;

  static {
    UsedKinds.depend();
  }

  private Bytes(byte[] array, long base, long byteSize, boolean readOnly) {
    super(array, base, byteSize, readOnly);
    UsedKinds.add(reading);
  }

  private Bytes(MemorySegment segment, int kind, long owner, long confined) {
    this(segment, kind, owner, confined, Generation.ONLY, Generation.NOT_LENT);
  }

  private Bytes(
      MemorySegment segment,
      int kind,
      long owner,
      long confined,
      Generation generation,
      long lent) {
    super(segment, kind, owner, confined, generation, lent);
  }

  private Bytes(Bytes all, long offset, long byteSize, boolean readOnly) {
    super(all, offset, byteSize, readOnly);
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
  /// [AccessPath#CHECKED] even for the thread that owns it.
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
    return new Bytes(segment, CHECKED, 0, 0);
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
    if (!nativeReady) {
      prepareNative();
    }
    Lifetime lifetime = Lifetime.of(segment);
    if (!addressable || lifetime == Lifetime.UNKNOWN) {
      return new Bytes(segment, CHECKED, 0, 0);
    }
    if (!NativeAccess.GRANTED) {
      NativeAccess.logOnce("Bytes of native memory are slower than they could be");
      return new Bytes(segment, CHECKED, 0, 0);
    }
    UsedKinds.add(NATIVE);
    if (lifetime == Lifetime.REACHABLE) {
      return new Bytes(segment, NATIVE, 0, 0);
    }
    Thread thread = Thread.currentThread();
    return segment.isAccessibleBy(thread)
        ? new Bytes(segment, NATIVE, thread.threadId(), -1)
        : new Bytes(segment, CHECKED, 0, 0);
  }

  private static void prepareNative() {
    StackHeadroom.require();
    Objects.requireNonNull(Lifetime.UNKNOWN);
    if (NativeAccess.GRANTED && ProfileWarmup.isOff()) {
      Objects.requireNonNull(AllMemory.MEMORY); // The warm-up would make it.
    }
    nativeReady = true;
  }

  /// Returns memory that lasts as long as it is reachable, and throws once the loan has ended.
  static Bytes lent(MemorySegment memory, Generation generation, long lent) {
    UsedKinds.add(NATIVE);
    return new Bytes(memory, NativeAccess.GRANTED ? NATIVE : CHECKED, 0, 0, generation, lent);
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
    return !isArray() && segment().isNative();
  }

  /// How the memory is reached, and whether more could be had with native access.
  public AccessPath accessPath() {
    if (isArray()) {
      return AccessPath.ARRAY;
    }
    if (reading != CHECKED) {
      return AccessPath.NATIVE;
    }
    return isNative() && Lifetime.of(segment()) != Lifetime.UNKNOWN && !NativeAccess.GRANTED
        ? AccessPath.CHECKED_WITHOUT_NATIVE_ACCESS
        : AccessPath.CHECKED;
  }

  /// Returns the byte at `offset`.
  public byte getByte(int offset) {
    try {
      UsedKinds.depend();
      int kind = reading;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          return array[offset];
        }
        return array[(int) base + Objects.checkIndex(offset, limit1 & MAX)];
      }
      if (kind == NATIVE) {
        Guard.check(this);
        byte value =
            (byte)
                AllMemory.BYTE.get(
                    AllMemory.MEMORY, (base & REACH) + Objects.checkIndex(offset, limit1 & MAX));
        Reference.reachabilityFence(this);
        return value;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    return (byte) SegmentAccess.get(this, offset, 1);
  }

  /// Writes the byte at `offset`.
  public void setByte(int offset, byte value) {
    try {
      UsedKinds.depend();
      int kind = writing;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          array[offset] = value;
          return;
        }
        array[(int) base + Objects.checkIndex(offset, limit1 & MAX)] = value;
        return;
      }
      if (kind == NATIVE) {
        Guard.check(this);
        AllMemory.BYTE.set(
            AllMemory.MEMORY, (base & REACH) + Objects.checkIndex(offset, limit1 & MAX), value);
        Reference.reachabilityFence(this);
        return;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    SegmentAccess.set(this, offset, 1, value);
  }

  /// Returns the byte at `offset`.
  public byte getByte(long offset) {
    try {
      UsedKinds.depend();
      int kind = reading;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          return array[(int) Objects.checkIndex(offset, INT_OFFSETS)];
        }
        return array[(int) base + (int) Objects.checkIndex(offset, (long) (limit1 & MAX))];
      }
      if (kind == NATIVE) {
        Guard.check(this);
        byte value =
            (byte)
                AllMemory.BYTE.get(
                    AllMemory.MEMORY,
                    (base & REACH) + Objects.checkIndex(offset, byteSize & REACH));
        Reference.reachabilityFence(this);
        return value;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    return (byte) SegmentAccess.get(this, offset, 1);
  }

  /// Writes the byte at `offset`.
  public void setByte(long offset, byte value) {
    try {
      UsedKinds.depend();
      int kind = writing;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          array[(int) Objects.checkIndex(offset, INT_OFFSETS)] = value;
          return;
        }
        array[(int) base + (int) Objects.checkIndex(offset, (long) (limit1 & MAX))] = value;
        return;
      }
      if (kind == NATIVE) {
        Guard.check(this);
        AllMemory.BYTE.set(
            AllMemory.MEMORY, (base & REACH) + Objects.checkIndex(offset, byteSize & REACH), value);
        Reference.reachabilityFence(this);
        return;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    SegmentAccess.set(this, offset, 1, value);
  }

  /// Returns the little-endian `short` at `offset`, which need not be aligned.
  public short getShort(int offset) {
    try {
      UsedKinds.depend();
      int kind = reading;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          return (short) SHORT.get(array, offset);
        }
        return (short) SHORT.get(array, (int) base + Objects.checkIndex(offset, limit2 & MAX));
      }
      if (kind == NATIVE) {
        Guard.check(this);
        short value =
            (short)
                AllMemory.SHORT.get(
                    AllMemory.MEMORY, (base & REACH) + Objects.checkIndex(offset, limit2 & MAX));
        Reference.reachabilityFence(this);
        return value;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    return (short) SegmentAccess.get(this, offset, 2);
  }

  /// Writes a little-endian `short` at `offset`, which need not be aligned.
  public void setShort(int offset, short value) {
    try {
      UsedKinds.depend();
      int kind = writing;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          SHORT.set(array, offset, value);
          return;
        }
        SHORT.set(array, (int) base + Objects.checkIndex(offset, limit2 & MAX), value);
        return;
      }
      if (kind == NATIVE) {
        Guard.check(this);
        AllMemory.SHORT.set(
            AllMemory.MEMORY, (base & REACH) + Objects.checkIndex(offset, limit2 & MAX), value);
        Reference.reachabilityFence(this);
        return;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    SegmentAccess.set(this, offset, 2, value);
  }

  /// Returns the little-endian `short` at `offset`, which need not be aligned.
  public short getShort(long offset) {
    try {
      UsedKinds.depend();
      int kind = reading;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          return (short) SHORT.get(array, (int) Objects.checkIndex(offset, INT_OFFSETS));
        }
        return (short)
            SHORT.get(array, (int) base + (int) Objects.checkIndex(offset, (long) (limit2 & MAX)));
      }
      if (kind == NATIVE) {
        Guard.check(this);
        short value =
            (short)
                AllMemory.SHORT.get(
                    AllMemory.MEMORY,
                    (base & REACH) + Objects.checkIndex(offset, (byteSize & REACH) - 1));
        Reference.reachabilityFence(this);
        return value;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    return (short) SegmentAccess.get(this, offset, 2);
  }

  /// Writes a little-endian `short` at `offset`, which need not be aligned.
  public void setShort(long offset, short value) {
    try {
      UsedKinds.depend();
      int kind = writing;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          SHORT.set(array, (int) Objects.checkIndex(offset, INT_OFFSETS), value);
          return;
        }
        SHORT.set(
            array, (int) base + (int) Objects.checkIndex(offset, (long) (limit2 & MAX)), value);
        return;
      }
      if (kind == NATIVE) {
        Guard.check(this);
        AllMemory.SHORT.set(
            AllMemory.MEMORY,
            (base & REACH) + Objects.checkIndex(offset, (byteSize & REACH) - 1),
            value);
        Reference.reachabilityFence(this);
        return;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    SegmentAccess.set(this, offset, 2, value);
  }

  /// Returns the little-endian `int` at `offset`, which need not be aligned.
  public int getInt(int offset) {
    try {
      UsedKinds.depend();
      int kind = reading;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          return (int) INT.get(array, offset);
        }
        return (int) INT.get(array, (int) base + Objects.checkIndex(offset, limit4 & MAX));
      }
      if (kind == NATIVE) {
        Guard.check(this);
        int value =
            (int)
                AllMemory.INT.get(
                    AllMemory.MEMORY, (base & REACH) + Objects.checkIndex(offset, limit4 & MAX));
        Reference.reachabilityFence(this);
        return value;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    return (int) SegmentAccess.get(this, offset, 4);
  }

  /// Writes a little-endian `int` at `offset`, which need not be aligned.
  public void setInt(int offset, int value) {
    try {
      UsedKinds.depend();
      int kind = writing;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          INT.set(array, offset, value);
          return;
        }
        INT.set(array, (int) base + Objects.checkIndex(offset, limit4 & MAX), value);
        return;
      }
      if (kind == NATIVE) {
        Guard.check(this);
        AllMemory.INT.set(
            AllMemory.MEMORY, (base & REACH) + Objects.checkIndex(offset, limit4 & MAX), value);
        Reference.reachabilityFence(this);
        return;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    SegmentAccess.set(this, offset, 4, value);
  }

  /// Returns the little-endian `int` at `offset`, which need not be aligned.
  public int getInt(long offset) {
    try {
      UsedKinds.depend();
      int kind = reading;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          return (int) INT.get(array, (int) Objects.checkIndex(offset, INT_OFFSETS));
        }
        return (int)
            INT.get(array, (int) base + (int) Objects.checkIndex(offset, (long) (limit4 & MAX)));
      }
      if (kind == NATIVE) {
        Guard.check(this);
        int value =
            (int)
                AllMemory.INT.get(
                    AllMemory.MEMORY,
                    (base & REACH) + Objects.checkIndex(offset, (byteSize & REACH) - 3));
        Reference.reachabilityFence(this);
        return value;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    return (int) SegmentAccess.get(this, offset, 4);
  }

  /// Writes a little-endian `int` at `offset`, which need not be aligned.
  public void setInt(long offset, int value) {
    try {
      UsedKinds.depend();
      int kind = writing;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          INT.set(array, (int) Objects.checkIndex(offset, INT_OFFSETS), value);
          return;
        }
        INT.set(array, (int) base + (int) Objects.checkIndex(offset, (long) (limit4 & MAX)), value);
        return;
      }
      if (kind == NATIVE) {
        Guard.check(this);
        AllMemory.INT.set(
            AllMemory.MEMORY,
            (base & REACH) + Objects.checkIndex(offset, (byteSize & REACH) - 3),
            value);
        Reference.reachabilityFence(this);
        return;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    SegmentAccess.set(this, offset, 4, value);
  }

  /// Returns the little-endian `long` at `offset`, which need not be aligned.
  public long getLong(int offset) {
    try {
      UsedKinds.depend();
      int kind = reading;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          return (long) LONG.get(array, offset);
        }
        return (long) LONG.get(array, (int) base + Objects.checkIndex(offset, limit8 & MAX));
      }
      if (kind == NATIVE) {
        Guard.check(this);
        long value =
            (long)
                AllMemory.LONG.get(
                    AllMemory.MEMORY, (base & REACH) + Objects.checkIndex(offset, limit8 & MAX));
        Reference.reachabilityFence(this);
        return value;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    return SegmentAccess.get(this, offset, 8);
  }

  /// Writes a little-endian `long` at `offset`, which need not be aligned.
  public void setLong(int offset, long value) {
    try {
      UsedKinds.depend();
      int kind = writing;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          LONG.set(array, offset, value);
          return;
        }
        LONG.set(array, (int) base + Objects.checkIndex(offset, limit8 & MAX), value);
        return;
      }
      if (kind == NATIVE) {
        Guard.check(this);
        AllMemory.LONG.set(
            AllMemory.MEMORY, (base & REACH) + Objects.checkIndex(offset, limit8 & MAX), value);
        Reference.reachabilityFence(this);
        return;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    SegmentAccess.set(this, offset, 8, value);
  }

  /// Returns the little-endian `long` at `offset`, which need not be aligned.
  public long getLong(long offset) {
    try {
      UsedKinds.depend();
      int kind = reading;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          return (long) LONG.get(array, (int) Objects.checkIndex(offset, INT_OFFSETS));
        }
        return (long)
            LONG.get(array, (int) base + (int) Objects.checkIndex(offset, (long) (limit8 & MAX)));
      }
      if (kind == NATIVE) {
        Guard.check(this);
        long value =
            (long)
                AllMemory.LONG.get(
                    AllMemory.MEMORY,
                    (base & REACH) + Objects.checkIndex(offset, (byteSize & REACH) - 7));
        Reference.reachabilityFence(this);
        return value;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    return SegmentAccess.get(this, offset, 8);
  }

  /// Writes a little-endian `long` at `offset`, which need not be aligned.
  public void setLong(long offset, long value) {
    try {
      UsedKinds.depend();
      int kind = writing;
      if (kind <= SLICE) {
        if (kind == ARRAY) {
          LONG.set(array, (int) Objects.checkIndex(offset, INT_OFFSETS), value);
          return;
        }
        LONG.set(
            array, (int) base + (int) Objects.checkIndex(offset, (long) (limit8 & MAX)), value);
        return;
      }
      if (kind == NATIVE) {
        Guard.check(this);
        AllMemory.LONG.set(
            AllMemory.MEMORY,
            (base & REACH) + Objects.checkIndex(offset, (byteSize & REACH) - 7),
            value);
        Reference.reachabilityFence(this);
        return;
      }
    } catch (IndexOutOfBoundsException _) {
      // Thrown again below, with the size.
    }
    SegmentAccess.set(this, offset, 8, value);
  }

  /// Returns the little-endian `char` at `offset`, which need not be aligned.
  public char getChar(int offset) {
    return (char) getShort(offset);
  }

  /// Writes a little-endian `char` at `offset`, which need not be aligned.
  public void setChar(int offset, char value) {
    setShort(offset, (short) value);
  }

  /// Returns the little-endian `char` at `offset`, which need not be aligned.
  public char getChar(long offset) {
    return (char) getShort(offset);
  }

  /// Writes a little-endian `char` at `offset`, which need not be aligned.
  public void setChar(long offset, char value) {
    setShort(offset, (short) value);
  }

  /// Returns the little-endian `float` at `offset`, which need not be aligned.
  public float getFloat(int offset) {
    return Float.intBitsToFloat(getInt(offset));
  }

  /// Writes a little-endian `float` at `offset`, which need not be aligned.
  public void setFloat(int offset, float value) {
    setInt(offset, Float.floatToRawIntBits(value));
  }

  /// Returns the little-endian `float` at `offset`, which need not be aligned.
  public float getFloat(long offset) {
    return Float.intBitsToFloat(getInt(offset));
  }

  /// Writes a little-endian `float` at `offset`, which need not be aligned.
  public void setFloat(long offset, float value) {
    setInt(offset, Float.floatToRawIntBits(value));
  }

  /// Returns the little-endian `double` at `offset`, which need not be aligned.
  public double getDouble(int offset) {
    return Double.longBitsToDouble(getLong(offset));
  }

  /// Writes a little-endian `double` at `offset`, which need not be aligned.
  public void setDouble(int offset, double value) {
    setLong(offset, Double.doubleToRawLongBits(value));
  }

  /// Returns the little-endian `double` at `offset`, which need not be aligned.
  public double getDouble(long offset) {
    return Double.longBitsToDouble(getLong(offset));
  }

  /// Writes a little-endian `double` at `offset`, which need not be aligned.
  public void setDouble(long offset, double value) {
    setLong(offset, Double.doubleToRawLongBits(value));
  }

  /// Returns the byte at `offset`, 0 to 255.
  public int getUnsignedByte(int offset) {
    return Byte.toUnsignedInt(getByte(offset));
  }

  /// Returns the byte at `offset`, 0 to 255.
  public int getUnsignedByte(long offset) {
    return Byte.toUnsignedInt(getByte(offset));
  }

  /// Returns the little-endian 16-bit integer at `offset`, 0 to 2^16 - 1.
  public int getUnsignedShort(int offset) {
    return Short.toUnsignedInt(getShort(offset));
  }

  /// Returns the little-endian 16-bit integer at `offset`, 0 to 2^16 - 1.
  public int getUnsignedShort(long offset) {
    return Short.toUnsignedInt(getShort(offset));
  }

  /// Returns the little-endian 32-bit integer at `offset`, 0 to 2^32 - 1.
  public long getUnsignedInt(int offset) {
    return Integer.toUnsignedLong(getInt(offset));
  }

  /// Returns the little-endian 32-bit integer at `offset`, 0 to 2^32 - 1.
  public long getUnsignedInt(long offset) {
    return Integer.toUnsignedLong(getInt(offset));
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

  /// Copies `length` bytes from `offset` to `targetOffset` of `target`. The ranges may overlap.
  ///
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyTo(long offset, MemorySegment target, long targetOffset, long length) {
    Bulk.copy(this, offset, target, targetOffset, length);
  }

  /// Copies `length` bytes from `sourceOffset` of `source` to `offset`. The ranges may overlap.
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

  /// Copies `count` little-endian values from `offset` to index `targetIndex` of an array.
  ///
  /// @param array a `byte[]`, `short[]`, `char[]`, `int[]`, `long[]`, `float[]` or `double[]`
  /// @throws IllegalArgumentException if it is anything else
  /// @throws IndexOutOfBoundsException if a range is not inside its memory; then nothing is copied
  public void copyToArray(long offset, Object array, int targetIndex, int count) {
    Bulk.copyToArray(this, offset, array, targetIndex, count);
  }

  /// Copies `count` values from index `sourceIndex` of an array to `offset`, little-endian.
  ///
  /// @param array a `byte[]`, `short[]`, `char[]`, `int[]`, `long[]`, `float[]` or `double[]`
  /// @throws IllegalArgumentException if it is anything else
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

  /// Returns the offset of the first of `length` bytes from `offset` on that is `value`, or -1 if
  /// there is none. It is an offset of these bytes, not counted from `offset`.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside these bytes
  public long indexOf(long offset, long length, byte value) {
    return Bulk.indexOf(this, offset, length, value);
  }

  /// Sets `length` bytes from `offset` on to `value`.
  public void fill(long offset, long length, byte value) {
    Bulk.fill(this, offset, length, value);
  }

  /// Compares `length` bytes from `offset` on with as many bytes of `that` from `thatOffset` on.
  /// Returns the first index at which they differ, counted from the start of the ranges; -1 if they
  /// are the same.
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
    return isArray()
        ? new Bytes(array, base + offset, length, readOnly)
        : new Bytes(this, offset, length, readOnly);
  }

  /// Returns `length` bytes from `offset` on for code with more than a dozen accesses in one
  /// method.
  ///
  /// @throws IndexOutOfBoundsException if the range is not inside these bytes
  public BytesWindow window(long offset, int length) {
    UsedKinds.depend();
    if (!windowsReady) {
      prepareWindows();
    }
    return new BytesWindow(this, offset, length);
  }

  private static void prepareWindows() {
    StackHeadroom.require();
    LateInlining.initialize();
    ProfileWarmup.WINDOWS.require();
    windowsReady = true;
  }

  /// Returns the same memory, not to be written through the result.
  public Bytes asReadOnly() {
    if (readOnly) {
      return this;
    }
    return isArray() ? new Bytes(array, base, byteSize, true) : new Bytes(this, 0, byteSize, true);
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

  /// Returns the size and the [#accessPath], and whether writes throw; not the content.
  @Override
  public String toString() {
    return "Bytes[byteSize="
        + byteSize
        + ", accessPath="
        + accessPath()
        + (readOnly ? ", readOnly]" : "]");
  }
}
