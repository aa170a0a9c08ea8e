// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.agrona;

import dev.ashlar.memory.AtomicBytes;
import dev.ashlar.memory.Bytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.AtomicBuffer;
import org.jspecify.annotations.Nullable;

/// An Agrona buffer over [Bytes], for the codecs that SBE generates, and for other code that uses
/// `MutableDirectBuffer` or `AtomicBuffer`. It uses neither Unsafe nor classes that the JDK does
/// not export.
///
/// ```java
/// BytesBuffer counters = new BytesBuffer(Arena.ofAuto().allocate(64, 8));
/// long before = counters.getAndAddLong(8, 1);
/// ```
///
/// It differs from Agrona's `UnsafeBuffer`. Bounds, lifetimes, threads and read-only memory are
/// always checked, whatever `agrona.disable.bounds.checks` says. Methods without a byte order are
/// little-endian, on every processor. Atomic methods need native memory or a `long[]`, and an
/// aligned index. [#wrap(long, int)] is not supported, nor is [#addressOffset()] of heap memory.
public final class BytesBuffer extends WriteBuffer implements AtomicBuffer {
  private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
  private static final VarHandle SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

  /// Made at first use, as a `byte[]` has none. Any thread may make it, since its fields are final.
  private @Nullable AtomicBytes atomics;

  /// Creates an empty buffer, which gets memory by `wrap`.
  public BytesBuffer() {}

  /// Creates a buffer over an array.
  public BytesBuffer(byte[] array) {
    wrap(array);
  }

  /// Creates a buffer over another buffer, up to its capacity.
  public BytesBuffer(ByteBuffer buffer) {
    wrap(buffer);
  }

  /// Creates a buffer over a segment.
  ///
  /// @throws ArithmeticException if the segment is larger than an `int` can index
  public BytesBuffer(MemorySegment segment) {
    wrap(segment);
  }

  /// Creates a buffer over memory of any kind.
  ///
  /// @throws ArithmeticException if the memory is larger than an `int` can index
  public BytesBuffer(Bytes memory) {
    wrap(memory);
  }

  @Override
  void wrapped() {
    atomics = null;
  }

  private AtomicBytes atomics() {
    AtomicBytes made = atomics;
    if (made == null) {
      made = bytes.atomics();
      atomics = made;
    }
    return made;
  }

  /// @throws IllegalStateException if atomic access is not possible, or the first byte is not
  ///   aligned to [#ALIGNMENT]
  @Override
  public void verifyAlignment() {
    if (!bytes.isNative() || bytes.asSegment().address() % ALIGNMENT != 0) {
      throw new IllegalStateException(
          "%s is not native memory that is aligned to %d bytes, as Arena.allocate(byteSize, %d) is"
              .formatted(bytes, ALIGNMENT, ALIGNMENT));
    }
  }

  @Override
  public long getLongVolatile(int index) {
    return atomics().getLongVolatile(index);
  }

  @Override
  public long getLongAcquire(int index) {
    return atomics().getLongAcquire(index);
  }

  @Override
  public long getLongOpaque(int index) {
    return atomics().getLongOpaque(index);
  }

  @Override
  public void putLongVolatile(int index, long value) {
    atomics().setLongVolatile(index, value);
  }

  @Override
  public void putLongOrdered(int index, long value) {
    putLongRelease(index, value);
  }

  @Override
  public void putLongRelease(int index, long value) {
    atomics().setLongRelease(index, value);
  }

  @Override
  public void putLongOpaque(int index, long value) {
    atomics().setLongOpaque(index, value);
  }

  /// Same as [#addLongRelease].
  @Override
  public long addLongOrdered(int index, long increment) {
    return addLongRelease(index, increment);
  }

  /// Not atomic: reads, then writes. Only one thread may write.
  @Override
  public long addLongRelease(int index, long increment) {
    long before = atomics().getLong(index);
    atomics().setLongRelease(index, before + increment);
    return before;
  }

  /// Not atomic: reads, then writes. Only one thread may write.
  @Override
  public long addLongOpaque(int index, long increment) {
    long before = atomics().getLong(index);
    atomics().setLongOpaque(index, before + increment);
    return before;
  }

  @Override
  public boolean compareAndSetLong(int index, long expected, long value) {
    return atomics().compareAndSetLong(index, expected, value);
  }

  @Override
  public long compareAndExchangeLong(int index, long expected, long value) {
    return atomics().compareAndExchangeLong(index, expected, value);
  }

  @Override
  public long getAndSetLong(int index, long value) {
    return atomics().getAndSetLong(index, value);
  }

  @Override
  public long getAndAddLong(int index, long delta) {
    return atomics().getAndAddLong(index, delta);
  }

  @Override
  public int getIntVolatile(int index) {
    return atomics().getIntVolatile(index);
  }

  @Override
  public int getIntAcquire(int index) {
    return atomics().getIntAcquire(index);
  }

  @Override
  public int getIntOpaque(int index) {
    return atomics().getIntOpaque(index);
  }

  @Override
  public void putIntVolatile(int index, int value) {
    atomics().setIntVolatile(index, value);
  }

  @Override
  public void putIntOrdered(int index, int value) {
    putIntRelease(index, value);
  }

  @Override
  public void putIntRelease(int index, int value) {
    atomics().setIntRelease(index, value);
  }

  @Override
  public void putIntOpaque(int index, int value) {
    atomics().setIntOpaque(index, value);
  }

  /// Same as [#addIntRelease].
  @Override
  public int addIntOrdered(int index, int increment) {
    return addIntRelease(index, increment);
  }

  /// Not atomic: reads, then writes. Only one thread may write.
  @Override
  public int addIntRelease(int index, int increment) {
    int before = atomics().getInt(index);
    atomics().setIntRelease(index, before + increment);
    return before;
  }

  /// Not atomic: reads, then writes. Only one thread may write.
  @Override
  public int addIntOpaque(int index, int increment) {
    int before = atomics().getInt(index);
    atomics().setIntOpaque(index, before + increment);
    return before;
  }

  @Override
  public boolean compareAndSetInt(int index, int expected, int value) {
    return atomics().compareAndSetInt(index, expected, value);
  }

  @Override
  public int compareAndExchangeInt(int index, int expected, int value) {
    return atomics().compareAndExchangeInt(index, expected, value);
  }

  @Override
  public int getAndSetInt(int index, int value) {
    return atomics().getAndSetInt(index, value);
  }

  @Override
  public int getAndAddInt(int index, int delta) {
    return atomics().getAndAddInt(index, delta);
  }

  @Override
  public short getShortVolatile(int index) {
    return (short) SHORT.getVolatile(atomicSegment(), (long) index);
  }

  @Override
  public void putShortVolatile(int index, short value) {
    SHORT.setVolatile(atomicSegment(), (long) index, value);
  }

  @Override
  public char getCharVolatile(int index) {
    return (char) getShortVolatile(index);
  }

  @Override
  public void putCharVolatile(int index, char value) {
    putShortVolatile(index, (short) value);
  }

  @Override
  public byte getByteVolatile(int index) {
    return (byte) BYTE.getVolatile(bytes.asSegment(), (long) index);
  }

  @Override
  public void putByteVolatile(int index, byte value) {
    BYTE.setVolatile(bytes.asSegment(), (long) index, value);
  }

  /// Asks for atomics first, whose error names the remedy.
  private MemorySegment atomicSegment() {
    atomics();
    return bytes.asSegment();
  }
}
